import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SkippedAttachment, UnreadableMail } from '../../channels/channel.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { sha256 } from '../../lib/crypto.ts';
import { shardOf } from '../../lib/storage.ts';
import { keepFresh, presentIntakeRun } from './intake-runs.ts';
import { insertRawMails, type NewRawMail } from './raw-mails.queries.ts';

/** How a mail came to an inbox. */
export type Arrival =
  | { inbox_id: number; source: 'smtp'; envelope_from: string; envelope_to: string[] }
  | {
      inbox_id: number;
      source: 'imap';
      account: string;
      mailbox: string;
      uidvalidity: string;
      uid: number;
      skipped_attachments: SkippedAttachment[];
    };

/** Keeps a mail as it came, for each inbox that it came to; see `createRawMailStore`. */
export type StoreRawMail = (raw: Uint8Array, arrivals: readonly Arrival[]) => Promise<void>;

/** What is known of a mail before its transaction. */
type KeptMail = Omit<NewRawMail, 'received_at' | 'next_attempt_at'>;

interface Waiting {
  rows: KeptMail[];
  resolve(): void;
  reject(error: unknown): void;
}

/** Mails that one transaction keeps. */
const together = 50;

/**
 * Keeps mails: the bytes durably in storage, then rows and jobs in one transaction. Only after that may a mail be acknowledged or
 * its UID be passed. Mails that arrive during a commit share the next one, because the disk makes each commit wait. An
 * IMAP message that is known already adds nothing. Rejects when storage or database fail: then nothing was taken, or it is kept and not
 * sure to be processed soon; whoever hands it over again has it once.
 */
export function createRawMailStore(deps: Deps): StoreRawMail {
  const waiting: Waiting[] = [];
  let isWriting = false;

  const writeAll = async () => {
    isWriting = true;
    // Storage has written several at once: they resolve one right after the other.
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.splice(0, together);
      try {
        const rows = group.flatMap((one) => one.rows);
        await keep(deps, rows);
        for (const { source } of rows) deps.meter.count('mails_fetched_total', { source });
        for (const one of group) one.resolve();
      } catch (error) {
        for (const one of group) one.reject(error);
      }
    }
    isWriting = false;
  };
  return async (raw, arrivals) => {
    const digest = sha256(raw);
    const hex = digest.toString('hex');
    // A key of its own each time: a blob of an earlier try may be swept away at any moment.
    const storage_key = `raw/${shardOf(deps.clock.now())}/${hex}-${randomUUID().slice(0, 8)}`;
    await deps.storage.put(storage_key, raw);
    for (const { inbox_id } of arrivals) keepFresh(deps, inbox_id, storage_key, raw);
    const rows = arrivals.map((arrival) => ({
      ...origin(arrival),
      storage_key,
      size: raw.byteLength,
      sha256: digest,
    }));
    await new Promise<void>((resolve, reject) => {
      waiting.push({ rows, resolve, reject });
      if (!isWriting) void writeAll();
    });
  };
}

/** Keeps one mail by itself. */
export function storeRawMail(deps: Deps, raw: Uint8Array, arrivals: readonly Arrival[]): Promise<void> {
  return createRawMailStore(deps)(raw, arrivals);
}

/** A run of this process that goes on after the commit finds the mails by itself; when this process ends, its job is run again. */
async function keep(deps: Deps, rows: readonly KeptMail[]): Promise<void> {
  // In one order everywhere: two transactions that queue for the same inboxes must not wait for each other.
  const inboxIds = [...new Set(rows.map((row) => row.inbox_id))].sort((a, b) => a - b);
  const trusted = inboxIds.map((id) => presentIntakeRun(deps, id)).filter((run) => run !== undefined);
  const left = inboxIds.filter((id) => !trusted.some((run) => run.inbox_id === id));
  await deps.work(deps.system, async (uow) => {
    await insertRawMails(
      uow.db,
      rows.map((row) => ({ ...row, received_at: uow.now, next_attempt_at: uow.now })),
    );
    for (const inboxId of left) await enqueueMailProcessing(uow, inboxId);
  });
  const ended = trusted.filter((run) => presentIntakeRun(deps, run.inbox_id) !== run);
  if (ended.length === 0) return;
  await deps.work(deps.system, async (uow) => {
    for (const run of ended) await enqueueMailProcessing(uow, run.inbox_id);
  });
}

/** What of an arrival is columns; files that were left on the server are noted in the decision log. */
function origin(arrival: Arrival) {
  if (arrival.source === 'smtp') return arrival;
  const { skipped_attachments, ...columns } = arrival;
  return { ...columns, decision: skipped_attachments.length > 0 ? { skipped_attachments } : {} };
}

/** Puts a mail into quarantine that the server lists and never hands over, so that somebody hears of it. */
export async function recordUnreadableMail(deps: Deps, inbox_id: number, mail: UnreadableMail): Promise<void> {
  const { reason, size, ...place } = mail;
  const nothing = new Uint8Array();
  const storage_key = 'raw/unreadable';
  await deps.storage.put(storage_key, nothing);
  await deps.work(deps.system, (uow) =>
    insertRawMails(uow.db, [
      {
        ...place,
        inbox_id,
        source: 'imap',
        storage_key,
        size,
        sha256: sha256(nothing),
        received_at: uow.now,
        next_attempt_at: uow.now,
        state: 'quarantined',
        error: reason,
        failed_step: 'fetch',
        decision: { unreadable: true },
      },
    ]),
  );
}

/** Queues the processing of an inbox's waiting mails: one job waits at most, one runs at a time. */
export async function enqueueMailProcessing(uow: UnitOfWork, inbox_id: number, run_at?: Date): Promise<void> {
  // A job for later has a key of its own, so that a fresh mail does not move it and it does not hold up a fresh mail.
  const key = run_at ? `mail:${inbox_id}:later` : `mail:${inbox_id}`;
  await uow.enqueue('mail.process', { inbox_id }, { key, queue: `mail:${inbox_id}`, ...(run_at && { run_at }) });
}
