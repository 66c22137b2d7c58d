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
/** Mails that one transaction takes in. */
const together = 50;
/** For so long mails that came in quick succession wait for each other, in milliseconds: the first of them never waits. */
const gatherMs = 50;
/** What is in hand, by number and by size: the mails of a transaction, and those that are prepared for the next one meanwhile. */
const mostInHand = 2 * together;
const mostBytesInHand = 32 * 1024 * 1024;
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
  let pauseMs = 0;
  const run = beginIntakeRun(deps, inbox_id);
  try {
    await takeInOrder(deps, inbox_id, performance.now() + runMs);
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

/** How many were begun; `held`: others wait that may not be in hand together with these. */
interface Begun {
  count: number;
  held: boolean;
}

/** Takes in what waits until nothing does; after `until` only what is in hand by then. */
async function takeInOrder(deps: Deps, inboxId: number, until: number): Promise<void> {
  const ahead: Ahead[] = [];
  let current: Ahead[] = [];
  const beginNext = async (): Promise<Begun> => {
    if (performance.now() >= until) return { count: 0, held: false };
    const inHand = [...current, ...ahead].map((one) => one.raw);
    const listed = await listNext(deps, inboxId, inHand);
    const next = listed.filter((raw, index) => mayBegin(raw, [...inHand, ...listed.slice(0, index)]));
    ahead.push(...(await begin(deps, next)));
    return { count: next.length, held: next.length < listed.length };
  };
  /** While the database has the first ones, the next ones are listed and prepared. */
  const takeInFirst = async (): Promise<Begun> => {
    const prepared = await awaitReady(ahead);
    current = ahead.splice(0, prepared.length);
    const [taken, begun] = await Promise.allSettled([takeInReady(deps, current, prepared), beginNext()]);
    current = [];
    if (taken.status === 'rejected') throw taken.reason;
    if (begun.status === 'rejected') throw begun.reason;
    return begun.value;
  };
  try {
    let begun = await beginNext();
    while (begun.count > 0 || ahead.length > 0) {
      const gathered = performance.now() + gatherMs;
      if (ahead.length > 0) begun = await takeInFirst();
      const waitMs = begun.held ? 0 : gathered - performance.now();
      if (ahead.length > 0 && (ahead.length >= together || waitMs <= 0)) continue;
      if (waitMs > 0) await pause(waitMs);
      begun = await beginNext();
    }
  } finally {
    await giveBack(deps, ahead);
  }
}

/** As many waiting mails as may still be in hand beside these, in their order. */
async function listNext(deps: Deps, inbox_id: number, inHand: readonly RawMail[]): Promise<RawMail[]> {
  const limit = mostInHand - inHand.length;
  if (limit <= 0) return [];
  const except = inHand.map((raw) => raw.id);
  return listWaitingMails(deps.db, { inbox_id, now: deps.clock.now(), limit, except });
}

/** Answers the first mail and those behind it that are ready soon as well. */
async function awaitReady(ahead: readonly Ahead[]): Promise<PreparedMail[]> {
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
  return prepared;
}

async function takeInReady(deps: Deps, mails: readonly Ahead[], prepared: readonly PreparedMail[]): Promise<void> {
  try {
    await takeIn(deps, prepared);
  } catch (error) {
    if (error instanceof IntakeInterrupted) await uncount(deps, mails);
    throw error;
  }
}

/** A mail that was in hand when something ended is prepared alone, so that its neighbours are not blamed for it. */
function mayBegin(raw: RawMail, begun: readonly RawMail[]): boolean {
  if (begun.length === 0) return true;
  if (raw.attempts > 0 || begun.some((one) => one.attempts > 0)) return false;
  const bytes = begun.reduce((sum, one) => sum + one.size, raw.size);
  return begun.length < mostInHand && bytes <= mostBytesInHand;
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
