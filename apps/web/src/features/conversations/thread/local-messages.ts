import type { Message } from '@bellhop/contract';
import { useSyncExternalStore } from 'react';
import type { ComposeMode, Draft } from '../drafts/draft.ts';

/** A reply or note that the server has not confirmed yet. */
export interface LocalMessage {
  local_id: string;
  conversation_uuid: string;
  mode: ComposeMode;
  draft: Draft;
  /** Whom it goes to, for the reply's head. */
  to: readonly string[];
  created_at: string;
  /** Entries of the thread when it was sent: one that came since and looks like it, is it. */
  known: ReadonlySet<string>;
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

export function dropLocalMessage({ conversation_uuid, local_id }: LocalMessage): void {
  put(
    conversation_uuid,
    (byConversation.get(conversation_uuid) ?? none).filter((one) => one.local_id !== local_id),
  );
}

/**
 * The local messages that are not in the thread yet. The frame of a message may be faster than the answer to its
 * sender; it would stand there twice.
 */
export function notYetIn(
  local: readonly LocalMessage[],
  thread: readonly Message[],
  agentId: number,
): readonly LocalMessage[] {
  if (local.length === 0) return local;
  return local.filter(
    ({ known, mode }) =>
      !thread.some(
        (message) =>
          message.type === 'outgoing' &&
          message.sender_id === agentId &&
          message.private === (mode === 'note') &&
          !known.has(message.uuid),
      ),
  );
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
