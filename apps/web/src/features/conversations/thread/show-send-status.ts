import type { Message } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../../lib/server-time.ts';
import { conversationQueries } from '../conversations.api.ts';
import { patchConversation } from '../conversations.cache.ts';
import { endPendingStatus, setPendingStatus } from '../pending-status.ts';

/** By then a mail that was due has begun to leave, or the desk does not send at all. */
const graceMs = 30_000;

/** Shows the status that a conversation gets as its reply begins to leave; the row is where it belongs then at once. */
export function showSendStatus(client: QueryClient, uuid: string, status: string, { delivery }: Message): void {
  const takeBack = patchConversation(client, uuid, { status });
  if (!delivery?.due_at) return;
  const change = { status, takeBack };
  setPendingStatus(uuid, change);
  setTimeout(
    () => {
      endPendingStatus(uuid, { only: change });
      void client.invalidateQueries({ queryKey: conversationQueries.detail(uuid).queryKey });
    },
    Math.max(0, Date.parse(delivery.due_at) - serverNow()) + graceMs,
  );
}
