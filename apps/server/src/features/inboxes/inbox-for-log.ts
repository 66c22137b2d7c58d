import { InboxConfig } from '@bellhop/contract';
import type { InboxRecord } from './inboxes.queries.ts';

/** What of an inbox administrators set. */
type Written = Pick<
  InboxRecord,
  | 'name'
  | 'channel'
  | 'from'
  | 'reply_to'
  | 'enabled'
  | 'csat_enabled'
  | 'enable_plus_addressing'
  | 'from_name_template'
  | 'auth_type'
  | 'undo_send_seconds'
  | 'csat_delay_minutes'
> & { config: unknown };

/**
 * An inbox as the activity log compares it, each setting of its servers a member of its own (`imap.0.host`), so that a change names
 * what changed. Secrets are told by their names and masked there.
 */
export function inboxForLog(inbox: Written): Record<string, unknown> {
  const { name, channel, from, reply_to, enabled, csat_enabled, enable_plus_addressing } = inbox;
  const { from_name_template, auth_type, undo_send_seconds, csat_delay_minutes } = inbox;
  return {
    name,
    channel,
    from,
    reply_to,
    enabled,
    csat_enabled,
    enable_plus_addressing,
    from_name_template,
    auth_type,
    undo_send_seconds,
    csat_delay_minutes,
    ...Object.fromEntries(flatten('', InboxConfig.parse(inbox.config))),
  };
}

function flatten(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => flatten(path === '' ? name : `${path}.${name}`, inner));
}
