import * as z from 'zod';
import { pageQuery } from '../pagination.ts';

/** Fields that lists may sort and filter by (wire B 2). */
export const conversationFields = [
  'status_id',
  'priority_id',
  'assigned_team_id',
  'assigned_user_id',
  'inbox_id',
  'last_message_at',
  'created_at',
  'waiting_since',
  'next_sla_deadline_at',
] as const;
export type ConversationField = (typeof conversationFields)[number];

/** Operators of list filters (settled question 13). */
export const filterOperators = [
  'equals',
  'not equals',
  'set',
  'not set',
  'in',
  'between',
  'ilike',
  'contains',
  'not contains',
  'greater than',
  'less than',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** One row of a filter; rows without field or operator are skipped in lists. */
export const FilterRow = z.object({
  model: z.string().optional(),
  field: z.string().nullish(),
  operator: z.string().nullish(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
});
export type FilterRow = z.output<typeof FilterRow>;

/** Query of every conversation list; `filters` is JSON text. */
export const ListQuery = z.object({
  ...pageQuery(50),
  order_by: z.string().optional(),
  order: z.string().optional(),
  filters: z.string().optional(),
  after: z.string().optional(),
});
export type ListQuery = z.output<typeof ListQuery>;

/** The sort menu of specification 9: name to what the list call sends. */
export const sortOptions = {
  oldest: { order_by: 'conversations.last_message_at', order: 'asc' },
  newest: { order_by: 'conversations.last_message_at', order: 'desc' },
  started_first: { order_by: 'conversations.created_at', order: 'asc' },
  started_last: { order_by: 'conversations.created_at', order: 'desc' },
  waiting_longest: { order_by: 'conversations.waiting_since', order: 'asc' },
  next_sla_target: { order_by: 'conversations.next_sla_deadline_at', order: 'asc' },
  priority_first: { order_by: 'conversations.priority_id', order: 'desc' },
} as const;
export type SortOption = keyof typeof sortOptions;
