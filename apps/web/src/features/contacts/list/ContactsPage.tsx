import type { ContactListItem } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Contact, Lock, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/title.ts';
import { Button } from '../../../ui/Button.tsx';
import { PageFoot } from '../../../ui/PageFoot.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { contactQueries } from '../contacts.api.ts';
import { ContactFilters } from './ContactFilters.tsx';
import { ContactRow } from './ContactRow.tsx';
import { ContactsBar } from './ContactsBar.tsx';
import { type ContactsState, isSearched, pageSizes, useContactsParams } from './use-contacts-params.ts';
import '../contacts.css';

/** All contacts, a page at a time: search, filters and sort stand in the address. */
export function Component() {
  const title = t('contacts.all');
  useTitle(title);
  const mayList = useCan('contacts:read_all');
  return (
    <section className="contacts-page" aria-label={title}>
      {mayList ? (
        <ContactList />
      ) : (
        <EmptyState icon={<Lock aria-hidden />} title={t('contacts.not_allowed')} text={t('list.not_allowed.text')} />
      )}
    </section>
  );
}

function ContactList() {
  const state = useContactsParams();
  const [hasFilters, setFilters] = useState(state.filters !== '');
  const { data, error, isPlaceholderData, refetch } = useQuery(contactQueries.list(state.query));
  return (
    <>
      <ContactsBar state={state} hasFilters={hasFilters} onToggleFilters={() => setFilters(!hasFilters)} />
      {hasFilters && (
        <ContactFilters
          // Another address brings other rows.
          key={state.filters}
          filters={state.filters}
          onApply={(filters) => state.change({ filters })}
        />
      )}
      {error ? (
        <ErrorPanel
          title={t('contacts.could_not_fetch')}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <>
          <Rows contacts={data.results} state={state} isOld={isPlaceholderData} />
          <PageFoot
            state={state}
            sizes={pageSizes}
            total={data.total}
            total_pages={data.total_pages}
            is_capped={data.total_capped ?? false}
            shown={data.results.length}
          />
        </>
      ) : (
        <SkeletonRows />
      )}
    </>
  );
}

interface RowsProps {
  contacts: readonly ContactListItem[];
  state: ContactsState;
  /** Still those of the page before. */
  isOld: boolean;
}

function Rows({ contacts, state, isOld }: RowsProps) {
  const { search } = useLocation();
  const { page, size, sort } = state;
  if (contacts.length === 0 && !isOld) return <Nobody state={state} />;
  return (
    // Another page begins at its top.
    <section
      key={[page, size, sort].join()}
      className="contacts-scroll scroll"
      aria-busy={isOld}
      aria-label={t('contacts.rows')}
    >
      <ul className="contact-rows">
        {contacts.map((contact) => (
          <ContactRow key={contact.id} contact={contact} search={search} />
        ))}
      </ul>
    </section>
  );
}

function Nobody({ state: { search, filters, page, change } }: { state: ContactsState }) {
  if (page > 1) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('contacts.page_empty')}
        action={<Button onClick={() => change({ page: '' })}>{t('contacts.first_page')}</Button>}
      />
    );
  }
  if (!isSearched(search) && !filters) {
    return (
      <EmptyState icon={<Contact aria-hidden />} title={t('contacts.empty.title')} text={t('contacts.empty.text')} />
    );
  }
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('contacts.none_found')}
      text={t('conversation.tryAdjustingFilters')}
      {...(filters
        ? { action: <Button onClick={() => change({ filters: '' })}>{t('contacts.clear_filters')}</Button> }
        : {})}
    />
  );
}

function SkeletonRows() {
  return (
    <div className="contacts-scroll" aria-busy="true">
      <span className="vh">{t('globals.terms.loading')}</span>
      {[60, 45, 70, 50, 65].map((width) => (
        <div key={width} className="contact-row">
          <Skeleton width="32px" height="32px" isRound />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
