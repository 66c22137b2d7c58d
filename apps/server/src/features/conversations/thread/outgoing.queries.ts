import type { DraftContent, MailProblem } from '@bellhop/contract';
import { type Selectable, sql } from 'kysely';
import { jsonText } from '../../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../../db/types.ts';

/** A mail of the queue, without what its writer would get back and what it says. */
export type OutgoingMail = Omit<Selectable<DB['outgoing_mails']>, 'undo_draft' | 'problem' | 'letter'>;

/** Puts a message's mail into the queue. */
export async function insertOutgoing(
  db: Transaction,
  row: Pick<OutgoingMail, 'message_id' | 'conversation_id' | 'inbox_id' | 'due_at' | 'created_at'> &
    Pick<OutgoingMail, 'undo_until' | 'set_status'> & { undo_draft: DraftContent | null; letter: string | null },
): Promise<void> {
  const { undo_draft, ...rest } = row;
  await db
    .insertInto('outgoing_mails')
    .values({ ...rest, undo_draft: undo_draft === null ? null : jsonText(undo_draft) })
    .execute();
}

/**
 * Takes a mail out of the queue that its writer may take back and that nobody has begun to hand over; undefined when a sender has it or
 * there is none. A sender that claims it at the same instant is waited for.
 */
export function takeBackOutgoing(
  db: Transaction,
  messageId: number,
): Promise<{ undo_draft: unknown; set_status: string | null } | undefined> {
  return db
    .deleteFrom('outgoing_mails')
    .where('message_id', '=', messageId)
    .where('state', 'in', ['queued', 'retrying', 'failed'])
    .where('undo_draft', 'is not', null)
    .returning(['undo_draft', 'set_status'])
    .executeTakeFirst();
}

/** How a message's mail stands; undefined when it has none. */
export function findOutgoing(db: Reader, messageId: number): Promise<OutgoingMail | undefined> {
  return db.selectFrom('outgoing_mails').select(queueColumns).where('message_id', '=', messageId).executeTakeFirst();
}

/** What a message's mail says in place of the message's content; null when it says just that. */
export async function findLetter(db: Reader, messageId: number): Promise<string | null> {
  const row = await db
    .selectFrom('outgoing_mails')
    .select('letter')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row?.letter ?? null;
}

const queueColumns = [
  'message_id',
  'conversation_id',
  'inbox_id',
  'state',
  'due_at',
  'attempts',
  'unrecorded_attempts',
  'error',
  'lease_owner',
  'lease_expires_at',
  'response',
  'created_at',
  'finished_at',
  'undo_until',
  'set_status',
] as const;

