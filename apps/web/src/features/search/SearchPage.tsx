import { PanelLeft, SearchIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { plural, type TextKey, t } from '../../lib/i18n.ts';
import { useCan } from '../../lib/session.ts';
import { setDrawer, toggleSidebar, useSidebar } from '../../lib/sidebar.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice } from '../../ui/Menu.tsx';
import { screens, useMedia } from '../../ui/use-media.ts';
import { EmptyState } from '../../ui/Void.tsx';
import { hasOperators, operatorHints } from './operators.ts';
import { ContactsFound, ConversationsFound, EverythingFound, MessagesFound } from './Results.tsx';
import { SaveAsView } from './SaveAsView.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { SearchSort } from './search.api.ts';
import { useSearchKeys } from './use-search-keys.ts';
import { type SearchKind, type SearchState, shortestQuery, useSearchState } from './use-search-params.ts';
import './search.css';

const sortTexts: Record<SearchSort, TextKey> = { newest: 'search.newest', best: 'search.best' };

/** The search of the inboxes: one box, what it finds below. The list is not shown here (specification 2). */
export function Component() {
  const state = useSearchState();
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLElement>(null);
  const { toFirst, openFirst } = useSearchKeys(field, results);
  const { text, query, setText } = state;
  const title = t('globals.terms.search');
  useTitle(title);
  useEffect(() => field.current?.focus(), []);
  const type = (next: string) => {
    setText(next);
    field.current?.focus();
  };
  return (
    <section className="search-page" aria-label={title}>
      <div className="bar">
        <SidebarButton />
        <h1 className="vh">{title}</h1>
        <SearchBox field={field} text={text} onText={setText} onDown={toFirst} onEnter={openFirst} />
      </div>
      {query !== '' && <Choices state={state} />}
      <section ref={results} className="search-results scroll" aria-label={t('search.results')}>
        {query === '' ? <Beginning text={text} onType={type} /> : <Results state={state} onType={type} />}
      </section>
    </section>
  );
}

/** Where the sidebar is hidden, the way to it. */
function SidebarButton() {
  const isPhone = useMedia(screens.phone);
  const sidebar = useSidebar();
  const icon = <PanelLeft className="flips" aria-hidden />;
  if (isPhone) return <IconButton label={t('shell.about_sections')} icon={icon} onClick={() => setDrawer(true)} />;
  if (sidebar.isOpen) return null;
  return <IconButton label={t('shell.open_sidebar')} keys="mod+b" icon={icon} onClick={toggleSidebar} />;
}

/** The kinds that may be searched; those of the contract know no operators. */
function useKinds(query: string): readonly { kind: SearchKind; label: string }[] {
  const mayReadMessages = useCan('messages:read');
  const mayReadConversations = useCan('conversations:read');
  const mayReadContacts = useCan('contacts:read');
  const isPlain = !hasOperators(query);
  const kinds: { kind: SearchKind; label: string; isOffered: boolean }[] = [
    { kind: 'everything', label: t('search.everything'), isOffered: mayReadMessages },
    {
      kind: 'conversations',
      label: plural('globals.terms.conversation'),
      isOffered: mayReadConversations && (isPlain || !mayReadMessages),
    },
    { kind: 'messages', label: plural('globals.terms.message'), isOffered: mayReadMessages && isPlain },
    { kind: 'contacts', label: plural('globals.terms.contact'), isOffered: mayReadContacts && isPlain },
  ];
  return kinds.filter(({ isOffered }) => isOffered);
}

function Choices({ state: { query, kind, sort, setKind, setSort } }: { state: SearchState }) {
  const kinds = useKinds(query);
  const current = kinds.some((one) => one.kind === kind) ? kind : kinds[0]?.kind;
  return (
    <div className="search-choices">
      <div className="search-kinds" role="toolbar" aria-label={t('search.kinds')}>
        {kinds.map((one) => (
          <button
            key={one.kind}
            type="button"
            className={classNames('kind', one.kind === current && 'is-on')}
            aria-pressed={one.kind === current}
            onClick={() => setKind(one.kind)}
          >
            {one.label}
          </button>
        ))}
      </div>
      {current === 'everything' && (
        <span className="end">
          <SaveAsView query={query} sort={sort} />
          <Menu
            align="end"
            label={t('list.sort')}
            trigger={
              <Button tone="quiet" size="s">
                {t(sortTexts[sort])}
              </Button>
            }
          >
            <MenuChoice
              value={sort}
              onChange={setSort}
              options={(['newest', 'best'] as const).map((value) => ({ value, children: t(sortTexts[value]) }))}
            />
          </Menu>
        </span>
      )}
    </div>
  );
}

function Results({
  state: { query, kind, sort, setKind },
  onType,
}: {
  state: SearchState;
  onType: (text: string) => void;
}) {
  const kinds = useKinds(query);
  const current = kinds.some((one) => one.kind === kind) ? kind : kinds[0]?.kind;
  switch (current) {
    case 'everything':
      return <EverythingFound query={query} sort={sort} />;
    case 'conversations':
      return <ConversationsFound query={query} />;
    case 'messages':
      return <MessagesFound query={query} />;
    case 'contacts':
      return (
        <ContactsFound
          query={query}
          onPick={(next) => {
            setKind('everything');
            onType(next);
          }}
        />
      );
    default:
      return <p className="thread-none">{t('search.not_allowed')}</p>;
  }
}

/** Before anything is searched: what the box takes. */
function Beginning({ text, onType }: { text: string; onType: (text: string) => void }) {
  const isShort = text.trim() !== '';
  return (
    <div className="search-start">
      <EmptyState
        icon={<SearchIcon aria-hidden />}
        title={
          isShort ? t('search.minQueryLength', { length: shortestQuery }) : t('globals.messages.startTypingToSearch')
        }
        text={t('search.searchBy')}
      />
      <dl className="search-operators">
        {Object.entries(operatorHints()).map(([operator, hint]) => (
          <div key={operator}>
            <dt>
              <button
                type="button"
                className="operator"
                onClick={() => onType(`${text.trim()} ${operator}`.trimStart())}
              >
                {operator}
              </button>
            </dt>
            <dd>{hint}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
