import type { Conversation, Message } from '@bellhop/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { toApiError } from '../../../lib/api.ts';
import { count, fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/Void.tsx';
import { conversationQueries } from '../conversations.api.ts';
import { EventRun } from './EventLine.tsx';
import { notYetIn, useLocalMessages } from './local-messages.ts';
import { LocalItem, MessageItem } from './MessageItem.tsx';
import { type FindSender, useSenders } from './senders.ts';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import { cutThread } from './thread.cache.ts';
import { earlierCount, entriesOf, messagesOf, type ThreadData } from './thread-entries.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

/** The entries of a conversation, or what stands in their place while they load or when they could not. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const query = useInfiniteQuery(conversationQueries.messages(conversation.uuid));
  if (query.data) return <Entries conversation={conversation} query={query} data={query.data} />;
  if (query.isError) {
    return (
      <ErrorPanel
        title={t('thread.could_not_fetch')}
        message={toApiError(query.error).message}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <ThreadSkeleton />;
}

type ThreadQuery = ReturnType<typeof useInfiniteQuery>;

/** A region that scrolls takes the focus, and then the arrows for itself. */
const scrollsByKeyboard = { tabIndex: 0, 'data-own-arrows': true };

interface EntriesProps {
  conversation: Conversation;
  query: Pick<ThreadQuery, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'>;
  data: ThreadData;
}

function Entries({ conversation, query, data }: EntriesProps) {
  const me = useCurrentAgent();
  const findSender = useSenders(conversation);
  const messages = useMemo(() => messagesOf(data), [data]);
  const entries = useMemo(() => entriesOf(messages), [messages]);
  const local = notYetIn(useLocalMessages(conversation.uuid), messages, me.id);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const loadOlder = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const newest = messages.at(-1);
  const scroll = useThreadScroll({
    newest: local.at(-1)?.local_id ?? newest?.uuid,
    isNewestOwn: local.length > 0 || (newest?.sender_id === me.id && newest.type === 'outgoing'),
    onNearStart: loadOlder,
  });
  useAnnounced(newest, me.id, findSender);
  const client = useQueryClient();
  useEffect(() => () => cutThread(client, conversation.uuid), [client, conversation.uuid]);

  return (
    <div className="thread-frame">
      <section
        ref={scroll.frame}
        className="thread scroll"
        onScroll={scroll.onScroll}
        aria-label={t('thread.messages')}
        {...scrollsByKeyboard}
      >
        <Earlier query={query} n={earlierCount(data)} />
        <div ref={scroll.list} className="entries">
          {entries.map((entry) =>
            entry.kind === 'events' ? (
              <div key={entry.key}>
                <EventRun events={entry.events} findSender={findSender} />
              </div>
            ) : (
              <div key={entry.key}>
                <MessageItem message={entry.message} conversation={conversation} findSender={findSender} />
              </div>
            ),
          )}
          {local.map((each) => (
            <div key={each.local_id}>
              <LocalItem local={each} conversation={conversation} />
            </div>
          ))}
        </div>
      </section>
      {scroll.hasNews && <NewsPill onClick={scroll.follow}>{t('thread.new_message')}</NewsPill>}
    </div>
  );
}

function NewsPill({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="pill" onClick={onClick}>
      {children}
      <ArrowDown className="ico-14" aria-hidden />
    </button>
  );
}

/** What stands above the loaded entries: how many are left, or why they did not come. */
function Earlier({ query, n }: { query: EntriesProps['query']; n: number }) {
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (!hasNextPage) return null;
  if (isFetchNextPageError) {
    return (
      <p className="thread-more" role="alert">
        {t('thread.earlier_failed')}
        <Button size="s" onClick={() => void fetchNextPage()}>
          {t('globals.terms.tryAgain')}
        </Button>
      </p>
    );
  }
  return (
    <button type="button" className="fold" onClick={() => void fetchNextPage()}>
      {t('thread.earlier', { n: count(n) }, n)}
    </button>
  );
}

/** Reads out that something came, to those who do not see it. */
function useAnnounced(newest: Message | undefined, agentId: number, findSender: FindSender): void {
  const before = useRef(newest?.uuid);
  useEffect(() => {
    if (!newest || newest.uuid === before.current) return;
    before.current = newest.uuid;
    if (newest.type === 'activity' || newest.sender_id === agentId) return;
    announce(t('thread.new_message_from', { name: fullName(findSender(newest)) }));
  }, [newest, agentId, findSender]);
}
