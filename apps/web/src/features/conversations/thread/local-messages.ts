import type { Message } from '@bellhop/contract';
import { useSyncExternalStore } from 'react';
import type { ComposeMode, Draft } from '../drafts/draft.ts';

/** A reply or note that the server has not confirmed yet. */
export interface LocalMessage {
  /** What it is sent under; the server's message carries the same name. */
  send_id: string;
  conversation_uuid: string;
  mode: ComposeMode;
  draft: Draft;
  /** Whom it goes to, for the reply's head. */
  to: readonly string[];
  created_at: string;
}

const none: readonly LocalMessage[] = [];
const listeners = new Set<() => void>();
let byConversation = new Map<string, readonly LocalMessage[]>();

/** What is on its way in a conversation, oldest first. */
export function useLocalMessages(uuid: string): readonly LocalMessage[] {
  return useSyncExternalStore(subscribe, () => byConversation.get(uuid) ?? none);
}

export function addLocalMessage(message: LocalMessage): void {
  const { conversation_uuid } = message;
  put(conversation_uuid, [...(byConversation.get(conversation_uuid) ?? none), message]);
}

export function dropLocalMessage({ conversation_uuid, send_id }: LocalMessage): void {
  put(
    conversation_uuid,
    (byConversation.get(conversation_uuid) ?? none).filter((one) => one.send_id !== send_id),
  );
}

/**
 * The local messages that are not in the thread yet. The frame of a message may be faster than the answer to its
 * sender; it would stand there twice.
 */
export function notYetIn(local: readonly LocalMessage[], thread: readonly Message[]): readonly LocalMessage[] {
  if (local.length === 0) return local;
  return local.filter(({ send_id }) => !thread.some((message) => message.send_id === send_id));
}

function put(uuid: string, messages: readonly LocalMessage[]): void {
  byConversation = new Map(byConversation);
  if (messages.length > 0) byConversation.set(uuid, messages);
  else byConversation.delete(uuid);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
