import type { Transaction } from '../../db/types.ts';

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