/** Makes a failed mail, or one between two attempts, due at once with all its attempts; false when it is neither. */
export async function restartOutgoing(db: Transaction, messageId: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('outgoing_mails')
    .set({
      state: 'queued',
      due_at: now,
      attempts: 0,
      unrecorded_attempts: 0,
      error: null,
      problem: null,
      finished_at: null,
      response: null,
    })
    .where('message_id', '=', messageId)
    .where('state', 'in', ['failed', 'retrying'])
    .returning('message_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** No earlier mail of the same conversation is still open: mails of a conversation leave in their order (behaviour 2.3). */
const isFirstOfConversation = sql<boolean>`not exists (select 1 from outgoing_mails earlier
  where earlier.conversation_id = mail.conversation_id and earlier.message_id < mail.message_id
    and earlier.state in ('queued', 'retrying', 'sending'))`;

/** Claims due mails for one process, oldest due first; what others are claiming is left to them. */
export async function claimDueOutgoing(
  db: Transaction,
  claim: { owner: string; lease_ms: number; now: Date; limit: number },
): Promise<OutgoingMail[]> {
  const due = await db
    .selectFrom('outgoing_mails as mail')
    .select('mail.message_id')
    .where('mail.state', 'in', ['queued', 'retrying'])
    .where('mail.due_at', '<=', claim.now)
    .where(isFirstOfConversation)
    .orderBy('mail.due_at')
    .orderBy('mail.message_id')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return [];
  return db
    .updateTable('outgoing_mails')
    .set({
      state: 'sending',
      attempts: sql`attempts + 1`,
      lease_owner: claim.owner,
      lease_expires_at: leaseEnd(claim.lease_ms),
    })
    .where(
      'message_id',
      'in',
      due.map((row) => row.message_id),
    )
    .returning(queueColumns)
    .execute();
}

/**
 * Notes durably that a claimed mail is about to be handed over; `finishOutgoing` takes the note back. From now on its writer cannot
 * take it back, and the status that goes with it is the caller's to set. False when the mail is no longer this process's: it must
 * not be sent then.
 */
export async function noteHandover(db: Transaction, mail: { message_id: number; owner: string }): Promise<boolean> {
  const row = await db
    .updateTable('outgoing_mails')
    .set({ unrecorded_attempts: sql`unrecorded_attempts + 1`, undo_draft: null, set_status: null })
    .where('message_id', '=', mail.message_id)
    .where('state', '=', 'sending')
    .where('lease_owner', '=', mail.owner)
    .returning('message_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Prolongs this process's leases on mails that it is sending. */
export async function renewOutgoingLeases(
  db: Transaction,
  lease: { owner: string; message_ids: readonly number[]; lease_ms: number },
): Promise<void> {
  if (lease.message_ids.length === 0) return;
  await db
    .updateTable('outgoing_mails')
    .set({ lease_expires_at: leaseEnd(lease.lease_ms) })
    .where('message_id', 'in', [...lease.message_ids])
    .where('lease_owner', '=', lease.owner)
    .where('state', '=', 'sending')
    .execute();
}

/**
 * Puts mails back whose sender died; `isAlone` says that no other process can be alive, so no lease is waited for. The
 * broken-off attempt does not count. Answers how many there were.
 */
export async function releaseExpiredOutgoing(
  db: Transaction,
  options: { now: Date; isAlone: boolean },
): Promise<number> {
  const rows = await db
    .updateTable('outgoing_mails')
    .set({
      state: 'retrying',
      due_at: options.now,
      attempts: sql`greatest(attempts - 1, 0)`,
      lease_owner: null,
      lease_expires_at: null,
    })
    .where('state', '=', 'sending')
    .where((eb) => (options.isAlone ? eb.lit(true) : eb('lease_expires_at', '<', sql<Date>`now()`)))
    .returning('message_id')
    .execute();
  return rows.length;
}

/**
 * Notes the outcome of an attempt, if the mail is still this process's: after its lease ran out it may be another's. False when
 * it is not.
 */
export async function finishOutgoing(
  db: Transaction,
  mail: { message_id: number; owner: string },
  outcome: {
    state: 'sent' | 'kept_locally' | 'failed' | 'retrying';
    due_at?: Date;
    attempts?: number;
    unrecorded_attempts: number;
    error: string | null;
    problem?: MailProblem | null;
    response?: string;
    finished_at: Date | null;
  },
): Promise<boolean> {
  const row = await db
    .updateTable('outgoing_mails')
    .set({ ...outcome, lease_owner: null, lease_expires_at: null })
    .where('message_id', '=', mail.message_id)
    .where('state', '=', 'sending')
    .where('lease_owner', '=', mail.owner)
    .returning('message_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A mail that had left came back (a bounce). */
export async function failSentOutgoing(db: Transaction, messageId: number, error: string, now: Date): Promise<void> {
  await db
    .updateTable('outgoing_mails')
    .set({ state: 'failed', error, problem: 'recipient_refused', finished_at: now })
    .where('message_id', '=', messageId)
    .where('state', 'in', ['sent', 'kept_locally'])
    .execute();
}

/** When the next mail that nothing holds up is due; undefined when none waits. */
export async function nextOutgoingDue(db: Reader): Promise<Date | undefined> {
  const row = await db
    .selectFrom('outgoing_mails as mail')
    .select((eb) => eb.fn.min('mail.due_at').as('due_at'))
    .where('mail.state', 'in', ['queued', 'retrying'])
    .where(isFirstOfConversation)
    .executeTakeFirst();
  return row?.due_at ?? undefined;
}

function leaseEnd(leaseMs: number) {
  return sql<Date>`now() + make_interval(secs => ${leaseMs / 1000})`;
}
