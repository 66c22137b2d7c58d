import * as z from 'zod';
import type { Permission } from '../permissions.ts';
import { rowId } from '../primitives.ts';
import { PriorityInput, StatusInput } from './actions.ts';

const tags = z.array(z.string().max(140)).min(1).max(100);

/** One change for many conversations; an `assignee_id` of null removes the assignee. */
export const BulkAction = z.discriminatedUnion('type', [
  StatusInput.extend({ type: z.literal('set_status') }),
  z.object({ type: z.literal('assign_user'), assignee_id: rowId.nullable() }),
  z.object({ type: z.literal('assign_team'), assignee_id: rowId.nullable() }),
  PriorityInput.extend({ type: z.literal('set_priority') }),
  z.object({ type: z.literal('add_tags'), tags }),
  z.object({ type: z.literal('remove_tags'), tags }),
  z.object({ type: z.literal('mark_unread') }),
]);
export type BulkAction = z.output<typeof BulkAction>;

/** What each action needs. */
export const bulkActionPermissions = {
  set_status: 'conversations:update_status',
  assign_user: 'conversations:update_user_assignee',
  assign_team: 'conversations:update_team_assignee',
  set_priority: 'conversations:update_priority',
  add_tags: 'conversations:update_tags',
  remove_tags: 'conversations:update_tags',
  mark_unread: 'conversations:read',
} as const satisfies Record<BulkAction['type'], Permission>;

const mostConversations = 500;

export const BulkInput = z.object({
  uuids: z.array(z.string().max(100)).min(1).max(mostConversations),
  action: BulkAction,
});
export type BulkInput = z.output<typeof BulkInput>;

/** Both lists in the order of the request; each uuid once. */
export const BulkResult = z.object({
  done: z.array(z.string()),
  /** `general.unavailable` as code: the database is away, and the rest was not tried. */
  failed: z.array(z.object({ uuid: z.string(), error_type: z.string(), message: z.string(), code: z.string() })),
});
export type BulkResult = z.output<typeof BulkResult>;
