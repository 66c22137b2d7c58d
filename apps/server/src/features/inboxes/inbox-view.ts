import { type Inbox, InboxConfig, type InboxRow } from '@bellhop/contract';
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

/** The whole inbox with masked secrets; `quarantined` counts its mails that wait for somebody to look at them. */
export function inboxDetail(record: InboxRecord, quarantined: number): Inbox {
  return {
    ...inboxRow(record),
    config: maskConfig(record.config),
    reply_to: record.reply_to,
    enable_plus_addressing: record.enable_plus_addressing,
    from_name_template: record.from_name_template,
    auth_type: record.auth_type === 'oauth2' ? 'oauth2' : 'password',
    undo_send_seconds: record.undo_send_seconds,
    health: {
      last_success_at: record.last_success_at?.toISOString() ?? null,
      last_error: record.last_error,
      last_error_at: record.last_error_at?.toISOString() ?? null,
      state: record.receive_state,
      quarantined,
    },
  };
}
