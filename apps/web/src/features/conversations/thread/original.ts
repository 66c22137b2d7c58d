import type { Message } from '@bellhop/contract';
import { createContext } from 'react';

/** Shows the original of a message of the thread, by its uuid. The thread gives it; so no message brings a dialog of its own. */
export const OpenOriginal = createContext<(messageUuid: string) => void>(() => {});

/** Says why a message belongs to the conversation, by its uuid. */
export const OpenThreading = createContext<(messageUuid: string) => void>(() => {});

/** Says why something happened that nobody did by hand, by the number of its record. */
export const OpenWhy = createContext<(causeId: number) => void>(() => {});

/** Whether the message travelled as a mail that is kept: what came in, and what went to the outbox folder. */
export function hasOriginal({
  type,
  private: isPrivate,
  delivery,
}: Pick<Message, 'type' | 'private' | 'delivery'>): boolean {
  return !isPrivate && (type === 'incoming' || delivery?.state === 'kept_locally');
}

/** Where the mail is downloaded as a file. */
export function emlAddress(uuid: string, messageUuid: string): string {
  return `/api/v1/conversations/${uuid}/messages/${messageUuid}/eml`;
}
