import type { Selectable } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type ChallengeKind = 'login' | 'passkey_login' | 'add_totp' | 'add_passkey' | 'confirm';
export type ChallengeRow = Selectable<DB['factor_challenges']>;

interface Key {
  id_hash: Buffer;
  kind: ChallengeKind;
}

/** Puts a challenge in the place of the one before of the same kind. */
export async function putChallenge(
  db: Transaction,
  challenge: Key & {
    user_id: number | null;
    expires_at: Date;
    challenge?: string;
    secret?: string;
    by_password?: boolean;
    provider_id?: number | null;
    logout_address?: string | null;
  },
): Promise<void> {
  await deleteChallenge(db, challenge);
  await db.insertInto('factor_challenges').values(challenge).execute();
}

/** A challenge that has not expired; undefined for any other. */
export async function findChallenge(db: Reader, { id_hash, kind }: Key, now: Date): Promise<ChallengeRow | undefined> {
  return live(db, { id_hash, kind }, now).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export async function lockChallenge(db: Transaction, key: Key, now: Date): Promise<ChallengeRow | undefined> {
  return live(db, key, now).forUpdate().executeTakeFirst();
}

/** Says what a passkey must sign for a challenge, null for nothing more. */
export async function setPasskeyChallenge(db: Transaction, key: Key, challenge: string | null): Promise<void> {
  await db
    .updateTable('factor_challenges')
    .set({ challenge })
    .where('id_hash', '=', key.id_hash)
    .where('kind', '=', key.kind)
    .execute();
}

export async function countAttempt(db: Transaction, key: Key): Promise<void> {
  await db
    .updateTable('factor_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id_hash', '=', key.id_hash)
    .where('kind', '=', key.kind)
    .execute();
}

export async function deleteChallenge(db: Transaction, { id_hash, kind }: Key): Promise<void> {
  await db.deleteFrom('factor_challenges').where('id_hash', '=', id_hash).where('kind', '=', kind).execute();
}

export async function deleteChallengesOf(db: Transaction, userId: number): Promise<void> {
  await db.deleteFrom('factor_challenges').where('user_id', '=', userId).execute();
}

function live(db: Reader, { id_hash, kind }: Key, now: Date) {
  return db
    .selectFrom('factor_challenges')
    .selectAll()
    .where('id_hash', '=', id_hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now);
}
