import { type Selectable, sql } from 'kysely';
import { locks } from '../../db/locks.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';
import { type ActorRow, selectActors } from '../users/index.ts';

/** A key without the hash of its secret. */
export type KeyRow = Omit<Selectable<DB['api_keys']>, 'secret_hash' | 'revoked_by'>;

const columns = [
  'id',
  'created_at',
  'updated_at',
  'user_id',
  'created_by',
  'name',
  'key',
  'permissions',
  'expires_at',
  'last_used_at',
  'last_used_ip',
  'revoked_at',
] as const;

/** What a request by a key needs to know: the key, its agent (who may be disabled or deleted), and the guesses of the address. */
export interface PresentedKey extends ActorRow {
  key_id: number;
  key_name: string;
  secret_hash: Buffer;
  key_permissions: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
  wrong_of_address: number;
}

/**
 * The key under its public half with its agent, by one query. The limit keeps the planner to one look-up by key, as for sessions. Wrong
 * keys of the address count up to `most`.
 */
export async function findPresentedKey(
  db: Reader,
  key: string,
  address: { ip: string; since: Date; most: number },
): Promise<PresentedKey | undefined> {
  return db
    .selectFrom('api_keys as k')
    .innerJoinLateral(selectActors(db).where('u.id', '=', sql<number>`k.user_id`).limit(1).as('agent'), (join) =>
      join.onTrue(),
    )
    .where('k.key', '=', key)
    .select([
      'k.id as key_id',
      'k.name as key_name',
      'k.secret_hash',
      'k.permissions as key_permissions',
      'k.expires_at',
      'k.revoked_at',
      'k.last_used_at',
      'k.last_used_ip',
      sql<number>`(select count(*)::int from (select 1 from wrong_api_keys w
        where w.ip = ${address.ip} and w.at > ${address.since} limit ${sql.lit(address.most)}) as wrong)`.as(
        'wrong_of_address',
      ),
    ])
    .selectAll('agent')
    .executeTakeFirst();
}

/** Notes that a key was used, unless that was noted after `before`. */
export async function touchKey(
  db: Transaction,
  id: number,
  use: { at: Date; ip: string; before: Date },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: use.at, last_used_ip: use.ip })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', use.before)]))
    .execute();
}

/** Makes wrong keys of an address wait for each other until the end of the transaction. */
export async function lockAddress(db: Transaction, ip: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.wrong_api_keys}, hashtext(${ip}))`.execute(db);
}

/** Wrong keys of an address since `since`: how many, and when the first of them was. */
export async function countWrongKeys(
  db: Reader,
  ip: string,
  since: Date,
): Promise<{ count: number; first_at: Date | null }> {
  return db
    .selectFrom('wrong_api_keys')
    .where('ip', '=', ip)
    .where('at', '>', since)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Date | null>('at').as('first_at')])
    .executeTakeFirstOrThrow();
}

export async function insertWrongKey(db: Transaction, wrong: { ip: string; at: Date }): Promise<void> {
  await db.insertInto('wrong_api_keys').values(wrong).execute();
}

/** An agent's keys, newest first; the revoked ones last. */
export async function listKeyRows(db: Reader, userId: number, limit: number): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy(sql`revoked_at desc nulls first`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How many keys an agent has that are not revoked. */
export async function countKeys(db: Reader, userId: number): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether another key of the agent that is not revoked has the name, without regard to case. */
export async function isKeyNameTaken(
  db: Reader,
  key: { user_id: number; name: string; id: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', key.user_id)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`lower(name) = lower(${key.name})`)
    .where(sql<boolean>`id is distinct from ${key.id}::int`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertKey(
  db: Transaction,
  key: {
    user_id: number;
    name: string;
    key: string;
    secret_hash: Buffer;
    permissions: readonly string[];
    expires_at: Date | null;
    now: Date;
  },
): Promise<KeyRow> {
  const { now, ...values } = key;
  return db
    .insertInto('api_keys')
    .values({
      ...values,
      permissions: [...key.permissions],
      created_by: key.user_id,
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Locks a key of an agent until the end of the transaction; undefined when they have none under the id. */
export async function lockKey(db: Transaction, key: { user_id: number; id: number }): Promise<KeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('id', '=', key.id)
    .where('user_id', '=', key.user_id)
    .forUpdate()
    .executeTakeFirst();
}

export async function patchKey(
  db: Transaction,
  id: number,
  values: { name: string; permissions: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ name: values.name, permissions: [...values.permissions], updated_at: values.now })
    .where('id', '=', id)
    .execute();
}

/** Revokes an agent's keys, or one of them; answers those that were not revoked before. */
export async function revokeRows(
  db: Transaction,
  keys: { user_id: number; id?: number; at: Date; by: number },
): Promise<{ id: number; name: string }[]> {
  const rows = db
    .updateTable('api_keys')
    .set({ revoked_at: keys.at, revoked_by: keys.by, updated_at: keys.at })
    .where('user_id', '=', keys.user_id)
    .where('revoked_at', 'is', null);
  return (keys.id === undefined ? rows : rows.where('id', '=', keys.id)).returning(['id', 'name']).execute();
}

/** The address of an agent, deleted ones too. */
export async function emailOfAgent(db: Reader, id: number): Promise<string> {
  const row = await db.selectFrom('users').where('id', '=', id).select('email').executeTakeFirst();
  return row?.email ?? '';
}

/** Drops keys that were revoked before a time, and wrong ones that no limit looks at any more. */
export async function deleteOldKeys(db: Transaction, times: { revoked: Date; wrong: Date }): Promise<void> {
  await db.deleteFrom('api_keys').where('revoked_at', '<', times.revoked).execute();
  await db.deleteFrom('wrong_api_keys').where('at', '<', times.wrong).execute();
}
