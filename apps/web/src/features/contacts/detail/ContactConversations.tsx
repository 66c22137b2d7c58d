import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { cutPreview, fullDate, relativeTime } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { conversationPath } from '../../conversations/index.ts';
import { contactQueries } from '../contacts.api.ts';

const timePaceMs = 60_000;

/** The contact's conversations that the agent may read, newest first. */
export function ContactConversations({ id }: { id: number }) {
  const mayRead = useCan('conversations:read');
  if (!mayRead) return null;
  return (
    <section className="contact-section" aria-labelledby="contact-conversations">
      <h2 id="contact-conversations">{plural('globals.terms.conversation')}</h2>
      <Found id={id} />
    </section>
  );
}

function Found({ id }: { id: number }) {
  const query = useInfiniteQuery(contactQueries.conversations(id));
  const now = useNow(timePaceMs);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const rows = data?.pages.flatMap((page) => page.results);
  if (!rows && error) {
    return (
      <ErrorPanel
        title={t('conversation.couldNotFetch')}
        message={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!rows) return <Skeleton width="70%" />;
  if (rows.length === 0) return <p className="contact-none">{t('conversation.noConversationsFound')}</p>;
  return (
    <>
      <ul className="contact-history">
        {rows.map((one) => (
          <li key={one.uuid}>
            <Link to={conversationPath({ kind: 'assigned' }, one.uuid)}>
              <span className="contact-history-top">
                <span className="cut contact-history-subject" dir="auto">
                  {one.subject || t('list.no_subject')}
                </span>
                <time
                  className="end muted"
                  dateTime={one.last_message_at ?? one.created_at}
                  title={fullDate(one.last_message_at ?? one.created_at)}
                >
                  {relativeTime(one.last_message_at ?? one.created_at, now)}
                </time>
              </span>
              <span className="contact-history-top muted">
                <span className="num">{one.reference_number}</span>
                <span>{one.status}</span>
                <span className="cut">{one.inbox_name}</span>
              </span>
              {one.last_message && (
                <span className="cut soft" dir="auto">
                  {cutPreview(one.last_message)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="s" aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
          {isFetchingNextPage ? t('globals.terms.loading') : t('globals.terms.loadMore')}
        </Button>
      )}
    </>
  );
}
