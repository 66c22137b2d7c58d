import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';
import { type ActorRow, selectActors } from '../users/index.ts';

/** A live session with its agent, who may be disabled or deleted. */
export interface SessionRow extends ActorRow {
  csrf_token: string;
  expires_at: Date;
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
    .select(['s.csrf_token', 's.expires_at'])
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
    ip: string;
    user_agent: string;
  },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Moves a session's end. */
export async function prolongSession(db: Transaction, idHash: Buffer, expiresAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id_hash', '=', idHash).execute();
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
