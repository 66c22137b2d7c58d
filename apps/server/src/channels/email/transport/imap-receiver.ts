import { setTimeout as pause } from 'node:timers/promises';
import type { MailProblem } from '@bellhop/contract';
import type { ImapFlow, MailboxObject } from 'imapflow';
import { type BackOff, backOffDelay } from './back-off.ts';
import { explainMailError, isConnectionLoss, isLoginFailure, notStored } from './describe-mail-error.ts';
import { type ImapTimeLimits, withMailbox } from './imap-mailbox.ts';
import { watchForNews } from './imap-news.ts';
import { type Patience, trackStuckMail } from './imap-stuck-mail.ts';
import {
  deliverNewMail,
  type ImapCursor,
  type ReceivedMail,
  type SyncTarget,
  type UnreadableMail,
} from './imap-sync.ts';
import { type ImapConfig, imapTiming } from './inbox-config.ts';

/**
 * How a receiver is doing: `idle` waits for the server's word, `polling` looks again after the interval, `error` tries again
 * after a growing pause. `error` is in plain words; `last_success_at` is the ISO time of the last complete look.
 */
export interface ReceiverState {
  state: 'connecting' | 'idle' | 'polling' | 'error';
  error?: string;
  problem?: MailProblem;
  last_success_at?: string;
}

export interface ImapReceiverOptions {
  config: ImapConfig;
  /** Where the last run stopped; null for a mailbox that was never read. */
  cursor: ImapCursor | null;
  /** Stores a mail durably. The cursor moves on when it resolves; a throw brings the mail again later. */
  deliver(mail: ReceivedMail): Promise<void>;
  saveCursor(cursor: ImapCursor): Promise<void>;
  /** Records a mail that the server never handed over. The cursor moves on when it resolves. */
  onUnreadable(mail: UnreadableMail): Promise<void>;
  onState(state: ReceiverState): void;
  signal: AbortSignal;
  /** Larger mails come without their files. Default 50 MB (behaviour 1.6). */
  max_message_bytes?: number;
  back_off?: BackOff;
  patience?: Patience;
  limits?: ImapTimeLimits;
}

const defaultMaxMessageBytes = 50_000_000;
/** An IDLE longer than half an hour may be ended by the server (RFC 2177), so even a rare look breaks it before that. */
const longestIdleMs = 25 * 60_000;

/**
 * Receives one mailbox until `signal` aborts, then resolves; it never rejects for trouble with the server. A mail whose
 * delivery is under way at the abort is finished first.
 */
export async function runImapReceiver(options: ImapReceiverOptions): Promise<void> {
  const run: Run = { cursor: options.cursor, failures: 0, last_success_at: null };
  const target = syncTarget(options);
  while (!options.signal.aborted) {
    report(options, run, { state: 'connecting' });
    let waitMs: number;
    try {
      waitMs = await oneConnection(options, run, target);
    } catch (error) {
      if (options.signal.aborted) break;
      waitMs = afterFailure(options, run, error);
    }
    await pause(waitMs, undefined, { signal: options.signal }).catch(ignoreAbort);
  }
}

interface Run {
  cursor: ImapCursor | null;
  /** Failures in a row, since the last complete look at the mailbox. */
  failures: number;
  last_success_at: string | null;
}

/** Looks once and says how long to wait for the next look, or stays for as long as the server announces mail. */
async function oneConnection(options: ImapReceiverOptions, run: Run, target: SyncTarget): Promise<number> {
  const { read_interval_ms: interval } = imapTiming(options.config);
  // A server may count the size of a mail otherwise than the bytes it sends.
  const max_piece_bytes = Math.ceil(target.max_message_bytes * 1.1) + 1_000_000;
  const access = { signal: options.signal, max_piece_bytes, ...(options.limits ? { limits: options.limits } : {}) };
  await withMailbox(options.config, access, async (client, mailbox) => {
    const look = (): Promise<void> => lookForMail(client, mailbox, run, target);
    if (client.capabilities.has('IDLE')) return stay(client, look, options, run, Math.min(interval, longestIdleMs));
    await look();
    report(options, run, { state: 'polling' });
  });
  return interval;
}

/** Looks whenever the server announces something and, as a safety net, after every interval. Ends by a throw only. */
async function stay(
  client: ImapFlow,
  look: () => Promise<void>,
  options: ImapReceiverOptions,
  run: Run,
  intervalMs: number,
): Promise<never> {
  const news = watchForNews(client);
  try {
    for (;;) {
      news.clear();
      await look();
      report(options, run, { state: 'idle' });
      await news.wait(intervalMs);
      // An empty mailbox is looked at without a command, so this is what notices a dead connection, and what makes a
      // server speak that forgot to announce a mail.
      await client.noop();
      if (!client.usable) throw Object.assign(new Error('The connection ended'), { code: 'NoConnection' });
    }
  } finally {
    news.stop();
  }
}

async function lookForMail(client: ImapFlow, mailbox: MailboxObject, run: Run, target: SyncTarget): Promise<void> {
  await deliverNewMail(client, mailbox, run.cursor, {
    ...target,
    async saveCursor(cursor) {
      await target.saveCursor(cursor);
      run.cursor = cursor;
    },
  });
  run.failures = 0;
  run.last_success_at = new Date().toISOString();
}

/** Reports the failure and returns the pause before the next try, in milliseconds. */
function afterFailure(options: ImapReceiverOptions, run: Run, error: unknown): number {
  // Servers end long connections; that is no trouble as long as the next one can be made.
  const isOrdinaryEnd = run.failures === 0 && run.last_success_at !== null && isConnectionLoss(error);
  run.failures += 1;
  if (!isOrdinaryEnd) {
    const { text, problem } = explainMailError(error, options.config);
    report(options, run, { state: 'error', error: text, problem });
  }
  return backOffDelay(run.failures, isLoginFailure(error) ? 'login' : 'other', options.back_off);
}

function syncTarget(options: ImapReceiverOptions): SyncTarget {
  const { signal } = options;
  return {
    scan_since_ms: imapTiming(options.config).scan_inbox_since_ms,
    max_message_bytes: options.max_message_bytes ?? defaultMaxMessageBytes,
    stuck: trackStuckMail(options.patience),
    deliver: (mail) => stored(options.deliver(mail)),
    onUnreadable: (mail) => stored(options.onUnreadable(mail)),
    saveCursor: (cursor) => stored(options.saveCursor(cursor)),
    signal,
  };
}

/** Keeps our own trouble apart from the server's, whatever code its error carries. */
async function stored(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new Error(`${notStored}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function report(options: ImapReceiverOptions, run: Run, state: ReceiverState): void {
  options.onState(run.last_success_at === null ? state : { ...state, last_success_at: run.last_success_at });
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
