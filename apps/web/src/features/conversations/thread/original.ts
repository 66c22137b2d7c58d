import type { Message } from '@bellhop/contract';
import { createContext } from 'react';

/** What is asked about an entry of the thread: its original, why it belongs there, or why it happened by itself. */
export type Asked = { about: 'original' | 'threading'; message_uuid: string } | { about: 'cause'; cause_id: number };

/** Answers it in a dialog. The thread gives this; so no entry brings a dialog of its own. */
export const Ask = createContext<(asked: Asked) => void>(() => {});

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
