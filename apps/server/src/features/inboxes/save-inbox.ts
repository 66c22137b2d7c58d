import { isDeepStrictEqual } from 'node:util';
import { InboxConfig, type InboxInput } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Sealer } from '../../lib/crypto.ts';
import { parseMailbox } from '../../lib/parse-mailbox.ts';
import { recordChange } from '../activity-log/index.ts';
import { inboxForLog } from './inbox-for-log.ts';
import { sealConfig } from './inbox-secrets.ts';
import { type InboxRecord, insertInbox, lockInbox, patchInbox } from './inboxes.queries.ts';
import { watchSoon } from './watch-mailboxes.ts';

/** Everything is checked before the row exists (behaviour 1.1). Throws `inbox.from_invalid`, `input.invalid`. */
export async function createInbox(uow: UnitOfWork, sealer: Sealer, input: InboxInput): Promise<true> {
  const { from, address, reply_to } = checkAddresses(input);
  const row = {
    name: input.name,
    channel: input.channel,
    from,
    address,
    reply_to,
    enabled: input.enabled ?? true,
    csat_enabled: input.csat_enabled ?? false,
    // Local mail delivers plus addresses for certain; of a real mailbox that has yet to be shown (settled question 41).
    enable_plus_addressing: input.enable_plus_addressing ?? input.config.imap.length === 0,
    from_name_template: input.from_name_template ?? '',
    auth_type: input.auth_type ?? 'password',
    undo_send_seconds: input.undo_send_seconds ?? null,
    csat_delay_minutes: input.csat_delay_minutes ?? null,
  };
  const config = sealConfig(sealer, input.config, { imap: [], smtp: [] });
  const times = { created_at: uow.now, updated_at: uow.now };
  const id = await insertInbox(uow.db, { ...row, ...times, config: JSON.stringify(config) });
  await tell(uow, id);
  await recordChange(uow, {
    entity: 'inbox',
    id,
    name: row.name,
    before: null,
    after: inboxForLog({ ...row, config }),
  });
  return true;
}

/**
 * Members that a foreign client does not know keep their value (settled question 1). Throws `inbox.not_found`,
 * `inbox.from_invalid`, `input.invalid`, `config.changed_meanwhile`.
 */
export async function updateInbox(uow: UnitOfWork, sealer: Sealer, id: number, input: InboxInput): Promise<true> {
  const { from, address, reply_to } = checkAddresses(input);
  const stored = await lockInbox(uow.db, id);
  if (!stored) throw new AppError('inbox.not_found');
  assertUnchanged(stored, input);
  const config = sealConfig(sealer, input.config, stored.config);
  // Kept secrets are the stored text; one that was entered again is sealed anew and counts as another.
  const isSameConfig = isDeepStrictEqual(config, InboxConfig.parse(stored.config));
  const row = {
    name: input.name,
    from,
    address,
    reply_to: input.reply_to === undefined ? stored.reply_to : reply_to,
    enabled: input.enabled ?? stored.enabled,
    csat_enabled: input.csat_enabled ?? stored.csat_enabled,
    enable_plus_addressing: plusAddressing(stored, input),
    from_name_template: input.from_name_template ?? stored.from_name_template,
    auth_type: input.auth_type ?? stored.auth_type,
    undo_send_seconds: input.undo_send_seconds === undefined ? stored.undo_send_seconds : input.undo_send_seconds,
    csat_delay_minutes: input.csat_delay_minutes === undefined ? stored.csat_delay_minutes : input.csat_delay_minutes,
  };
  await patchInbox(uow.db, id, {
    ...row,
    config: JSON.stringify(config),
    updated_at: uow.now,
    ...(isSameConfig && row.enabled === stored.enabled ? {} : unknownHealth),
  });
  await tell(uow, id);
  await recordChange(uow, {
    entity: 'inbox',
    id,
    name: row.name,
    before: inboxForLog(stored),
    after: inboxForLog({ ...row, channel: stored.channel, config }),
  });
  return true;
}

/** Flips `enabled`. Throws `inbox.not_found`. */
export async function toggleInbox(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockInbox(uow.db, id);
  if (!stored) throw new AppError('inbox.not_found');
  const enabled = !stored.enabled;
  await patchInbox(uow.db, id, { enabled, ...unknownHealth, updated_at: uow.now });
  await tell(uow, id);
  const change = { before: { enabled: stored.enabled }, after: { enabled } };
  await recordChange(uow, { entity: 'inbox', id, name: stored.name, ...change });
  return true;
}

/** Hides the inbox and wipes its configuration, secrets with it; unknown ids are no error (wire A 19.6). */
export async function removeInbox(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockInbox(uow.db, id);
  if (!stored) return true;
  await patchInbox(uow.db, id, {
    config: JSON.stringify({ imap: [], smtp: [] }),
    deleted_at: uow.now,
    updated_at: uow.now,
  });
  await tell(uow, id);
  await recordChange(uow, { entity: 'inbox', id, name: stored.name, before: inboxForLog(stored), after: null });
  return true;
}

/** What an earlier configuration met says nothing of this one. */
const unknownHealth = {
  receive_state: 'idle',
  last_error: null,
  last_error_at: null,
  last_problem: null,
  failing_since: null,
} as const;

/** Receivers everywhere reload this one inbox. */
async function tell(uow: UnitOfWork, inbox_id: number): Promise<void> {
  uow.wake('bellhop_inboxes', String(inbox_id));
  await uow.publish({ kind: 'inbox.changed', inbox_id });
  // What was wrong with it may be over.
  await watchSoon(uow);
}

function checkAddresses(input: InboxInput): { from: string; address: string; reply_to: string } {
  const mailbox = parseMailbox(input.from);
  if (!mailbox) throw new AppError('inbox.from_invalid', { data: { from: notAnAddress } });
  const replyTo = input.reply_to ? parseMailbox(input.reply_to) : null;
  if (input.reply_to && !replyTo) {
    throw new AppError('input.invalid', {
      params: { field: 'reply_to', reason: notAnAddress },
      data: { reply_to: notAnAddress },
    });
  }
  return { from: input.from, address: mailbox.address, reply_to: replyTo?.address ?? '' };
}

const notAnAddress = 'it is no e-mail address';

/**
 * An inbox that turns from local mail into a real mailbox loses its plus addresses, and gets them back the other way, unless
 * the request changes the switch itself (settled question 41).
 */
function plusAddressing(stored: InboxRecord, input: InboxInput): boolean {
  const wanted = input.enable_plus_addressing ?? stored.enable_plus_addressing;
  const wasLocal = InboxConfig.parse(stored.config).imap.length === 0;
  const becomesLocal = input.config.imap.length === 0;
  return wasLocal === becomesLocal || wanted !== stored.enable_plus_addressing ? wanted : becomesLocal;
}
