import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { lockKey, revokeRows } from './api-keys.queries.ts';
import { recordKey } from './record-key.ts';

/** Revokes a key of an agent for good, open sockets included; one that is revoked stays so. Throws api_key.not_found. */
export async function revokeKey(uow: UnitOfWork, key: { user_id: number; id: number }): Promise<true> {
  if (!(await lockKey(uow.db, key))) throw new AppError('api_key.not_found');
  await revoke(uow, key);
  return true;
}

/** Revokes every key of an agent who is disabled or deleted (behaviour 3.6). */
export async function revokeKeysOf(uow: UnitOfWork, userId: number): Promise<void> {
  await revoke(uow, { user_id: userId });
}

async function revoke(uow: UnitOfWork, keys: { user_id: number; id?: number }): Promise<void> {
  const { user_id } = keys;
  for (const { name } of await revokeRows(uow.db, { ...keys, at: uow.now, by: uow.actor.id })) {
    await recordKey(uow, 'api_key_revoked', { user_id, name });
  }
  uow.wake('bellhop_sessions', String(user_id));
}
