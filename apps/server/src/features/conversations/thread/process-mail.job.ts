import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../../core/deps.ts';
import {
  beginIntakeRun,
  countAttempts,
  endIntakeRun,
  enqueueMailProcessing,
  type FailedStep,
  listWaitingMails,
  nextMailDue,
  type RawMail,
  uncountAttempts,
} from '../../inboxes/index.ts';
import { discardFiles } from '../../media/index.ts';
import { IntakeInterrupted } from './intake-failure.ts';
import { prepareMail } from './prepare-mail.ts';
import { type PreparedMail, quarantine, takeIn } from './take-in.ts';

/** A run ends after this time and asks for another, so that other jobs and a shutdown need not wait for a long backlog. */
const runMs = 5_000;
const listed = 200;
/** Mails that one transaction takes in. */
const together = 50;
/** For so long mails that came in quick succession wait for each other, in milliseconds: the first of them never waits. */
const gatherMs = 50;
/** What is prepared ahead of the mails that are taken in, by number and by size: the next transaction's during one. */
const aheadMails = 2 * together;
const aheadBytes = 32 * 1024 * 1024;
/** Pause after trouble with storage or database. */
const troubleMs = 5_000;
/**
 * Attempts that were begun without any failure noted: the process ended each time. The mail need not be the cause, it may only have
 * been in hand: a process that is killed soon after each start has the same one in hand every time. Hence many more of them than of
 * failures.
 */
const mostInterruptions = 12;

/**
 * The job `mail.process`: takes the waiting mails of an inbox in, in the order in which they came (behaviour 1.2), preparing the
 * next ones meanwhile. A mail that fails waits without holding the others up; after three failures it is quarantined.
 * Trouble with storage or database ends the run, and counts for no mail.
 */
export async function processMail(deps: Deps, { inbox_id }: { inbox_id: number }): Promise<void> {
  const until = performance.now() + runMs;
  let pauseMs = 0;
  const run = beginIntakeRun(deps, inbox_id);
  try {
    while (performance.now() < until) {
      const mails = await listWaitingMails(deps.db, { inbox_id, now: deps.clock.now(), limit: listed });
      if (mails.length === 0) break;
      await takeInOrder(deps, mails, until);
      if (mails.length < together) await pause(gatherMs);
    }
  } catch (error) {
    if (!(error instanceof IntakeInterrupted)) throw error;
    deps.log.error({ inbox: inbox_id, err: error }, 'taking mail in was interrupted');
    pauseMs = troubleMs;
  } finally {
    endIntakeRun(deps, run);
  }
  // After the end: those who kept a mail until then rely on it.
  const due = await nextMailDue(deps.db, inbox_id);
  if (!due) return;
  // The job's time is the database's, a mail's due time that of our clock: only the distance carries over.
  const waitMs = Math.max(due.getTime() - deps.clock.now().getTime(), pauseMs);
  const runAt = waitMs > 0 ? new Date(Date.now() + waitMs) : undefined;
  await deps.work(deps.system, (uow) => enqueueMailProcessing(uow, inbox_id, runAt));
}

interface Ahead {
  raw: RawMail;
  /** Resolves in any case; what went wrong is in it. */
  prepared: Promise<PreparedMail | IntakeInterrupted>;
  isReady: boolean;
}

async function takeInOrder(deps: Deps, mails: readonly RawMail[], until: number): Promise<void> {
  const ahead: Ahead[] = [];
  let next = 0;
  try {
    for (;;) {
      const begun: RawMail[] = [];
      // Half a fill at a time, so that several attempts are counted with one commit.
      while (ahead.length <= aheadMails / 2 && next < mails.length) {
        if (!mayBegin(mails[next]!, [...ahead.map((one) => one.raw), ...begun])) break;
        begun.push(mails[next]!);
        next += 1;
      }
      ahead.push(...(await begin(deps, begun)));
      if (ahead.length === 0) return;
      await takeInReady(deps, ahead);
      if (performance.now() >= until) return;
    }
  } finally {
    await giveBack(deps, ahead);
  }
}

/** Takes in the first mail and those behind it that are ready soon as well; they leave `ahead`. */
async function takeInReady(deps: Deps, ahead: Ahead[]): Promise<void> {
  await ahead[0]!.prepared;
  const impatience = new AbortController();
  await Promise.race([
    Promise.all(ahead.slice(0, together).map((one) => one.prepared)),
    pause(gatherMs, undefined, { signal: impatience.signal }).catch(() => {}),
  ]);
  impatience.abort();
  let count = 1;
  while (count < together && ahead[count]?.isReady) count += 1;
  const prepared: PreparedMail[] = [];
  for (const one of ahead.slice(0, count)) {
    const result = await one.prepared;
    if (result instanceof IntakeInterrupted) throw result;
    prepared.push(result);
  }
  const current = ahead.splice(0, count);
  try {
    await takeIn(deps, prepared);
  } catch (error) {
    if (error instanceof IntakeInterrupted) await uncount(deps, current);
    throw error;
  }
}

/** A mail that was in hand when something ended is prepared alone, so that its neighbours are not blamed for it. */
function mayBegin(raw: RawMail, begun: readonly RawMail[]): boolean {
  if (begun.length === 0) return true;
  if (raw.attempts > 0 || begun.some((one) => one.attempts > 0)) return false;
  const bytes = begun.reduce((sum, one) => sum + one.size, raw.size);
  return begun.length < aheadMails && bytes <= aheadBytes;
}

/** Attempts are counted before they are made: a mail that ends the process is known afterwards. */
async function begin(deps: Deps, raws: readonly RawMail[]): Promise<Ahead[]> {
  const hopeless = raws.filter(isHopeless);
  for (const raw of hopeless) {
    await quarantine(deps, raw, ...whyHopeless(raw));
  }
  const tried = raws.filter((raw) => !hopeless.includes(raw));
  if (tried.length === 0) return [];
  await deps.work(deps.system, (uow) =>
    countAttempts(
      uow.db,
      tried.map((raw) => raw.id),
    ),
  );
  return tried.map((raw) => {
    const prepared = prepareMail(deps, raw).then(
      (parsed): PreparedMail => ({ raw, parsed }),
      (error: Error) => (error instanceof IntakeInterrupted ? error : { raw, failure: error }),
    );
    const ahead: Ahead = { raw, prepared, isReady: false };
    void prepared.then(() => {
      ahead.isReady = true;
    });
    return ahead;
  });
}

function isHopeless(raw: RawMail): boolean {
  return raw.attempts >= mostInterruptions || isUnreadable(raw);
}

function isUnreadable(raw: RawMail): boolean {
  return (raw.decision as { unreadable?: true }).unreadable === true;
}

function whyHopeless(raw: RawMail): [reason: string, step: FailedStep] {
  if (isUnreadable(raw)) return [raw.error ?? 'the server never handed it over', 'fetch'];
  return [raw.error ?? 'processing it ended the process every time', 'crash'];
}

/** Mails that were begun and not decided: their attempt did not take place. */
async function giveBack(deps: Deps, ahead: readonly Ahead[]): Promise<void> {
  for (const one of ahead) {
    const prepared = await one.prepared;
    if ('parsed' in prepared) await discardFiles(deps, prepared.parsed.files);
  }
  await uncount(deps, ahead);
}

async function uncount(deps: Deps, mails: readonly Ahead[]): Promise<void> {
  if (mails.length === 0) return;
  const ids = mails.map((one) => one.raw.id);
  await deps.work(deps.system, (uow) => uncountAttempts(uow.db, ids));
}
