import type { ReceiveState } from '../../channels/channel.ts';
import type { Deps } from '../../core/deps.ts';
import { patchHealth } from './receiving.queries.ts';
import { watchSoon } from './watch-mailboxes.ts';

/** A success is written down at most once in this time; a poll every few seconds would be a write every few seconds. */
const successEveryMs = 60_000;

/** Writes what a receiver says about itself onto its inbox, only when something is new. */
export function healthRecorder(deps: Deps, inboxId: number): (state: ReceiveState) => Promise<void> {
  let last: ReceiveState | null = null;
  let writtenSuccess = 0;
  /** Whether it failed last; unknown at the start, for an earlier process may have left the inbox failing. */
  let isFailing: boolean | null = null;
  return async (state) => {
    const success = state.last_success_at;
    const outcome = state.error === undefined ? 'ok' : 'failed';
    if (success || outcome === 'failed') deps.meter.count('inbox_polls_total', { inbox: String(inboxId), outcome });
    const isSuccessDue = success !== undefined && success.getTime() - writtenSuccess >= successEveryMs;
    const isErrorNew = state.error !== undefined && (last?.state !== 'error' || last.error !== state.error);
    if (last?.state === state.state && !isSuccessDue && !isErrorNew) return;
    last = state;
    if (success) writtenSuccess = success.getTime();
    const works = state.state === 'idle' || state.state === 'polling';
    const hasTurned = (works && isFailing !== false) || (state.error !== undefined && isFailing !== true);
    if (works || state.error !== undefined) isFailing = !works;
    await deps.work(deps.system, async (uow) => {
      await patchHealth(uow.db, inboxId, {
        receive_state: state.state,
        ...(works && { failing_since: null }),
        ...(success && { last_success_at: success }),
        ...(state.error !== undefined && {
          failing_since: uow.now,
          last_error: state.error.slice(0, 2000),
          last_problem: state.problem ?? 'unknown',
          last_error_at: uow.now,
        }),
      });
      if (hasTurned) await watchSoon(uow);
    });
  };
}
