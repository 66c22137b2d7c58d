import type { InboxConfig } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import type { Sealer } from '../../lib/crypto.ts';
import { openConfig } from './inbox-secrets.ts';
import { listInboxes } from './inboxes.queries.ts';

/** Every inbox that is not deleted with its secrets opened, for checks by the operator. Throws when the key is another. */
export async function listInboxConfigs(
  db: Reader,
  sealer: Sealer,
): Promise<{ id: number; name: string; enabled: boolean; config: InboxConfig; last_error: string | null }[]> {
  return (await listInboxes(db)).map(({ id, name, enabled, config, last_error }) => ({
    id,
    name,
    enabled,
    config: openConfig(sealer, config),
    last_error,
  }));
}
