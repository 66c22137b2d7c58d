import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type FactorRow = Selectable<DB['second_factors']>;
export type PasskeyRow = Omit<Selectable<DB['passkeys']>, 'counter'> & { counter: number };

/** What an agent has beside the password; undefined for one who never began. */
export async function findFactor(db: Reader, userId: number): Promise<FactorRow | undefined> {
  return db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Locks an agent's row, which is made where there is none: changes to what one agent has wait for each other. */
export async function lockFactor(db: Transaction, userId: number, handle: Buffer): Promise<FactorRow> {
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, passkey_handle: handle })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Puts an app in the place of the one before, null for none. */
export async function replaceTotp(
  db: Transaction,
  userId: number,
  totp: { secret: string; step: number; now: Date } | null,
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({
      totp_secret: totp?.secret ?? null,
      totp_created_at: totp?.now ?? null,
      totp_last_used_at: null,
      totp_last_step: totp?.step ?? 0,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Writes down that the code of a step was used. */
export async function noteStep(db: Transaction, userId: number, step: number, now: Date): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ totp_last_step: step, totp_last_used_at: now })
    .where('user_id', '=', userId)
    .execute();
}

/** An agent's passkeys, oldest first. */
export async function listPasskeys(db: Reader, userId: number): Promise<PasskeyRow[]> {
  const rows = await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }));
}

/** The passkey of a credential id with its owner's handle; undefined for one that nobody has. */
export async function findPasskey(
  db: Reader,
  credentialId: string,
): Promise<(PasskeyRow & { passkey_handle: Buffer }) | undefined> {
  const row = await db
    .selectFrom('passkeys as p')
    .innerJoin('second_factors as f', 'f.user_id', 'p.user_id')
    .where('p.credential_id', '=', credentialId)
    .selectAll('p')
    .select('f.passkey_handle')
    .executeTakeFirst();
  return row && { ...row, counter: Number(row.counter) };
}

/** Whether anybody can sign in by a passkey made for this host name. */
export async function isAnyPasskey(db: Reader, rpId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.rp_id', '=', rpId)
    .where('u.enabled', '=', true)
    .where('u.deleted_at', 'is', null)
    .select('p.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPasskey(
  db: Transaction,
  passkey: Omit<PasskeyRow, 'id' | 'last_used_at'>,
): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a use of a passkey. */
export async function notePasskeyUse(db: Transaction, id: number, use: { counter: number; now: Date }): Promise<void> {
  await db.updateTable('passkeys').set({ counter: use.counter, last_used_at: use.now }).where('id', '=', id).execute();
}

export async function renamePasskey(db: Transaction, userId: number, id: number, name: string): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes one passkey of an agent; answers its name, undefined when the agent has no such one. */
export async function deletePasskey(db: Transaction, userId: number, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deletePasskeysOf(db: Transaction, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

export async function countRecoveryCodes(db: Reader, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Puts codes in the place of those before. */
export async function replaceRecoveryCodes(db: Transaction, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses a recovery code up; false when the agent has no such one. */
export async function takeRecoveryCode(db: Transaction, userId: number, hash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of the roles of an agent that require a second factor. */
export async function listRequiringRoles(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .where('ur.user_id', '=', userId)
    .where('r.requires_second_factor', '=', true)
    .select('r.name')
    .orderBy(sql`lower(r.name)`)
    .execute();
  return rows.map((row) => row.name);
}

/** Whether an agent has a password to sign in with. */
export async function hasPassword(db: Reader, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('password_hash', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
