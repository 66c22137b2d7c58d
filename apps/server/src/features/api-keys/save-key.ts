import { type ApiKeyCreate, type ApiKeyUpdate, mostApiKeys, type NewApiKey } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { sha256 } from '../../lib/crypto.ts';
import { lockAgent } from '../users/index.ts';
import { countKeys, insertKey, isKeyNameTaken, lockKey, patchKey } from './api-keys.queries.ts';
import { keyView } from './list-keys.ts';
import { newKey } from './presented-key.ts';
import { recordKey } from './record-key.ts';

/**
 * Makes a key for the actor and tells its secret, this once. Stored is its SHA-256: 64 random letters and digits hold 381 bits, which no
 * list of guesses shortens, so the slow hash that passwords need would only slow every request down. Throws input.invalid for an end in
 * the past, api_key.exceeds, api_key.too_many, config.name_taken.
 */
export async function createKey(uow: UnitOfWork, input: ApiKeyCreate): Promise<NewApiKey> {
  const { actor } = uow;
  const expires_at = input.expires_at === null ? null : new Date(input.expires_at);
  if (expires_at && expires_at <= uow.now) {
    const reason = 'it must be in the future';
    throw new AppError('input.invalid', { params: { field: 'expires_at', reason }, data: { expires_at: reason } });
  }
  demandHeld(actor, input.permissions);
  await lockOwner(uow);
  if ((await countKeys(uow.db, actor.id)) >= mostApiKeys) {
    throw new AppError('api_key.too_many', { params: { most: mostApiKeys } });
  }
  await demandFreeName(uow, input.name, null);
  const { key, secret } = newKey();
  const { name, permissions } = input;
  const row = await insertKey(uow.db, {
    user_id: actor.id,
    name,
    key,
    secret_hash: sha256(secret),
    permissions,
    expires_at,
    now: uow.now,
  });
  const after = { name, permissions, expires_at: expires_at?.toISOString() ?? null };
  await recordKey(uow, 'api_key_created', { user_id: actor.id, name, before: {}, after });
  return { ...keyView(row, actor.permissions), key, secret };
}

/**
 * Renames one of the actor's keys and changes what it may do, at once: requests read it anew, open sockets are looked at again. Throws
 * api_key.not_found, also for revoked ones, config.*, api_key.exceeds for permissions that the actor would add without having them.
 */
export async function updateKey(uow: UnitOfWork, id: number, input: ApiKeyUpdate): Promise<true> {
  const user_id = uow.actor.id;
  // Names are compared under the same lock as when keys are made.
  await lockOwner(uow);
  const key = await lockKey(uow.db, { user_id, id });
  if (!key || key.revoked_at) throw new AppError('api_key.not_found');
  assertUnchanged(key, input);
  const { name, permissions } = input;
  demandHeld(
    uow.actor,
    permissions.filter((permission) => !key.permissions.includes(permission)),
  );
  await demandFreeName(uow, name, id);
  await patchKey(uow.db, id, { name, permissions, now: uow.now });
  const before = { name: key.name, permissions: key.permissions };
  await recordKey(uow, 'api_key_changed', { user_id, name, before, after: { name, permissions } });
  uow.wake('bellhop_sessions', String(user_id));
  return true;
}

/** Keys of one agent are made one after the other, and none in the moment in which they are disabled. */
async function lockOwner(uow: UnitOfWork): Promise<void> {
  const agent = await lockAgent(uow.db, uow.actor.id);
  if (!agent?.enabled) throw new AppError('session.account_disabled');
}

async function demandFreeName(uow: UnitOfWork, name: string, id: number | null): Promise<void> {
  if (!(await isKeyNameTaken(uow.db, { user_id: uow.actor.id, name, id }))) return;
  throw new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
}

/** Nobody gives what they do not have (behaviour 10.5). */
function demandHeld(actor: Actor, permissions: readonly string[]): void {
  const lacking = permissions.filter((permission) => !actor.permissions.has(permission)).join(', ');
  if (lacking === '') return;
  throw new AppError('api_key.exceeds', {
    params: { permissions: lacking },
    data: { permissions: `you do not have ${lacking}` },
  });
}
