import type { Conversation } from '@bellhop/contract';

/** A change made here. */
export interface PendingChange {
  /** The members that it sets. */
  names: readonly string[];
  takeBack: () => void;
  /** What it sets and no frame has told of yet. */
  awaited: Map<Member, unknown>;
  /** Frames that told of something else, or of an earlier change. */
  heldBack: (() => void)[];
  /** What the server answered. */
  outcome?: 'kept' | 'refused';
}

type Member = (typeof members)[number];

/** What the server sets to the very value that was asked for, so that a change's own frame can be told by it. */
const members = ['status', 'priority', 'priority_id', 'assigned_user_id', 'assigned_team_id', 'tags'] as const;

/** By conversation, in the order in which they were made, until the last of them is answered. */
const pending = new Map<string, PendingChange[]>();
/** Settles when the newest call for a conversation has been answered. */
const lanes = new Map<string, Promise<unknown>>();

/** Call it once the patch is shown; `takeBack` shows what was there before. */
export function beginChange(uuid: string, patch: Partial<Conversation>, takeBack: () => void): PendingChange {
  const awaited = members.flatMap((name) => (name in patch ? [[name, patch[name]] as const] : []));
  const change: PendingChange = { names: Object.keys(patch), takeBack, awaited: new Map(awaited), heldBack: [] };
  pending.set(uuid, [...(pending.get(uuid) ?? []), change]);
  return change;
}

/**
 * The server has answered. Refused changes are taken back with the last answer, newest first, for what was there before a change
 * may be what an earlier one has set; none that a later one has set anew. Frames held back for a change are shown then if it was
 * refused, or if no frame told of it: nothing had to be changed for it, and they may be newer.
 */
export function endChange(uuid: string, change: PendingChange, outcome: 'kept' | 'refused'): void {
  change.outcome = outcome;
  const changes = pending.get(uuid) ?? [];
  if (changes.some((each) => !each.outcome)) return;
  pending.delete(uuid);
  const kept = new Set<string>();
  for (const each of changes.toReversed()) {
    if (each.outcome === 'kept') for (const name of each.names) kept.add(name);
    else if (!each.names.some((name) => kept.has(name))) each.takeBack();
  }
  for (const each of changes) {
    if (each.outcome === 'refused' || each.awaited.size > 0) for (const show of each.heldBack) show();
  }
}

/**
 * Whether what a frame says of a member is older than what an agent has just made of it here: of two quick changes the
 * first one's frame would undo the second on screen. `show` applies the frame, should it count after all.
 */
export function isOvertaken(uuid: string, name: string, value: unknown, show: () => void): boolean {
  const member = members.find((each) => each === name);
  const changes = member ? (pending.get(uuid) ?? []).filter(({ awaited }) => awaited.has(member)) : [];
  const newest = changes.at(-1);
  if (!member || !newest) return false;
  const own = changes.findIndex(({ awaited }) => isSame(awaited.get(member), value));
  // Frames come in the order of the changes: this one's and all before it.
  for (const { awaited } of changes.slice(0, own + 1)) awaited.delete(member);
  if (!newest.awaited.has(member)) return false;
  newest.heldBack.push(show);
  return true;
}

function isSame(asked: unknown, told: unknown): boolean {
  const form = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return form(asked) === form(told);
}

/** Calls one after the other for each conversation: the server keeps the last that it hears of. */
export function inTurn<T>(uuid: string, call: () => Promise<T>): Promise<T> {
  const turn = (lanes.get(uuid) ?? Promise.resolve()).then(call, call);
  lanes.set(uuid, turn);
  const leave = () => {
    if (lanes.get(uuid) === turn) lanes.delete(uuid);
  };
  turn.then(leave, leave);
  return turn;
}
