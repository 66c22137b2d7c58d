import type { Message } from '@bellhop/contract';
import type { Recipients } from '@bellhop/rules/reply-recipients';
import { useSyncExternalStore } from 'react';
import { findCurrentAgent } from '../../../lib/session.ts';
import { newUuid } from '../../../lib/uuid.ts';
import type { ComposeMode, Draft } from '../drafts/draft.ts';

/**
 * A reply or note that was sent and that the server has not confirmed. It is kept on this device until it has: `sending`,
 * `failed` with a reason, or `applying`, confirmed but for the actions of its macro.
 */
export interface LocalMessage {
  /** What it is sent under; the server's message carries the same name. */
  send_id: string;
  conversation_uuid: string;
  mode: ComposeMode;
  draft: Draft;
  /** Whom a reply goes to; a note goes to nobody. */
  recipients: Recipients;
  /** Status that the conversation gets with it. */
  set_status: string | null;
  /** Last change that its writer has seen; null when not known. */
  based_on_seq: number | null;
  created_at: string;
  state: 'sending' | 'failed' | 'applying';
  /** Why it failed; null when no answer came to this page. */
  reason: string | null;
  /** Tab that is sending it, and since when, in milliseconds since 1970. */
  tab: string;
  tried_at: number;
}

/** Longer than any call takes: by then another tab would have said what became of it. */
const lostAfterMs = 15_000;
const none: readonly LocalMessage[] = [];
const listeners = new Set<() => void>();
const inFlight = new Set<string>();
let loaded: { prefix: string; byConversation: Map<string, readonly LocalMessage[]> } | undefined;

/** What was sent in a conversation and is not confirmed, oldest first. */
export function localMessages(uuid: string): readonly LocalMessage[] {
  return all().get(uuid) ?? none;
}

/** `localMessages`, rendered anew when they change, in another tab too. */
export function useLocalMessages(uuid: string): readonly LocalMessage[] {
  return useSyncExternalStore(subscribe, () => localMessages(uuid));
}

/** Every message that is not confirmed. */
export function allLocalMessages(): LocalMessage[] {
  return [...all().values()].flat();
}

/** Whether this page waits for the server's answer about it. */
export function isInFlight({ send_id }: LocalMessage): boolean {
  return inFlight.has(send_id);
}

/** Whether nobody waits for an answer any more: its page was left or reloaded. */
export function isAbandoned(local: LocalMessage): boolean {
  if (local.state === 'failed' || isInFlight(local)) return false;
  return local.tab === tabName() || Date.now() - local.tried_at > lostAfterMs;
}

/** Runs what waits for an answer about a message; meanwhile nobody else takes it for abandoned. */
export async function whileInFlight<T>({ send_id }: LocalMessage, run: () => Promise<T>): Promise<T> {
  inFlight.add(send_id);
  try {
    return await run();
  } finally {
    inFlight.delete(send_id);
  }
}

export function addLocalMessage(message: Omit<LocalMessage, 'tab' | 'tried_at'>): LocalMessage {
  const local = { ...message, tab: tabName(), tried_at: Date.now() };
  put(local.conversation_uuid, [...localMessages(local.conversation_uuid), local]);
  return local;
}

/** Answers the changed message. */
export function changeLocalMessage(local: LocalMessage, patch: Partial<LocalMessage>): LocalMessage {
  const changed = { ...local, ...patch, tab: tabName(), tried_at: Date.now() };
  put(
    local.conversation_uuid,
    localMessages(local.conversation_uuid).map((one) => (one.send_id === local.send_id ? changed : one)),
  );
  return changed;
}

export function dropLocalMessage({ conversation_uuid, send_id }: LocalMessage): void {
  put(
    conversation_uuid,
    localMessages(conversation_uuid).filter((one) => one.send_id !== send_id),
  );
}

/**
 * The local messages that are not in the thread yet. The frame of a message may be faster than the answer to its
 * sender; it would stand there twice.
 */
export function notYetIn(local: readonly LocalMessage[], thread: readonly Message[]): readonly LocalMessage[] {
  if (local.length === 0) return local;
  return local.filter(
    ({ send_id, state }) => state !== 'applying' && !thread.some((message) => message.send_id === send_id),
  );
}

function all(): Map<string, readonly LocalMessage[]> {
  const prefix = `bellhop.sending.${findCurrentAgent()?.id ?? 0}.`;
  if (loaded?.prefix !== prefix) {
    if (!loaded) window.addEventListener('storage', onStorage);
    loaded = { prefix, byConversation: new Map() };
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) read(key.slice(prefix.length), localStorage.getItem(key));
    }
  }
  return loaded.byConversation;
}

function read(uuid: string, text: string | null): void {
  if (!loaded) return;
  let messages: readonly LocalMessage[] = none;
  try {
    messages = JSON.parse(text ?? '[]');
  } catch (error) {
    console.warn(error);
  }
  loaded.byConversation = withEntry(loaded.byConversation, uuid, messages);
}

function put(uuid: string, messages: readonly LocalMessage[]): void {
  const byConversation = withEntry(all(), uuid, messages);
  const { prefix } = loaded!;
  loaded = { prefix, byConversation };
  try {
    if (messages.length > 0) localStorage.setItem(prefix + uuid, JSON.stringify(messages));
    else localStorage.removeItem(prefix + uuid);
  } catch (error) {
    // It stays on screen; only a reload would lose it.
    console.warn(error);
  }
  for (const listener of listeners) listener();
}

function withEntry(
  before: ReadonlyMap<string, readonly LocalMessage[]>,
  uuid: string,
  messages: readonly LocalMessage[],
): Map<string, readonly LocalMessage[]> {
  const next = new Map(before);
  if (messages.length > 0) next.set(uuid, messages);
  else next.delete(uuid);
  return next;
}

/** The name of this tab, which a reload keeps. */
function tabName(): string {
  const key = 'bellhop.tab';
  const known = sessionStorage.getItem(key);
  if (known) return known;
  const name = newUuid();
  sessionStorage.setItem(key, name);
  return name;
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (!loaded) return;
  if (key === null) loaded.byConversation = new Map();
  else if (key.startsWith(loaded.prefix)) read(key.slice(loaded.prefix.length), newValue);
  else return;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
