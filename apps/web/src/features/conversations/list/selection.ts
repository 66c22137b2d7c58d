import { useSyncExternalStore } from 'react';

/** Rows ticked for a common action. They belong to one list; ticking in another begins anew. */
interface Selection {
  /** Name of the list (its query's hash). */
  list: string;
  uuids: ReadonlySet<string>;
  /** The row from which a range extends. */
  anchor: string | undefined;
}

const nothing: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let state: Selection = { list: '', uuids: nothing, anchor: undefined };

/** The ticked rows of a list. */
export function tickedIn(list: string): ReadonlySet<string> {
  return state.list === list ? state.uuids : nothing;
}

/** Ticks a row, or takes its tick away. */
export function toggleTick(list: string, uuid: string): void {
  const uuids = new Set(tickedIn(list));
  if (!uuids.delete(uuid)) uuids.add(uuid);
  set({ list, uuids, anchor: uuid });
}

/** Ticks every row from the last ticked one to this, `order` being the rows from top to bottom. */
export function extendTicks(list: string, order: readonly string[], uuid: string): void {
  const anchor = state.list === list ? state.anchor : undefined;
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(uuid);
  if (from < 0 || to < 0) {
    toggleTick(list, uuid);
    return;
  }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  set({ list, uuids: new Set([...tickedIn(list), ...range]), anchor });
}

/** Ticks these rows beside those that are. */
export function addTicks(list: string, uuids: readonly string[]): void {
  set({ list, uuids: new Set([...tickedIn(list), ...uuids]), anchor: state.list === list ? state.anchor : undefined });
}

/** Takes the ticks of some rows away, or all of them. */
export function dropTicks(uuids?: readonly string[]): void {
  const gone = new Set(uuids);
  const left = uuids ? [...state.uuids].filter((uuid) => !gone.has(uuid)) : [];
  set({
    ...state,
    uuids: left.length > 0 ? new Set(left) : nothing,
    anchor: left.length > 0 ? state.anchor : undefined,
  });
}

/** The ticked rows of a list, rendered anew when they change. */
export function useTicks(list: string): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => tickedIn(list));
}

/** The list that has ticked rows, and their uuids; of no matter which list. */
export function useTicked(): { list: string; uuids: ReadonlySet<string> } {
  return useSyncExternalStore(subscribe, () => state);
}

/** Whether one row is ticked; only that row is rendered anew. */
export function useIsTicked(list: string, uuid: string): boolean {
  return useSyncExternalStore(subscribe, () => tickedIn(list).has(uuid));
}

/** Whether any row is ticked: the keys of actions then mean the ticked ones. */
export function useHasTicks(): boolean {
  return useSyncExternalStore(subscribe, () => state.uuids.size > 0);
}

function set(next: Selection): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
