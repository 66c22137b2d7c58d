import type { ConversationListItem, FilterRow, ListQuery, Permission } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { demandPermission } from '../../../core/demand-permission.ts';
import type { Reader } from '../../../db/types.ts';
import { parseUuid } from '../../media/index.ts';
import { listItem } from '../conversation-view.ts';
import { type ConversationPage, listConversations } from './list-conversations.ts';
import { findMatching } from './matched.queries.ts';
import { readFilter } from './read-filter.ts';

const ways: readonly Permission[] = [
  'conversations:read_all',
  'conversations:read_assigned',
  'conversations:read_unassigned',
  'conversations:read_team_inbox',
];

/**
 * One page of what a view's filter leaves of all that the caller may see (wire B 1.2). Throws input.invalid when the filter no longer
 * fits, because an attribute is gone for instance.
 */
export async function listViewConversations(
  db: Reader,
  actor: Actor,
  filters: readonly FilterRow[],
  query: ListQuery,
): Promise<ConversationPage> {
  return listConversations(db, actor, { kind: 'visible', viewer: actor }, query, filters);
}

/** Those of the asked conversations that the view shows now; malformed and unknown uuids are left out. Throws as the list does. */
export async function listMatching(
  db: Reader,
  actor: Actor,
  filters: readonly FilterRow[],
  uuids: readonly string[],
): Promise<ConversationListItem[]> {
  const known = uuids.map(parseUuid).filter((uuid) => uuid !== null);
  const filter = await readFilter(db, filters);
  const rows = await findMatching(db, actor, { ...filter, scope: { kind: 'visible', viewer: actor }, uuids: known });
  return rows.map(listItem);
}

/** Views are for who may open some list at all. Throws permission.missing. */
export function demandSomeList(actor: Actor): void {
  demandPermission(actor, ...ways);
}
