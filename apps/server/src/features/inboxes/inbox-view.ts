import { type Inbox, InboxConfig, type InboxHealth, type InboxRow } from '@bellhop/contract';
import { maskConfig } from './inbox-secrets.ts';
import type { InboxRecord } from './inboxes.queries.ts';

/** A row of the list: no configuration, no secrets (wire A 19.1). */
export function inboxRow(record: InboxRecord): InboxRow {
  return {
    id: record.id,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    name: record.name,
    channel: 'email',
    enabled: record.enabled,
    csat_enabled: record.csat_enabled,
    from: record.from,
    address: record.address,
    is_local: InboxConfig.parse(record.config).smtp.length === 0,
    config: null,
  };
}

/** The whole inbox with masked secrets. */
export function inboxDetail(record: InboxRecord, health: InboxHealth): Inbox {
  return {
    ...inboxRow(record),
    config: maskConfig(record.config),
    reply_to: record.reply_to,
    enable_plus_addressing: record.enable_plus_addressing,
    from_name_template: record.from_name_template,
    auth_type: record.auth_type === 'oauth2' ? 'oauth2' : 'password',
    undo_send_seconds: record.undo_send_seconds,
    csat_delay_minutes: record.csat_delay_minutes,
    health,
  };
}
