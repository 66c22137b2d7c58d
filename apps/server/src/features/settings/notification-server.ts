import {
  type EmailNotificationInput,
  EmailNotificationSettings,
  type InboxConfig,
  type SmtpConfig,
  secretMask,
} from '@bellhop/contract';
import * as z from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { refused } from '../../core/refused.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import type { Sealer } from '../../lib/crypto.ts';
import { parseMailbox } from '../../lib/parse-mailbox.ts';
import { recordChange } from '../activity-log/index.ts';
import { lockGroup, readGroup, writeSettings } from './settings.queries.ts';

const prefix = 'notification.email.';
const passwordKey = `${prefix}password`;

/** What counts until an administrator says otherwise (behaviour 12.5): no server, and nothing is sent. */
const seeds: EmailNotificationSettings = {
  'notification.email.enabled': false,
  'notification.email.host': '',
  'notification.email.port': 587,
  'notification.email.username': '',
  'notification.email.password': '',
  'notification.email.max_conns': 5,
  'notification.email.idle_timeout': '25s',
  'notification.email.wait_timeout': '60s',
  'notification.email.auth_protocol': 'plain',
  'notification.email.email_address': '',
  'notification.email.max_msg_retries': 3,
  'notification.email.tls_type': 'starttls',
  'notification.email.tls_skip_verify': false,
  'notification.email.hello_hostname': '',
};
const Stored = z.preprocess((values) => ({ ...seeds, ...(values as object) }), EmailNotificationSettings);

/** The settings as they are shown, the password masked (wire A 11.1). */
export async function emailNotifications(db: Reader): Promise<EmailNotificationSettings & { updated_at: string }> {
  const { values, updated_at } = await readGroup(db, prefix);
  const stored = Stored.parse(values);
  return {
    ...stored,
    [passwordKey]: stored[passwordKey] === '' ? '' : secretMask,
    updated_at: updated_at.toISOString(),
  };
}

/**
 * Stores what is sent; the rest stays as it was (wire A 11.2). The next mail goes by it, in every process. Throws input.invalid naming
 * the key, config.changed_meanwhile.
 */
export function saveEmailNotifications(deps: Deps, actor: Actor, input: EmailNotificationInput): Promise<true> {
  return deps.work(actor, (uow) => save(uow, deps.sealer, input));
}

async function save(uow: UnitOfWork, sealer: Sealer, input: EmailNotificationInput): Promise<true> {
  const { values, updated_at } = await lockGroup(uow.db, prefix);
  assertUnchanged({ updated_at }, input);
  const before = Stored.parse(values);
  const after = merge(sealer, before, input);
  if (after['notification.email.enabled']) demandComplete(after);
  await writeSettings(uow.db, after, uow.now);
  await recordChange(uow, { entity: 'notification_settings', id: 1, name: 'SMTP', before, after });
  return true;
}

/** The stored settings with what is given laid over them, the password sealed. Throws input.invalid for a bad address. */
function merge(
  sealer: Sealer,
  stored: EmailNotificationSettings,
  input: EmailNotificationInput,
): EmailNotificationSettings {
  const { based_on: _, [passwordKey]: password, ...given } = input;
  const address = given['notification.email.email_address'];
  if (address !== undefined && parseMailbox(address) === null)
    throw refused(`${prefix}email_address`, 'not an e-mail address');
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const isKept = !password || password.includes('•');
  return { ...stored, ...sent, [passwordKey]: isKept ? stored[passwordKey] : sealer.seal(password) };
}

function demandComplete(settings: EmailNotificationSettings): void {
  if (settings['notification.email.host'] === '') throw refused(`${prefix}host`, 'it is missing');
  if (settings['notification.email.email_address'] === '') throw refused(`${prefix}email_address`, 'it is missing');
}

/** A server to send by, its password opened, and the mailbox that mails come from. */
export interface NotificationServer {
  is_enabled: boolean;
  config: InboxConfig;
  from: { name: string; address: string };
}

/** The server of the stored settings, with unsaved ones laid over them; throws input.invalid when it cannot be used. */
export async function notificationServer(
  deps: Pick<Deps, 'db' | 'sealer'>,
  input: EmailNotificationInput = {},
): Promise<NotificationServer> {
  const { values } = await readGroup(deps.db, prefix);
  const settings = merge(deps.sealer, Stored.parse(values), input);
  demandComplete(settings);
  return {
    is_enabled: settings['notification.email.enabled'],
    config: { imap: [], smtp: [smtpOf(deps.sealer, settings)] },
    from: parseMailbox(settings['notification.email.email_address'])!,
  };
}

/** Whether mails to agents are sent at all; the only question that a unit of work asks. */
export async function isNotificationMailOn(db: Reader): Promise<boolean> {
  const { values } = await readGroup(db, prefix);
  return Stored.parse(values)['notification.email.enabled'];
}

function smtpOf(sealer: Sealer, settings: EmailNotificationSettings): SmtpConfig {
  return {
    host: settings['notification.email.host'],
    port: settings['notification.email.port'],
    username: settings['notification.email.username'],
    password: sealer.open(settings[passwordKey]),
    auth_protocol: settings['notification.email.auth_protocol'],
    tls_type: settings['notification.email.tls_type'],
    tls_skip_verify: settings['notification.email.tls_skip_verify'],
    max_conns: settings['notification.email.max_conns'],
    max_msg_retries: settings['notification.email.max_msg_retries'],
    idle_timeout: settings['notification.email.idle_timeout'],
    wait_timeout: settings['notification.email.wait_timeout'],
    hello_hostname: settings['notification.email.hello_hostname'],
  };
}
