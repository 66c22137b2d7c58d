import type { ConnectionCheck, InboxConfig } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { openConfig, sealConfig } from './inbox-secrets.ts';
import { findInbox } from './inboxes.queries.ts';

/** Tries every server of a configuration before it is saved; masked secrets are those of inbox `id`, when given. */
export async function testConnection(deps: Deps, id: number | null, config: InboxConfig): Promise<ConnectionCheck[]> {
  const stored = id === null ? null : await findInbox(deps.db, id);
  if (id !== null && (!stored || stored.deleted_at)) throw new AppError('inbox.not_found');
  const sealed = sealConfig(deps.sealer, config, stored?.config ?? { imap: [], smtp: [] });
  return deps.channel.check(openConfig(deps.sealer, sealed));
}
