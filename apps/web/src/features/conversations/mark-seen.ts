import type { ConversationListItem } from '@bellhop/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { changeDetail, changeLists } from './list-cache.ts';

/** Unread resets this long after a conversation opens (specification 4). */
const seenAfterMs = 3_000;
const againAfterMs = 1_000;

let openUuid: string | undefined;
/** Those three seconds are over. */
let isSettled = false;
let again: ReturnType<typeof setTimeout> | undefined;

/** Marks a conversation as seen 3 s after it was opened; leaving earlier leaves it unread. */
export function useMarkSeen(uuid: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    openUuid = uuid;
    isSettled = false;
    if (!uuid) return;
    const timer = setTimeout(() => {
      isSettled = true;
      markSeen(client, uuid);
    }, seenAfterMs);
    const onVisible = () => isReading(uuid) && readAgain(client, uuid);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      openUuid = undefined;
      clearTimeout(timer);
      clearTimeout(again);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [client, uuid]);
}

/** Whether the agent has this conversation before the eyes, for longer than a glance: what comes before that is unread at first. */
export function isReading(uuid: string): boolean {
  return uuid === openUuid && isSettled && document.visibilityState === 'visible';
}

/** Something new came while the conversation was being read. */
export function readAgain(client: QueryClient, uuid: string): void {
  clearTimeout(again);
  again = setTimeout(() => markSeen(client, uuid), againAfterMs);
}

/** Failures of last-seen are ignored (specification 8). */
function markSeen(client: QueryClient, uuid: string): void {
  const seen = <T extends ConversationListItem>(row: T): T => ({ ...row, unread_message_count: 0 });
  changeLists(client, uuid, seen);
  changeDetail(client, uuid, seen);
  api('conversations.mark_seen', { params: { uuid } }).catch((error: unknown) => console.debug(error));
}
