import type { Deps } from '../../core/deps.ts';
import { sweepSla } from './sweep.ts';

/** So often is looked for what fell due (behaviour 5.8). */
const everyMs = 20_000;

/** The part of a process that keeps deadlines. */
export interface SlaSweep {
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

/** Sweeps soon after the start and every 20 seconds until stopped, never twice at once; several processes share the work. */
export function startSlaSweep(deps: Deps): SlaSweep {
  let stopped = false;
  let sweeping: Promise<void> | null = null;
  const sweep = () => {
    sweeping ??= sweepSla(deps, () => stopped)
      .then(
        () => {},
        (error: Error) => deps.log.warn({ err: error.message }, 'the SLA sweep failed; the next one tries again'),
      )
      .finally(() => {
        sweeping = null;
      });
  };
  const first = setTimeout(sweep, 1_000 + Math.random() * 4_000);
  const clock = setInterval(sweep, everyMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(first);
      clearInterval(clock);
      await sweeping;
    },
  };
}
