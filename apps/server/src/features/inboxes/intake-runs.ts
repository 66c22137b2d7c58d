import type { Deps } from '../../core/deps.ts';

/** By inbox: the run of this process that takes its waiting mails in. */
const runs = new WeakMap<Deps, Map<number, IntakeRun>>();

/** One run of `mail.process`; only itself is equal to it. */
export type IntakeRun = Readonly<{ inbox_id: number }>;

/**
 * Notes that this process takes in what waits in an inbox. Whoever calls it calls `endIntakeRun` and looks for waiting mails
 * once more after that: who kept a mail in between has asked for no job.
 */
export function beginIntakeRun(deps: Deps, inbox_id: number): IntakeRun {
  const run = { inbox_id };
  const all = runs.get(deps) ?? new Map<number, IntakeRun>();
  runs.set(deps, all.set(inbox_id, run));
  return run;
}

/** The run is over, or will at least not look for waiting mails again without asking for a job. */
export function endIntakeRun(deps: Deps, run: IntakeRun): void {
  if (runs.get(deps)?.get(run.inbox_id) === run) runs.get(deps)!.delete(run.inbox_id);
}

/** The run that will find what is committed while it is the present one; undefined when a job has to be asked for. */
export function presentIntakeRun(deps: Deps, inbox_id: number): IntakeRun | undefined {
  return runs.get(deps)?.get(inbox_id);
}
