import { ArrowDownWideNarrow, ListFilter, PanelLeft, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { plural, type TextKey, t } from '../../../lib/i18n.ts';
import { setDrawer, toggleSidebar, useSidebar } from '../../../lib/sidebar.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuChoice, MenuLabel } from '../../../ui/Menu.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { readFilters } from './ContactFilters.tsx';
import {
  type ContactSort,
  type ContactsState,
  contactSorts,
  isSearched,
  shortestSearch,
} from './use-contacts-params.ts';

const sortTexts: Record<ContactSort, TextKey> = {
  newest: 'contacts.sort.newest',
  oldest: 'contacts.sort.oldest',
  email_asc: 'contacts.sort.email_asc',
  email_desc: 'contacts.sort.email_desc',
  updated: 'contacts.sort.updated',
};
/** From the last key to the search (specification 9). */
const pauseMs = 300;

interface ContactsBarProps {
  state: ContactsState;
  hasFilters: boolean;
  onToggleFilters: () => void;
}

/** Title, search, filters and sort. */
export function ContactsBar({ state, hasFilters, onToggleFilters }: ContactsBarProps) {
  const isPhone = useMedia(screens.phone);
  const rows = readFilters(state.filters).length;
  return (
    <>
      <div className="bar">
        <SidebarButton isPhone={isPhone} />
        <h1 className="cut grow">{t('contacts.all')}</h1>
        <Button
          tone="quiet"
          size="s"
          icon={<ListFilter aria-hidden />}
          aria-expanded={hasFilters}
          onClick={onToggleFilters}
        >
          {plural('globals.terms.filter')}
          {rows > 0 && <span className="num">{count(rows)}</span>}
        </Button>
        <Menu
          align="end"
          label={t('list.sort')}
          trigger={
            <Button tone="quiet" size="s" icon={<ArrowDownWideNarrow aria-hidden />}>
              <span className={isPhone ? 'vh' : 'cut'}>{t(sortTexts[state.sort])}</span>
            </Button>
          }
        >
          <MenuLabel>{t('list.sort')}</MenuLabel>
          <MenuChoice
            value={state.sort}
            onChange={(sort) => state.change({ sort: sort === 'newest' ? '' : sort })}
            options={(Object.keys(contactSorts) as ContactSort[]).map((value) => ({
              value,
              children: t(sortTexts[value]),
            }))}
          />
        </Menu>
      </div>
      <SearchField search={state.search} onSearch={(search) => state.change({ search })} />
    </>
  );
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (text === search) return;
    const timer = setTimeout(() => latest.current(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, search]);
  const isShort = text.trim() !== '' && !isSearched(text);
  return (
    <search className="contacts-search">
      <Search aria-hidden />
      <input
        type="search"
        className="input"
        aria-label={t('contacts.search')}
        aria-describedby="contacts-search-note"
        placeholder={t('contacts.search')}
        value={text}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && latest.current(text)}
      />
      <span id="contacts-search-note" className="help">
        {isShort && t('search.minQueryLength', { length: shortestSearch })}
      </span>
    </search>
  );
}

/** Where the sidebar is hidden, the way to it. */
export function SidebarButton({ isPhone }: { isPhone: boolean }) {
  const sidebar = useSidebar();
  const icon = <PanelLeft className="flips" aria-hidden />;
  if (isPhone) return <IconButton label={t('shell.about_sections')} icon={icon} onClick={() => setDrawer(true)} />;
  if (sidebar.isOpen) return null;
  return <IconButton label={t('shell.open_sidebar')} keys="mod+b" icon={icon} onClick={toggleSidebar} />;
}
