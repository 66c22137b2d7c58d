import type { Deps } from '../../core/deps.ts';

/** One run of `mail.process`; only itself is equal to it. */
export interface IntakeRun {
  readonly inbox_id: number;
}

interface Run extends IntakeRun {
  /** Sources by storage key. */
  fresh: Map<string, Uint8Array>;
}

interface Runs {
  /** By inbox: the run of this process that takes its waiting mails in. */
  byInbox: Map<number, Run>;
  freshBytes: number;
}

const runs = new WeakMap<Deps, Runs>();

/** What is kept in memory of mails that have just come, all inboxes together; what is more is read from storage. */
const mostFreshBytes = 16 * 1024 * 1024;

function runsOf(deps: Deps): Runs {
  const known = runs.get(deps) ?? { byInbox: new Map<number, Run>(), freshBytes: 0 };
  runs.set(deps, known);
  return known;
}

/**
 * Notes that this process takes in what waits in an inbox. Whoever calls it calls `endIntakeRun` and looks for waiting mails
 * once more after that: who kept a mail in between has asked for no job.
 */
export function beginIntakeRun(deps: Deps, inbox_id: number): IntakeRun {
  const all = runsOf(deps);
  forget(all, all.byInbox.get(inbox_id));
  const run: Run = { inbox_id, fresh: new Map() };
  all.byInbox.set(inbox_id, run);
  return run;
}

/** The run is over, or will at least not look for waiting mails again without asking for a job. */
export function endIntakeRun(deps: Deps, run: IntakeRun): void {
  const all = runsOf(deps);
  const present = all.byInbox.get(run.inbox_id);
  if (present !== run) return;
  forget(all, present);
  all.byInbox.delete(run.inbox_id);
}

/** The run that will find what is committed while it is the present one; undefined when a job has to be asked for. */
export function presentIntakeRun(deps: Deps, inbox_id: number): IntakeRun | undefined {
  return runsOf(deps).byInbox.get(inbox_id);
}

/** Keeps the bytes of a mail that lies in storage for the present run, which then need not read them; nothing without one. */
export function keepFresh(deps: Deps, inbox_id: number, storage_key: string, raw: Uint8Array): void {
  const all = runsOf(deps);
  const run = all.byInbox.get(inbox_id);
  if (!run || all.freshBytes + raw.byteLength > mostFreshBytes) return;
  run.fresh.set(storage_key, raw);
  all.freshBytes += raw.byteLength;
}

/** Hands the bytes of a mail over that were kept for the present run; undefined when they have to be read. */
export function takeFresh(deps: Deps, inbox_id: number, storage_key: string): Uint8Array | undefined {
  const all = runsOf(deps);
  const fresh = all.byInbox.get(inbox_id)?.fresh;
  const raw = fresh?.get(storage_key);
  if (!raw) return undefined;
  fresh!.delete(storage_key);
  all.freshBytes -= raw.byteLength;
  return raw;
}

function forget(all: Runs, run: Run | undefined): void {
  for (const raw of run?.fresh.values() ?? []) all.freshBytes -= raw.byteLength;
  run?.fresh.clear();
}
