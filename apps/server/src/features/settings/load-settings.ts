import { GeneralSettings } from '@bellhop/contract';
import * as z from 'zod';
import type { Reader } from '../../db/types.ts';
import { createCache } from '../../lib/cached.ts';
import { readSettings } from './settings.queries.ts';

const Settings = z.object({
  ...GeneralSettings.omit({ 'app.update': true, 'app.version': true }).shape,
  /** Seconds that a reply with `undo` waits before it is sent (settled question 18). */
  'app.undo_send_seconds': z.number().int().min(0).max(60).default(10),
  /** Where emoji pictures come from, as `<this>/<code>.svg`; null for Bellhop itself (settled question 36). */
  'app.emoji_base_url': z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  /**
   * Whether addresses that administrators enter, such as that of a sign-on provider, may lead to private networks and this machine, and
   * may begin with http://.
   */
  'app.allow_private_addresses': z.boolean().default(false),
  /** How long a session lives without use (settled question 5). */
  'app.session_lifetime_seconds': z.number().int().min(60).default(32_400),
  /** Days for which the source of a processed mail is kept; 0 for ever. */
  'app.raw_mail_retention_days': z.number().int().min(0).default(0),
  /** Days for which the activity log is kept; 0 for ever. */
  'app.activity_log_retention_days': z.number().int().min(0).default(0),
  /** What an agent's new conversation adds to its subject; `{ref}` stands for the reference number (behaviour 2.4). */
  'app.subject_marker': z.string().max(100).includes('{ref}').default(' - #{ref}'),
  /** A reply opens a new conversation when its own was closed more than so many days ago; 0 reopens it always (behaviour 1.8). */
  'app.new_conversation_after_closed_days': z.number().int().min(0).default(0),
});
export type Settings = z.output<typeof Settings>;

const cache = createCache(30_000, async (db: Reader) => Settings.parse(await readSettings(db)));

/**
 * The settings, remembered for half a minute per reader; the channel `bellhop_settings` drops them. Throws when a key that the
 * first start seeds is missing or of a wrong type.
 */
export async function loadSettings(db: Reader): Promise<Settings> {
  return cache.get(db);
}

/** The settings as they were read last, for callers that cannot wait; undefined before the first read. */
export function lastSettings(db: Reader): Settings | undefined {
  return cache.peek(db);
}

/** Forgets the settings of a reader; called when another process changed them. */
export function dropSettings(db: Reader): void {
  cache.drop(db);
}
