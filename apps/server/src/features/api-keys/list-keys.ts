import { type ApiKey, mostApiKeys } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadAgent } from '../users/index.ts';
import { type KeyRow, listKeyRows } from './api-keys.queries.ts';

/** An agent's keys, newest first, revoked ones last. Throws agent.not_found. */
export async function listKeysOf(db: Reader, userId: number): Promise<ApiKey[]> {
  const { permissions } = await loadAgent(db, userId);
  const held = new Set(permissions);
  // As many again of those that were revoked lately.
  return (await listKeyRows(db, userId, 2 * mostApiKeys)).map((row) => keyView(row, held));
}

/** A key as the wire shows it, for an agent who holds these permissions. */
export function keyView({ key, user_id: _, ...row }: KeyRow, held: ReadonlySet<string>): ApiKey {
  return {
    ...wireTimes(row),
    key_start: key.slice(0, 8),
    effective_permissions: row.permissions.filter((permission) => held.has(permission)),
  };
}
