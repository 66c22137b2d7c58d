import { type ConversationField, conversationFields, type ListQuery } from '@bellhop/contract';
import { AppError } from '../../../core/app-error.ts';

/** What lists can be sorted by (wire B 2), with what the field holds. */
export const sortFields = {
  'conversations.status_id': 'number',
  'conversations.priority_id': 'number',
  'conversations.assigned_team_id': 'number',
  'conversations.assigned_user_id': 'number',
  'conversations.inbox_id': 'number',
  'conversations.last_message_at': 'time',
  'conversations.created_at': 'time',
  'conversations.waiting_since': 'time',
  'conversations.next_sla_deadline_at': 'time',
  'conversation_statuses.id': 'number',
  'conversation_statuses.name': 'text',
} as const;
export type SortField = keyof typeof sortFields;
type SortType = (typeof sortFields)[SortField];

export interface Sort {
  field: SortField;
  type: SortType;
  direction: 'asc' | 'desc';
}

/** Where a page begins: behind this row. `value` is the sort value as PostgreSQL writes it, null for a row without one. */
export interface Cursor {
  value: string | null;
  id: number;
}

/** The sort of a list call, newest message first by default. Throws input.invalid naming `order_by` or `order`. */
export function parseSort(query: Pick<ListQuery, 'order_by' | 'order'>): Sort {
  const field = (query.order_by || 'conversations.last_message_at') as SortField;
  if (!Object.hasOwn(sortFields, field)) {
    const known = conversationFields.map((name: ConversationField) => `conversations.${name}`).join(', ');
    throw new AppError('input.invalid', { params: { field: 'order_by', reason: `it must be one of ${known}` } });
  }
  const direction = (query.order || 'desc').toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') {
    throw new AppError('input.invalid', { params: { field: 'order', reason: 'it must be asc or desc' } });
  }
  return { field, type: sortFields[field], direction };
}

/** Opaque text for a place in a sorted list. */
export function writeCursor(sort: Sort, cursor: Cursor): string {
  return Buffer.from(JSON.stringify([sort.field, sort.direction, cursor.value, cursor.id])).toString('base64url');
}

/** Reads a cursor that was written for the same sort. Throws input.invalid naming `after`. */
export function readCursor(sort: Sort, text: string): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    parts = null;
  }
  const [field, direction, value, id] = Array.isArray(parts) ? parts : [];
  const isSound =
    field === sort.field &&
    direction === sort.direction &&
    Number.isInteger(id) &&
    id > 0 &&
    id <= largestInteger &&
    (value === null || (typeof value === 'string' && isValueOf(sort.type, value)));
  if (!isSound) {
    throw new AppError('input.invalid', { params: { field: 'after', reason: 'it does not belong to this list' } });
  }
  return { value, id };
}

/** The largest value of PostgreSQL's integer, which ids and other numbers of lists are. */
const largestInteger = 2_147_483_647;
const timestamp =
  /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(?:\.\d{1,6})?[+-](\d{2})(?::(\d{2})(?::(\d{2}))?)?$/;

/** Whether PostgreSQL would take the value back: cursors come from outside, and can have been made up. */
function isValueOf(type: SortType, value: string): boolean {
  if (type === 'number') return /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= largestInteger;
  if (type === 'text') return !value.includes('\u0000');
  const [year = 0, month = 0, day = 0, ...clock] = (timestamp.exec(value) ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = year >= 100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const [hour = 0, minute = 0, second = 0, zoneHour = 0, ...zoneParts] = clock;
  return isDay && hour < 24 && zoneHour < 16 && [minute, second, ...zoneParts].every((part) => part < 60);
}
