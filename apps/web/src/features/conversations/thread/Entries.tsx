import type { Conversation, Message } from '@bellhop/contract';
import type { useInfiniteQuery } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { count, fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/Button.tsx';
import { messagePageSize } from '../conversations.api.ts';
import { drafts } from '../drafts.ts';
import { noteSeen, seenSeq } from '../seen-seq.ts';
import { EntryGroups } from './EntryGroups.tsx';
import { isInFlight, notYetIn, useLocalMessages } from './local-messages.ts';
import { type FindSender, useSenders } from './senders.ts';
import { leaveThread, toNewest } from './thread.cache.ts';
import { earlierCount, entriesOf, messagesOf, type ThreadData } from './thread-entries.ts';
import { useJump } from './use-jump.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

type ThreadQuery = Pick<
  ReturnType<typeof useInfiniteQuery>,
  | 'hasNextPage'
  | 'hasPreviousPage'
  | 'isFetching'
  | 'isFetchNextPageError'
  | 'isFetchPreviousPageError'
  | 'fetchNextPage'
  | 'fetchPreviousPage'
>;

interface EntriesProps {
  conversation: Conversation;
  query: ThreadQuery;
  data: ThreadData;
}

const LocalItem = lazy(() => import('./LocalItem.tsx'));
/** A message has stood before the eyes for so long before it counts as seen. */
const seenAfterMs = 300;

/** A region that scrolls takes the focus, and then the arrows for itself. */
const scrollsByKeyboard = { tabIndex: 0, 'data-own-arrows': true };

/** The loaded entries. They grow at the beginning as one scrolls up, and after a jump also at the end. */
export function Entries({ conversation, query, data }: EntriesProps) {
  const { uuid, contact } = conversation;
  const client = useQueryClient();
  const me = useCurrentAgent();
  const findSender = useSenders(conversation);
  const messages = useMemo(() => messagesOf(data), [data]);
  const { hasNextPage, hasPreviousPage } = query;
  const entries = useMemo(() => entriesOf(messages, { hasOlder: hasNextPage }), [messages, hasNextPage]);
  const local = notYetIn(useLocalMessages(uuid), messages);
  const { loadOlder, loadNewer } = useLoads(query);
  const newest = messages.at(-1);
  const sending = local.findLast(isInFlight);
  const scroll = useThreadScroll({
    newest: sending?.send_id ?? newest?.uuid,
    isNewestOwn: sending !== undefined || (newest?.sender_id === me.id && newest.type === 'outgoing'),
    goesOn: hasPreviousPage,
    onNearStart: loadOlder,
    onNearEnd: loadNewer,
  });
  const target = useJump(uuid, entries, scroll.show);
  useAnnounced(newest, me.id, findSender);
  useSettledSends(uuid, messages);
  useSeen(conversation, newest, scroll.hasNews || hasPreviousPage);
  useEffect(() => () => leaveThread(client, uuid), [client, uuid]);

  const goToNewest = useCallback(() => {
    void toNewest(client, uuid).then(scroll.follow);
  }, [client, uuid, scroll.follow]);
  const isSending = sending !== undefined;
  useEffect(() => {
    if (isSending && hasPreviousPage) goToNewest();
  }, [isSending, hasPreviousPage, goToNewest]);

  return (
    <div className="thread-frame">
      <section
        ref={scroll.frame}
        className="thread scroll"
        onScroll={scroll.onScroll}
        onClickCapture={({ target }) => isUnfolding(target) && scroll.holdEntry(target)}
        aria-label={t('thread.messages')}
        {...scrollsByKeyboard}
      >
        <Earlier query={query} n={earlierCount(data)} />
        <div ref={scroll.list} className="entries">
          <EntryGroups entries={entries} target={target} uuid={uuid} contact={contact} findSender={findSender} />
          <Suspense>
            {local.map((each) => (
              <div key={each.send_id}>
                <LocalItem local={each} contact={contact} />
              </div>
            ))}
          </Suspense>
        </div>
        {query.isFetchPreviousPageError && (
          <LoadFailed text={t('thread.later_failed')} onRetry={() => void query.fetchPreviousPage()} />
        )}
      </section>
      {hasPreviousPage ? (
        <Pill onClick={goToNewest}>{t('thread.to_newest')}</Pill>
      ) : (
        scroll.hasNews && <Pill onClick={scroll.follow}>{t('thread.new_message')}</Pill>
      )}
    </div>
  );
}

/** Whether a click is about to open or fold something. */
function isUnfolding(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[aria-expanded]') !== null;
}

/** One load at a time, and none again by itself after a failure. */
function useLoads({ isFetching, ...query }: ThreadQuery) {
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  const { hasPreviousPage, isFetchPreviousPageError, fetchPreviousPage } = query;
  const loadOlder = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const loadNewer = useCallback(() => {
    if (hasPreviousPage && !isFetching && !isFetchPreviousPageError) void fetchPreviousPage();
  }, [hasPreviousPage, isFetching, isFetchPreviousPageError, fetchPreviousPage]);
  return { loadOlder, loadNewer };
}

function Pill({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="pill" onClick={onClick}>
      {children}
      <ArrowDown className="ico-14" aria-hidden />
    </button>
  );
}

/** What stands above the loaded entries: how many are left, or why they did not come. */
function Earlier({ query, n }: { query: ThreadQuery; n: number | undefined }) {
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (!hasNextPage) return null;
  if (isFetchNextPageError)
    return <LoadFailed text={t('thread.earlier_failed')} onRetry={() => void fetchNextPage()} />;
  return (
    <button type="button" className="fold" onClick={() => void fetchNextPage()}>
      {n === undefined ? t('thread.earlier_some') : t('thread.earlier', { n: count(n) }, n)}
    </button>
  );
}

function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <p className="thread-more" role="alert">
      {text}
      <Button size="s" onClick={onRetry}>
        {t('globals.terms.tryAgain')}
      </Button>
    </p>
  );
}

/** What was sent without an answer, and stands here after all, is done. */
function useSettledSends(uuid: string, messages: readonly Message[]): void {
  const isWaiting = useLocalMessages(uuid).length > 0;
  useEffect(() => {
    const isTriedAgain = (['reply', 'note'] as const).some((mode) => drafts().read(uuid, mode).attempt !== null);
    if (!isWaiting && !isTriedAgain) return;
    const latest = messages.slice(-messagePageSize);
    import('./composer/finish-sends.ts')
      .then(({ settleSends }) => settleSends(uuid, latest))
      .catch((error: unknown) => console.info(error));
  }, [uuid, messages, isWaiting]);
}

/** Notes up to where the agent has seen the thread; what stands below the screen, or in a hidden tab, does not count. */
function useSeen({ uuid, last_seq }: Conversation, newest: Message | undefined, isBelow: boolean): void {
  const newestUuid = newest?.uuid;
  useEffect(() => {
    if (isBelow || !newestUuid) return;
    const look = () => {
      if (document.visibilityState === 'visible') noteSeen(uuid, last_seq);
    };
    // What it opens with is there to be read.
    if (seenSeq(uuid) === undefined) look();
    const timer = setTimeout(look, seenAfterMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [uuid, last_seq, newestUuid, isBelow]);
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
