import type { Reader, Transaction } from '../../db/types.ts';

/** Stores the hash of an agent's token in place of the one before. */
export async function replacePasswordToken(
  db: Transaction,
  token: { user_id: number; token_hash: Buffer; expires_at: Date },
): Promise<void> {
  const { user_id: _, ...values } = token;
  await db
    .insertInto('password_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Ends whatever token an agent has. */
export async function deletePasswordToken(db: Transaction, userId: number): Promise<void> {
  await db.deleteFrom('password_tokens').where('user_id', '=', userId).execute();
}

/** Whose token this is, while it holds. */
export async function findPasswordToken(db: Reader, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('password_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Uses a token up; false when it does not hold any more. */
export async function takePasswordToken(
  db: Transaction,
  token: { user_id: number; token_hash: Buffer; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_tokens')
    .where('user_id', '=', token.user_id)
    .where('token_hash', '=', token.token_hash)
    .where('expires_at', '>', token.now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
