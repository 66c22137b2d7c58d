import { sql } from 'kysely';
import { locks } from '../../db/locks.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { systemEmail } from '../users/index.ts';

export interface Credentials {
  id: number;
  email: string;
  password_hash: string | null;
  enabled: boolean;
}

/** The agent of an address, found without regard to case; never System, who has no password (settled question 6). */
export async function findCredentials(db: Reader, email: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('users')
    .where('type', '=', 'agent')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('email', '<>', systemEmail)
    .select(['id', sql<string>`email`.as('email'), 'password_hash', 'enabled'])
    .executeTakeFirst();
}

/** What is limited: signing in, asking for a link to set a password, using one. */
export type AttemptKind = 'login' | 'password_reset' | 'password_set';

/** Makes attempts of the same address or account wait for each other until the end of the transaction. */
export async function lockAttempts(db: Transaction, attempt: { ip: string; email: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.login_address}, hashtext(${attempt.ip}))`.execute(db);
  await sql`select pg_advisory_xact_lock(${locks.login_account}, hashtext(${attempt.email}))`.execute(db);
}

/** Attempts of an address since `since`: how many, and when the first of them was. */
export async function countAttemptsOfAddress(
  db: Reader,
  { kind, ip }: { kind: AttemptKind; ip: string },
  since: Date,
): Promise<{ count: number; first_at: Date | null }> {
  return db
    .selectFrom('login_attempts')
    .where('ip', '=', ip)
    .where('kind', '=', kind)
    .where('at', '>', since)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Date | null>('at').as('first_at')])
    .executeTakeFirstOrThrow();
}

/**
 * Failed attempts on an account that no success has cleared: since `since`, those of them after `recent`, and the first and the
 * last.
 */
export async function countFailuresOfAccount(
  db: Reader,
  { kind, email }: { kind: AttemptKind; email: string },
  times: { since: Date; recent: Date },
): Promise<{ count: number; recent: number; first_at: Date | null; last_at: Date | null }> {
  return db
    .selectFrom('login_attempts')
    .where('email', '=', email)
    .where('kind', '=', kind)
    .where('succeeded', '=', false)
    .where('at', '>', times.since)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('at', '>', times.recent).as('recent'),
      eb.fn.min<Date | null>('at').as('first_at'),
      eb.fn.max<Date | null>('at').as('last_at'),
    ])
    .executeTakeFirstOrThrow();
}

/** Writes an attempt down as failed, which it is until it succeeds; answers its id. */
export async function insertAttempt(
  db: Transaction,
  attempt: { kind: AttemptKind; ip: string; email: string; at: Date },
): Promise<number> {
  const row = await db
    .insertInto('login_attempts')
    .values({ ...attempt, succeeded: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Takes an attempt back whose password was right, while the sign-in is not over; the account's failures stay. */
export async function excuseAttempt(db: Transaction, id: number): Promise<void> {
  await db.updateTable('login_attempts').set({ succeeded: true }).where('id', '=', id).execute();
}

/** Marks an attempt as succeeded and clears the account's failures. */
export async function markSucceeded(db: Transaction, attempt: { id: number; email: string }): Promise<void> {
  await db.updateTable('login_attempts').set({ succeeded: true }).where('id', '=', attempt.id).execute();
  await clearFailuresOf(db, attempt.email);
}

/** Forgets the failed attempts on an account, and how often a link was asked for. */
export async function clearFailuresOf(db: Transaction, email: string): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('email', '=', email.toLowerCase())
    .where('succeeded', '=', false)
    .execute();
}
