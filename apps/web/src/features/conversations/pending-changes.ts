import type { Conversation } from '@bellhop/contract';

/** A change made here that the server has not answered yet. */
export interface PendingChange {
  /** What it sets and no frame has told of yet. */
  awaited: Map<Member, unknown>;
  /** Frames that came before its own. */
  heldBack: (() => void)[];
}

type Member = (typeof members)[number];

/** What the server sets to the very value that was asked for, so that a change's own frame can be told by it. */
const members = ['status', 'priority', 'assigned_user_id', 'assigned_team_id', 'tags'] as const;

/** By conversation, in the order in which they were made. */
const pending = new Map<string, PendingChange[]>();
/** Settles when the newest call for a conversation has been answered. */
const lanes = new Map<string, Promise<unknown>>();

export function beginChange(uuid: string, patch: Partial<Conversation>): PendingChange {
  const awaited = members.flatMap((name) => (name in patch ? [[name, patch[name]] as const] : []));
  const change: PendingChange = { awaited: new Map(awaited), heldBack: [] };
  pending.set(uuid, [...(pending.get(uuid) ?? []), change]);
  return change;
}

/**
 * The server has answered. Frames that were held back are shown after all when the change was refused, once it is taken back,
 * and when no frame told of it: then nothing had to be changed for it, and they may be newer.
 */
export function endChange(uuid: string, change: PendingChange, { isRefused }: { isRefused: boolean }): void {
  const others = (pending.get(uuid) ?? []).filter((each) => each !== change);
  if (others.length > 0) pending.set(uuid, others);
  else pending.delete(uuid);
  if (isRefused || change.awaited.size > 0) for (const show of change.heldBack) show();
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
  if (own === -1) newest.heldBack.push(show);
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
