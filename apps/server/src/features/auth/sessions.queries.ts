import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';
import { type ActorRow, selectActors } from '../users/index.ts';

/** A live session with its agent, who may be disabled or deleted. */
export interface SessionRow extends ActorRow {
  csrf_token: string;
  expires_at: Date;
  last_seen_at: Date;
  confirmed_at: Date | null;
  provider_factor: boolean;
}

/**
 * The session under a cookie's hash that has not ended at `now`: one query for all that a request needs to know. The limit keeps
 * the planner to one look-up by key: a join it may turn into a walk over the contacts, who are in the same table.
 */
export async function findSessionRow(db: Reader, idHash: Buffer, now: Date): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions as s')
    .innerJoinLateral(selectActors(db).where('u.id', '=', sql<number>`s.user_id`).limit(1).as('agent'), (join) =>
      join.onTrue(),
    )
    .where('s.id_hash', '=', idHash)
    .where('s.expires_at', '>', now)
    .select(['s.csrf_token', 's.expires_at', 's.last_seen_at', 's.confirmed_at', 's.provider_factor'])
    .selectAll('agent')
    .executeTakeFirst();
}

export async function insertSession(
  db: Transaction,
  session: {
    id_hash: Buffer;
    user_id: number;
    csrf_token: string;
    created_at: Date;
    expires_at: Date;
    confirmed_at: Date;
    provider_factor: boolean;
    ip: string;
    user_agent: string;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, last_seen_at: session.created_at })
    .execute();
}

/** Gives a session another id and another CSRF token; answers its end, undefined when it is gone. */
export async function replaceSessionId(
  db: Transaction,
  idHash: Buffer,
  next: { id_hash: Buffer; csrf_token: string },
): Promise<Date | undefined> {
  const row = await db
    .updateTable('sessions')
    .set(next)
    .where('id_hash', '=', idHash)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

/** Notes that somebody has shown in a session who they are. */
export async function noteConfirmation(db: Transaction, idHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id_hash', '=', idHash).execute();
}

/** Moves a session's end. */
export async function prolongSession(db: Transaction, idHash: Buffer, expiresAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id_hash', '=', idHash).execute();
}

/** Writes down that a session is in use. */
export async function touchSession(db: Transaction, idHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id_hash', '=', idHash).execute();
}

/** The sessions of an agent that have not ended at `now`, last used first. */
export async function listSessionRows(db: Reader, userId: number, now: Date) {
  return liveSessionsOf(db, userId, now)
    .select(['public_id as id', 'id_hash', 'created_at', 'last_seen_at', 'expires_at', 'ip', 'user_agent'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('public_id')
    .execute();
}

/** How many sessions an agent has that have not ended at `now`, beside the one to keep. */
export async function countSessionsOf(db: Reader, userId: number, now: Date, keep?: Buffer): Promise<number> {
  const sessions = liveSessionsOf(db, userId, now);
  const { count } = await (keep ? sessions.where('id_hash', '<>', keep) : sessions)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function liveSessionsOf(db: Reader, userId: number, now: Date) {
  return db.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now);
}

/** Deletes a session of an agent by its public id, which may be any text; false when there is none. */
export async function deleteSessionOf(db: Transaction, session: { user_id: number; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', session.user_id)
    .where(sql<boolean>`public_id::text = ${session.id}`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes one session; answers whose it was, undefined when it was gone already. */
export async function deleteSession(db: Transaction, idHash: Buffer): Promise<number | undefined> {
  const row = await db.deleteFrom('sessions').where('id_hash', '=', idHash).returning('user_id').executeTakeFirst();
  return row?.user_id;
}

/** Deletes the sessions of an agent, all but the one to keep. */
export async function deleteSessionsOf(db: Transaction, userId: number, keep?: Buffer): Promise<void> {
  const sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  await (keep ? sessions.where('id_hash', '<>', keep) : sessions).execute();
}

/** The stored password hash of an agent; null for an account without a password. */
export async function findPasswordHash(db: Reader, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('password_hash').executeTakeFirst();
  return row?.password_hash ?? null;
}
