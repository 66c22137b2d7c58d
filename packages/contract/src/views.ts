import * as z from 'zod';
import { ConversationListItem } from './conversations/entity.ts';
import { FilterRow, ListQuery } from './conversations/lists.ts';
import { defineRoutes } from './define-route.ts';
import { pageOf } from './pagination.ts';
import { idParams, ok, time } from './primitives.ts';

/** A personal saved filter (wire B 6); `filters` as it was saved. */
export const View = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  filters: z.array(FilterRow),
  user_id: z.number(),
});
export type View = z.output<typeof View>;

/** Body of POST and PUT; whatever else a client sends along of the view it got is ignored. Rows are checked on saving. */
export const ViewInput = z.object({
  name: z.string().trim().min(1).max(140),
  filters: z.array(FilterRow),
});
export type ViewInput = z.output<typeof ViewInput>;

/** Bounds of a view's name in forms (specification 5); the server takes 1 to 140. */
export const viewNameLength = { min: 2, max: 30 } as const;

const mostAsked = 100;

/** Which conversations are asked about: uuids with commas between, at most 100. */
export const MatchingQuery = z.object({
  uuids: z
    .string()
    .transform((text) => text.split(',').filter((uuid) => uuid !== ''))
    .pipe(z.array(z.string()).max(mostAsked)),
});

export const viewRoutes = defineRoutes({
  'views.list_mine': {
    method: 'GET',
    path: '/api/v1/views/me',
    access: 'session',
    encoding: 'none',
    output: z.array(View),
    summary: "The caller's own views by name; empty without view:manage",
  },
  'views.create': {
    method: 'POST',
    path: '/api/v1/views/me',
    access: { permission: 'view:manage' },
    encoding: 'json',
    body: ViewInput,
    output: ok,
    summary: 'Saves a view',
  },
  'views.update': {
    method: 'PUT',
    path: '/api/v1/views/me/:id',
    access: { permission: 'view:manage' },
    encoding: 'json',
    params: idParams,
    body: ViewInput,
    output: ok,
    summary: 'Changes name and filters of an own view',
  },
  'views.remove': {
    method: 'DELETE',
    path: '/api/v1/views/me/:id',
    access: { permission: 'view:manage' },
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes an own view',
  },
  'views.conversations': {
    method: 'GET',
    path: '/api/v1/views/:id/conversations',
    access: { permission: 'conversations:read' },
    encoding: 'none',
    params: idParams,
    query: ListQuery,
    output: pageOf(ConversationListItem),
    summary:
      'Conversations of an own view: its filters inside what the caller may see; `filters` of the query is ignored',
  },
  'views.matching': {
    method: 'GET',
    path: '/api/v1/views/:id/conversations/matching',
    access: { permission: 'conversations:read' },
    encoding: 'none',
    params: idParams,
    query: MatchingQuery,
    output: z.array(ConversationListItem),
    summary: 'Those of the asked conversations that the view shows now, in no order',
  },
});
