import type { Message } from '@bellhop/contract';
import { answeredMail } from '@bellhop/rules/reply-recipients';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCan } from '../../../../lib/session.ts';
import { conversationQueries, fetchMessages, type ThreadPlace } from '../../conversations.api.ts';
import { messagesOf } from '../thread-entries.ts';

/** So far back the last mail is looked for: beyond stand more than 300 notes and events. */
const mostPages = 10;

/** What a reply needs to know of the thread. */
export interface AnsweredThread {
  /** Entries down to the mail that is answered, and beyond it as far as they are loaded. */
  messages: readonly Message[];
  /** The thread is known from its first entry. */
  is_whole: boolean;
  is_loading: boolean;
}

/**
 * The entries that decide whom a reply goes to. Those on screen usually do; after a jump into the middle of a thread, or behind
 * more notes than one page holds, the last mail is fetched, so that it is never answered from an older one.
 */
export function useAnsweredThread(uuid: string): AnsweredThread {
  const mayRead = useCan('messages:read');
  const { data } = useInfiniteQuery({ ...conversationQueries.messages(uuid), enabled: mayRead });
  const shown = useMemo(() => (data ? messagesOf(data) : []), [data]);
  const hasNewer = data?.pages[0]?.has_newer ?? false;
  const hasOlder = data?.pages.at(-1)?.has_older ?? false;
  const isEnough = data !== undefined && !hasNewer && (!hasOlder || answeredMail(shown) !== undefined);
  const { data: fetched } = useQuery({
    queryKey: ['conversations', 'answered', uuid, shown.at(-1)?.uuid] as const,
    queryFn: ({ signal }) => fetchAnswered(uuid, signal),
    enabled: mayRead && data !== undefined && !isEnough,
    staleTime: 0,
  });
  return useMemo(() => {
    if (!mayRead) return { messages: [], is_whole: false, is_loading: false };
    if (isEnough) return { messages: shown, is_whole: !hasOlder, is_loading: false };
    return { messages: fetched ?? [], is_whole: false, is_loading: fetched === undefined };
  }, [mayRead, isEnough, shown, hasOlder, fetched]);
}

async function fetchAnswered(uuid: string, signal: AbortSignal): Promise<Message[]> {
  const found: Message[] = [];
  let place: ThreadPlace = {};
  for (let page = 0; page < mostPages; page += 1) {
    const { results, has_older } = await fetchMessages(uuid, place, signal);
    found.push(...results);
    const oldest = results.at(-1);
    if (answeredMail(found) || !has_older || !oldest) break;
    place = { before: oldest.uuid };
  }
  return found;
}
