import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { toApiError } from '../../lib/api.ts';
import { fullName } from '../../lib/format.ts';
import { plural, t } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/Void.tsx';
import { ResultRow } from './ResultRow.tsx';
import { pageSize, type SearchSort, searchQueries } from './search.api.ts';

interface ListedProps {
  query: string;
}

/** Conversations by words and operators, with the best or newest message of each. */
export function EverythingFound({ query, sort }: ListedProps & { sort: SearchSort }) {
  const search = useInfiniteQuery(searchQueries.everything(query, sort));
  const pages = search.data?.pages ?? [];
  const hits = pages.flatMap((page) => page.results);
  // A later page goes on where an earlier one stopped.
  const last = pages.at(-1);
  const isPartial = last?.is_partial ?? false;
  const goOn = isPartial && last!.results.length < pageSize ? t('search.further') : t('search.more');
  return (
    <Found
      search={search}
      query={query}
      count={hits.length}
      label={plural('globals.terms.conversation')}
      hasMore={search.hasNextPage}
    >
      {isPartial && (
        <p className="search-note" role="status">
          {t('search.partial')}
        </p>
      )}
      <ul className="hits" aria-label={plural('globals.terms.conversation')}>
        {hits.map(({ conversation, message_uuid, sender, matched_at, subject_marks, snippet, snippet_marks }) => (
          <ResultRow
            key={conversation.uuid}
            conversation_uuid={conversation.uuid}
            message_uuid={message_uuid}
            contact={conversation.contact}
            reference_number={conversation.reference_number}
            subject={conversation.subject}
            subject_marks={subject_marks}
            status={conversation.status}
            sender={sender}
            text={snippet}
            text_marks={snippet_marks}
            at={matched_at}
          />
        ))}
      </ul>
      {search.hasNextPage && (
        <p className="search-more">
          <Button aria-disabled={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
            {search.isFetchingNextPage ? t('globals.terms.loading') : goOn}
          </Button>
        </p>
      )}
    </Found>
  );
}

/** Conversations by reference number, subject, contact or file name. */
export function ConversationsFound({ query }: ListedProps) {
  const search = useQuery(searchQueries.conversations(query));
  const rows = search.data ?? [];
  return (
    <Found search={search} query={query} count={rows.length} label={plural('globals.terms.conversation')}>
      <ul className="hits" aria-label={plural('globals.terms.conversation')}>
        {rows.map(({ uuid, last_message_at, ...row }) => (
          <ResultRow key={uuid} {...row} conversation_uuid={uuid} at={last_message_at} />
        ))}
      </ul>
    </Found>
  );
}

/** Messages by words and beginnings of words. */
export function MessagesFound({ query }: ListedProps) {
  const search = useQuery(searchQueries.messages(query));
  const rows = search.data ?? [];
  return (
    <Found search={search} query={query} count={rows.length} label={plural('globals.terms.message')}>
      <ul className="hits" aria-label={plural('globals.terms.message')}>
        {rows.map((row) => (
          <ResultRow
            key={row.message_uuid}
            conversation_uuid={row.conversation_uuid}
            message_uuid={row.message_uuid}
            reference_number={row.conversation_reference_number}
            subject={row.conversation_subject}
            sender={row.sender}
            is_note={row.private}
            text={row.text_content}
            text_marks={row.text_marks}
            at={row.created_at}
          />
        ))}
      </ul>
    </Found>
  );
}

/** Contacts by address or name; choosing one searches for what they wrote. */
export function ContactsFound({ query, onPick }: ListedProps & { onPick: (query: string) => void }) {
  const search = useQuery(searchQueries.contacts(query));
  const rows = search.data ?? [];
  return (
    <Found search={search} query={query} count={rows.length} label={plural('globals.terms.contact')}>
      <ul className="hits" aria-label={plural('globals.terms.contact')}>
        {rows.map((contact) => {
          const name = fullName(contact) || (contact.email ?? '');
          return (
            <li key={contact.id}>
              <button
                type="button"
                className="hit is-contact"
                onClick={() => onPick(`from:${contact.email ?? `"${name}"`} `)}
              >
                <Avatar
                  first_name={contact.first_name || name}
                  last_name={contact.last_name}
                  avatar_url={contact.avatar_url}
                />
                <span className="hit-main">
                  <span className="hit-name cut" dir="auto">
                    {name}
                  </span>
                  <span className="muted cut">{contact.email}</span>
                </span>
                <span className="hint muted">
                  <UserRound className="ico-14" aria-hidden /> {t('search.their_conversations')}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Found>
  );
}

interface FoundProps {
  search: { isPending: boolean; error: unknown; refetch: () => unknown };
  query: string;
  count: number;
  label: string;
  /** Not everything was looked at: that there is nothing can't be said yet. */
  hasMore?: boolean;
  children: ReactNode;
}

/** Skeleton, failure, nothing, or what was found; the count is read out. */
function Found({ search, query, count, label, hasMore = false, children }: FoundProps) {
  if (search.isPending) return <Bones />;
  if (search.error && count === 0) {
    return (
      <ErrorPanel
        title={t('search.could_not')}
        message={toApiError(search.error).message}
        onRetry={() => void search.refetch()}
      />
    );
  }
  return (
    <>
      <p className="vh" role="status">
        {t('search.found', { n: count, what: label }, count)}
      </p>
      {count === 0 && !hasMore ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('search.noResultsForQuery', { query })}
          text={t('search.nothing_hint')}
        />
      ) : (
        children
      )}
    </>
  );
}

function Bones() {
  return (
    <div className="hits" role="status" aria-label={t('globals.terms.loading')}>
      {['62%', '48%', '70%', '55%', '66%'].map((width) => (
        <div key={width} className="hit">
          <Skeleton width="32px" height="32px" isRound />
          <span className="hit-main hit-bones">
            <Skeleton width="30%" />
            <Skeleton width={width} />
            <Skeleton width="88%" />
          </span>
        </div>
      ))}
    </div>
  );
}
