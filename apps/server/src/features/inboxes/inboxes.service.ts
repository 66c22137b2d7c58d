import { isDeepStrictEqual } from 'node:util';
import { type Inbox, InboxConfig, type InboxInput, type InboxRow } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { sealConfig } from './inbox-secrets.ts';
import { inboxDetail, inboxRow } from './inbox-view.ts';
import { findInbox, type InboxRecord, insertInbox, listInboxes, lockInbox, patchInbox } from './inboxes.queries.ts';
import { parseMailbox } from './parse-mailbox.ts';
import { countQuarantined } from './raw-mails.queries.ts';
import { dropRecipients } from './resolve-recipient.ts';

/** Every inbox that is not deleted, disabled ones included, without secrets. */
export async function readInboxes(deps: Deps): Promise<InboxRow[]> {
  return (await listInboxes(deps.db)).map(inboxRow);
}

/** Throws `inbox.not_found` for unknown and deleted ones. */
export async function readInbox(deps: Deps, id: number): Promise<Inbox> {
  const record = await findInbox(deps.db, id);
  if (!record || record.deleted_at) throw new AppError('inbox.not_found');
  return inboxDetail(record, await countQuarantined(deps.db, id));
}

/** Everything is checked before the row exists (behaviour 1.1). Throws `inbox.from_invalid`. */
export function createInbox(deps: Deps, actor: Actor, input: InboxInput): Promise<number> {
  const { from, address, reply_to } = checkAddresses(input);
  return change(deps, actor, async (uow) => {
    const id = await insertInbox(uow.db, {
      name: input.name,
      channel: input.channel,
      from,
      address,
      reply_to,
      enabled: input.enabled ?? true,
      csat_enabled: input.csat_enabled ?? false,
      config: JSON.stringify(sealConfig(deps.sealer, input.config, { imap: [], smtp: [] })),
      // Local mail delivers plus addresses for certain; of a real mailbox that has yet to be shown (settled question 41).
      enable_plus_addressing: input.enable_plus_addressing ?? input.config.imap.length === 0,
      from_name_template: input.from_name_template ?? '',
      auth_type: input.auth_type ?? 'password',
      undo_send_seconds: input.undo_send_seconds ?? null,
      created_at: uow.now,
      updated_at: uow.now,
    });
    await tell(uow, id);
    return id;
  });
}

/** Members that a foreign client does not know keep their value (settled question 1). */
export async function updateInbox(deps: Deps, actor: Actor, id: number, input: InboxInput): Promise<void> {
  const { from, address, reply_to } = checkAddresses(input);
  await change(deps, actor, async (uow) => {
    const stored = await lockInbox(uow.db, id);
    if (!stored) throw new AppError('inbox.not_found');
    const config = sealConfig(deps.sealer, input.config, stored.config);
    // Kept secrets are the stored text; one that was entered again is sealed anew and counts as another.
    const isSameConfig = isDeepStrictEqual(config, InboxConfig.parse(stored.config));
    await patchInbox(uow.db, id, {
      name: input.name,
      from,
      address,
      reply_to: input.reply_to === undefined ? stored.reply_to : reply_to,
      enabled: input.enabled ?? stored.enabled,
      csat_enabled: input.csat_enabled ?? stored.csat_enabled,
      config: JSON.stringify(config),
      enable_plus_addressing: plusAddressing(stored, input),
      from_name_template: input.from_name_template ?? stored.from_name_template,
      auth_type: input.auth_type ?? stored.auth_type,
      undo_send_seconds: input.undo_send_seconds === undefined ? stored.undo_send_seconds : input.undo_send_seconds,
      updated_at: uow.now,
      ...(isSameConfig ? {} : { receive_state: 'idle', last_error: null, last_error_at: null }),
    });
    await tell(uow, id);
  });
}

/** Flips `enabled`. */
export async function toggleInbox(deps: Deps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, async (uow) => {
    const stored = await lockInbox(uow.db, id);
    if (!stored) throw new AppError('inbox.not_found');
    await patchInbox(uow.db, id, { enabled: !stored.enabled, receive_state: 'idle', updated_at: uow.now });
    await tell(uow, id);
  });
}

/** Hides the inbox and wipes its configuration, secrets with it; unknown ids are no error (wire A 19.6). */
export async function removeInbox(deps: Deps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, async (uow) => {
    const stored = await lockInbox(uow.db, id);
    if (!stored) return;
    await patchInbox(uow.db, id, {
      config: JSON.stringify({ imap: [], smtp: [] }),
      deleted_at: uow.now,
      updated_at: uow.now,
    });
    await tell(uow, id);
  });
}

async function change<T>(deps: Deps, actor: Actor, body: (uow: UnitOfWork) => Promise<T>): Promise<T> {
  const result = await deps.work(actor, body);
  dropRecipients(deps.db);
  return result;
}

/** Receivers everywhere reload this one inbox. */
async function tell(uow: UnitOfWork, inbox_id: number): Promise<void> {
  await uow.publish({ kind: 'inbox.changed', inbox_id });
  uow.wake('bellhop_inboxes', String(inbox_id));
}

function checkAddresses(input: InboxInput): { from: string; address: string; reply_to: string } {
  const mailbox = parseMailbox(input.from);
  if (!mailbox) throw new AppError('inbox.from_invalid');
  const replyTo = input.reply_to ? parseMailbox(input.reply_to) : null;
  if (input.reply_to && !replyTo) {
    throw new AppError('input.invalid', {
      params: { field: 'reply_to', reason: 'not an e-mail address' },
      data: { reply_to: 'not an e-mail address' },
    });
  }
  return { from: input.from, address: mailbox.address, reply_to: replyTo?.address ?? '' };
}

/**
 * An inbox that turns from local mail into a real mailbox loses its plus addresses, and gets them back the other way, unless
 * the request changes the switch itself (settled question 41).
 */
function plusAddressing(stored: InboxRecord, input: InboxInput): boolean {
  const wanted = input.enable_plus_addressing ?? stored.enable_plus_addressing;
  const wasLocal = isLocal(stored.config);
  const becomesLocal = input.config.imap.length === 0;
  return wasLocal === becomesLocal || wanted !== stored.enable_plus_addressing ? wanted : becomesLocal;
}

function isLocal(config: unknown): boolean {
  return ((config as { imap?: unknown[] }).imap ?? []).length === 0;
}
