import type { Deps } from '../../../core/deps.ts';
import { deliver } from './deliver.ts';
import { claimDueOutgoing } from './outgoing.queries.ts';

/** Long enough for one mail. */
const leaseMs = 60_000;

/** Sends what is due now, one mail after the other, and answers how many; for callers that run no sender. */
export async function sendDueMail(deps: Deps, owner: string): Promise<number> {
  for (let sent = 0; ; sent++) {
    const [mail] = await deps.work(deps.system, (uow) =>
      claimDueOutgoing(uow.db, { owner, lease_ms: leaseMs, now: deps.clock.now(), limit: 1 }),
    );
    if (!mail) return sent;
    await deliver(deps, mail, owner);
  }
}
