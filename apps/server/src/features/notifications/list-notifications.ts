import type { Notification, NotificationPage, NotificationsQuery } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { previewOf } from '../conversations/index.ts';
import { countUnread, listOwn, type NotificationRow } from './notifications.queries.ts';
import { detailOf, ruleOf } from './words.ts';

const pageSize = 30;

/**
 * What the actor was told, newest first. What became invisible meanwhile is left out, and is back when access is. Throws
 * input.invalid for a strange cursor.
 */
export async function listNotifications(
  db: Reader,
  actor: Actor,
  query: NotificationsQuery,
): Promise<NotificationPage> {
  const before = query.cursor ? readCursor(query.cursor) : null;
  const rows = await listOwn(db, actor, { before, unread: query.unread ?? false, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  return {
    results: await Promise.all(shown.map((row) => view(db, row))),
    next_cursor: rows.length > pageSize ? String(shown.at(-1)!.id) : null,
  };
}

/** How many of what the list shows has not been read. */
export async function countNotifications(db: Reader, actor: Actor): Promise<{ unread: number }> {
  return { unread: await countUnread(db, actor) };
}

function readCursor(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    const reason = 'it does not belong to this list';
    throw new AppError('input.invalid', { params: { field: 'cursor', reason }, data: { cursor: reason } });
  }
  return Number(text);
}

async function view(db: Reader, row: NotificationRow): Promise<Notification> {
  return {
    id: row.id,
    kind: row.kind as Notification['kind'],
    scope: row.scope as Notification['scope'],
    cause_id: row.cause_id,
    count: row.count,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    actor: {
      id: row.actor_id,
      first_name: row.actor_first_name,
      last_name: row.actor_last_name,
      avatar_url: row.actor_avatar_url,
    },
    team: row.team_id === null ? null : { id: row.team_id, name: row.team_name! },
    conversation: conversationOf(row),
    inbox: row.inbox_id === null ? null : { id: row.inbox_id, name: row.inbox_name! },
    webhook: row.webhook_id === null ? null : { id: row.webhook_id, name: row.webhook_name! },
    sla: slaOf(row),
    rule: ruleOf(row),
    message_uuid: row.message_uuid,
    preview: await previewText(db, row),
  };
}

function slaOf(row: NotificationRow): Notification['sla'] {
  const { metric, deadline_at } = detailOf(row);
  return metric && deadline_at ? { metric, deadline_at } : null;
}

async function previewText(db: Reader, row: NotificationRow): Promise<string> {
  const text = row.kind === 'rule' ? detailOf(row).message : row.text_content;
  return text ? previewOf(db, { text_content: text }, []) : '';
}

function conversationOf(row: NotificationRow): Notification['conversation'] {
  if (row.conversation_uuid === null) return null;
  return {
    uuid: row.conversation_uuid,
    reference_number: row.reference_number!,
    subject: row.subject ?? '',
    contact: { first_name: row.contact_first_name!, last_name: row.contact_last_name! },
  };
}
