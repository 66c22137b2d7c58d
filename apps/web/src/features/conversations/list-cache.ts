import { defaultStatusNames } from 'virtual:contract';
import type { Conversation, ConversationListItem } from '@bellhop/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { findCurrentAgent } from '../../lib/session.ts';
import { conversationQueries, type ListParams } from './conversations.api.ts';
import { type OwnChange, shiftCounts } from './list-counts.ts';
import { refreshFirstPage, settleInView } from './list-refresh.ts';
import { addRow, belongs, changeRows, hasRow, type ListData } from './list-rows.ts';

export const listsKey = ['conversations', 'list'] as const;

export type RowChange = (row: ConversationListItem) => ConversationListItem;

/** Takes a change back, for all its conversations or for some. */
export type TakeBack = (uuids?: readonly string[]) => void;

interface LoadedList {
  key: QueryKey;
  params: ListParams;
  data: ListData;
  isActive: boolean;
}

const ownChangeListeners = new Set<(changes: readonly OwnChange[]) => void>();

/** Tells of changes made here, in the moment they are shown. Answers the function that ends it. */
export function onOwnChange(listener: (changes: readonly OwnChange[]) => void): () => void {
  ownChangeListeners.add(listener);
  return () => ownChangeListeners.delete(listener);
}

/** The lists in memory. */
export function loadedLists(client: QueryClient): LoadedList[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: listsKey })
    .flatMap((query) => {
      const data = query.state.data as ListData | undefined;
      if (!data) return [];
      return [{ key: query.queryKey, params: query.queryKey[2] as ListParams, data, isActive: query.isActive() }];
    });
}

/** The row of a conversation in any list, else the conversation itself when it is in memory. */
export function findRow(client: QueryClient, uuid: string): ConversationListItem | undefined {
  for (const { data } of loadedLists(client)) {
    for (const page of data.pages) {
      const row = page.results.find((each) => each.uuid === uuid);
      if (row) return row;
    }
  }
  return client.getQueryData(conversationQueries.detail(uuid).queryKey);
}

/**
 * Changes the row in every list that holds it, as a frame says; answers whether one did. Lists not on screen catch up
 * when shown. `isNews`: a list on screen that does not hold it may have to, and is fetched anew.
 */
export function changeLists(client: QueryClient, uuid: string, change: RowChange, { isNews = false } = {}): boolean {
  const me = findCurrentAgent()?.id ?? 0;
  const uuids = new Set([uuid]);
  const before = findRow(client, uuid);
  let isKnown = false;
  for (const { key, params, data, isActive } of loadedLists(client)) {
    if (hasRow(data, uuid)) {
      isKnown = true;
      const changed = changeRows(data, uuids, (row) => kept(change(row), params, me));
      // Not newer than it was: what else has changed in a list off the screen is not known.
      client.setQueryData(key, changed, { updatedAt: client.getQueryState(key)?.dataUpdatedAt ?? 0 });
    } else if (isNews && isActive && params.scope.kind !== 'view') {
      refreshFirstPage(client, params);
    }
  }
  if (before) shiftCounts(client, [{ before, after: change(before) }]);
  return isKnown;
}

/** Has the server say which views on screen the conversation belongs to now. */
export function settleViews(client: QueryClient, uuid: string): void {
  for (const { params, isActive } of loadedLists(client)) if (isActive) settleInView(client, params, uuid);
}

/**
 * Shows a change before the server has confirmed it, in every list and in the conversations themselves:
 * `patchConversations(client, [uuid], () => ({ status: 'Resolved' }))`. Call what it answers when the server refuses.
 */
export function patchConversations(
  client: QueryClient,
  uuids: readonly string[],
  patch: (row: ConversationListItem) => Partial<Conversation>,
): TakeBack {
  const me = findCurrentAgent()?.id ?? 0;
  const wanted = new Set(uuids);
  const changes = new Map<string, OwnChange>();
  for (const uuid of wanted) {
    const before = findRow(client, uuid);
    if (before) changes.set(uuid, { before, after: { ...before, ...patch(before) } });
  }
  const left: { key: QueryKey; row: ConversationListItem }[] = [];
  for (const { key, params, data } of loadedLists(client)) {
    const changed = changeRows(data, wanted, (row) => {
      const next = kept({ ...row, ...patch(row) }, params, me);
      if (!next) left.push({ key, row });
      return next;
    });
    if (changed !== data) client.setQueryData(key, changed);
  }
  // Conversations hold more than rows do, so they get their own members back.
  const details = new Map<string, Conversation>();
  for (const uuid of wanted) {
    changeDetail(client, uuid, (detail) => {
      details.set(uuid, detail);
      return { ...detail, ...patch(detail) };
    });
  }
  shiftCounts(client, [...changes.values()]);
  for (const listener of ownChangeListeners) listener([...changes.values()]);

  return (refused = uuids) => {
    const back = new Set(refused);
    for (const { key, row } of left) {
      if (!back.has(row.uuid)) continue;
      client.setQueryData<ListData>(key, (data) => (data && !hasRow(data, row.uuid) ? addRow(data, row) : data));
    }
    for (const uuid of back) {
      const change = changes.get(uuid);
      if (!change) continue;
      const old = oldMembers(change.before, patch);
      for (const { key, data } of loadedLists(client)) {
        const changed = changeRows(data, new Set([uuid]), (row) => ({ ...row, ...old }));
        if (changed !== data) client.setQueryData(key, changed);
      }
      const detailBefore = details.get(uuid);
      if (detailBefore) changeDetail(client, uuid, (detail) => ({ ...detail, ...oldMembers(detailBefore, patch) }));
      shiftCounts(client, [{ before: change.after, after: change.before }]);
    }
  };
}

/** Changes the conversation itself, when it is in memory. */
export function changeDetail(client: QueryClient, uuid: string, change: (detail: Conversation) => Conversation): void {
  client.setQueryData(conversationQueries.detail(uuid).queryKey, (detail) => detail && change(detail));
}

/** The row, or null when it no longer belongs to the list. */
function kept(row: ConversationListItem, params: ListParams, me: number): ConversationListItem | null {
  return belongs(row, params, me) ? row : null;
}

/** The members that a patch has changed, as they were. */
function oldMembers<T extends ConversationListItem>(
  before: T,
  patch: (row: ConversationListItem) => Partial<Conversation>,
): Partial<T> {
  const names = Object.keys(patch(before)) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>;
}

/** Whether a status means that the work is done or put off. */
export function isPutAside(status: string): boolean {
  const { snoozed, resolved, closed } = defaultStatusNames;
  return ([snoozed, resolved, closed] as string[]).includes(status);
}
