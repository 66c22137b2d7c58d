import type { Webhook, WebhookInput, WebhookUpdate, WebhookWithSecret } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { randomToken } from '../../lib/crypto.ts';
import { hostOf, isPlainlyPrivate } from '../../lib/outbound.ts';
import { recordChange } from '../activity-log/index.ts';
import { loadSettings } from '../settings/index.ts';
import { cancelWaiting } from './deliveries.queries.ts';
import { getWebhook } from './read-webhooks.ts';
import {
  deleteWebhook,
  insertWebhook,
  isNameTaken,
  knownInboxes,
  lockWebhook,
  patchWebhook,
  type WebhookRow,
  type WebhookValues,
} from './webhooks.queries.ts';

type Parts = Pick<Deps, 'sealer'>;

/** So long a replaced secret goes on signing. */
const oldSecretMs = 24 * 3600_000;

/** Adds a webhook, on unless asked otherwise, and answers it with its secret. Throws config.name_taken, webhook.private_address, webhook.inbox_unknown. */
export async function createWebhook(
  uow: UnitOfWork,
  { sealer }: Parts,
  input: WebhookInput,
): Promise<WebhookWithSecret> {
  const values = await checkedValues(uow, input, { enabled: true, inbox_ids: [], description: '' });
  const secret = newSecret();
  const id = await insertWebhook(uow.db, { ...values, secret: sealer.seal(secret), now: uow.now });
  if (id === undefined) throw nameTaken(values.name);
  await recordChange(uow, { entity: 'webhook', id, name: values.name, before: null, after: { ...values, secret } });
  return { ...(await getWebhook(uow.db, id, uow.now)), secret };
}

/** Changes a webhook. Throws as `createWebhook`, webhook.not_found, config.changed_meanwhile. */
export async function updateWebhook(uow: UnitOfWork, id: number, input: WebhookUpdate): Promise<Webhook> {
  const row = await locked(uow, id, input);
  const values = await checkedValues(uow, input, row);
  if (await isNameTaken(uow.db, values.name, id)) throw nameTaken(values.name);
  await save(uow, row, values);
  return getWebhook(uow.db, id, uow.now);
}

/** Switches a webhook on or off. Throws webhook.not_found, config.changed_meanwhile. */
export async function toggleWebhook(
  uow: UnitOfWork,
  id: number,
  input: { enabled: boolean; based_on?: string | undefined },
): Promise<Webhook> {
  const row = await locked(uow, id, input);
  await save(uow, row, { ...valuesOf(row), enabled: input.enabled });
  return getWebhook(uow.db, id, uow.now);
}

/** Gives a webhook a new secret, beside which the old one signs for a day. Throws webhook.not_found, config.changed_meanwhile. */
export async function rotateSecret(
  uow: UnitOfWork,
  { sealer }: Parts,
  id: number,
  input: { based_on?: string | undefined },
): Promise<WebhookWithSecret> {
  const row = await locked(uow, id, input);
  const secret = newSecret();
  await patchWebhook(uow.db, id, {
    secret: sealer.seal(secret),
    old_secret: row.secret,
    old_secret_until: new Date(uow.now.getTime() + oldSecretMs),
    updated_at: uow.now,
  });
  const { name } = row;
  await recordChange(uow, { entity: 'webhook', id, name, before: { secret: row.secret }, after: { secret } });
  return { ...(await getWebhook(uow.db, id, uow.now)), secret };
}

/** Deletes a webhook with what waits and the log. Throws webhook.not_found. */
export async function removeWebhook(uow: UnitOfWork, id: number): Promise<true> {
  const row = await locked(uow, id, {});
  await deleteWebhook(uow.db, id);
  await recordChange(uow, { entity: 'webhook', id, name: row.name, before: valuesOf(row), after: null });
  return true;
}

async function locked(uow: UnitOfWork, id: number, input: { based_on?: string | undefined }): Promise<WebhookRow> {
  const row = await lockWebhook(uow.db, id);
  if (!row) throw new AppError('webhook.not_found');
  assertUnchanged(row, input);
  return row;
}

/** Switching on starts anew: no reason to be off, no failures counted. Nothing that waited before either switch is sent after it. */
async function save(uow: UnitOfWork, row: WebhookRow, values: WebhookValues): Promise<void> {
  const isSwitched = values.enabled !== row.enabled;
  const switched = { disabled_reason: null, disabled_at: values.enabled ? null : uow.now, failing_since: null };
  await patchWebhook(uow.db, row.id, { ...values, ...(isSwitched && switched), updated_at: uow.now });
  if (isSwitched) await cancelWaiting(uow.db, row.id, uow.now);
  const { id } = row;
  await recordChange(uow, { entity: 'webhook', id, name: values.name, before: valuesOf(row), after: { ...values } });
}

async function checkedValues(
  uow: UnitOfWork,
  input: WebhookUpdate,
  stored: Pick<WebhookRow, 'enabled' | 'inbox_ids' | 'description'>,
): Promise<WebhookValues> {
  const { name, url, events } = input;
  const { inbox_ids = stored.inbox_ids, description = stored.description, enabled = stored.enabled } = input;
  const { 'app.allow_private_addresses': mayBePrivate } = await loadSettings(uow.db);
  const address = new URL(url);
  // Names are looked up when the connection is made, and may lead elsewhere then.
  if (!mayBePrivate && isPlainlyPrivate(address)) {
    throw new AppError('webhook.private_address', {
      params: { host: hostOf(address) },
      data: { url: 'it leads to a private network' },
    });
  }
  // Without a deleted inbox none might be left, which would mean all of them.
  const known = new Set([...(await knownInboxes(uow.db, inbox_ids)), ...stored.inbox_ids]);
  if (inbox_ids.some((id) => !known.has(id))) {
    throw new AppError('webhook.inbox_unknown', { data: { inbox_ids: 'one of them is no inbox' } });
  }
  return { name, description, url, events, inbox_ids, enabled };
}

function valuesOf({ name, description, url, enabled, events, inbox_ids }: WebhookRow): WebhookValues {
  return { name, description, url, enabled, events, inbox_ids };
}

function newSecret(): string {
  return `whsec_${randomToken(40)}`;
}

function nameTaken(name: string): AppError {
  return new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
}
