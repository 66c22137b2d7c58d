import type { SortOption } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownWideNarrow, ChevronDown, PanelLeft } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { setDrawer, toggleSidebar, useSidebar } from '../../../lib/sidebar.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuChoice, MenuLabel } from '../../../ui/Menu.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { statusQueries } from '../../statuses/index.ts';
import type { ListState } from './use-list-params.ts';
import { totalText } from './use-scope-total.ts';

const sortTexts: Record<SortOption, TextKey> = {
  newest: 'conversation.sort.newestActivity',
  oldest: 'conversation.sort.oldestActivity',
  started_first: 'conversation.sort.startedFirst',
  started_last: 'conversation.sort.startedLast',
  waiting_longest: 'conversation.sort.waitingLongest',
  next_sla_target: 'conversation.sort.nextSLATarget',
  priority_first: 'conversation.sort.priorityFirst',
};

interface ListHeaderProps {
  title: string;
  state: ListState;
  /** Conversations in the list, undefined while unknown. */
  total: number | undefined;
  isCapped: boolean;
}

/** Title, status filter with the total, and the seven sorts. A view has its own filters: only its total is shown. */
export function ListHeader({ title, state, total, isCapped }: ListHeaderProps) {
  const isPhone = useMedia(screens.phone);
  const sidebar = useSidebar();
  return (
    <div className="bar">
      {isPhone && (
        <IconButton
          label={t('shell.about_sections')}
          icon={<PanelLeft aria-hidden />}
          onClick={() => setDrawer(true)}
        />
      )}
      {!isPhone && !sidebar.isOpen && (
        <IconButton
          className="list-unfold"
          label={t('shell.open_sidebar')}
          keys="mod+b"
          icon={<PanelLeft aria-hidden />}
          onClick={toggleSidebar}
        />
      )}
      <h1 className="cut grow" dir="auto">
        {title}
      </h1>
      {state.params.scope.kind === 'view' ? (
        <span className="num muted list-total">{totalText(total, isCapped)}</span>
      ) : (
        <StatusMenu state={state} total={total} isCapped={isCapped} />
      )}
      <SortMenu state={state} isShort={isPhone} />
    </div>
  );
}

function StatusMenu({ state: { params, setStatus }, total, isCapped }: Omit<ListHeaderProps, 'title'>) {
  const { data: statuses = [] } = useQuery(statusQueries.list());
  const names = statuses.map((status) => status.name);
  // A status of the address that the desk does not know (or not yet) stays choosable, so that the menu tells the truth.
  if (params.status !== null && !names.includes(params.status)) names.unshift(params.status);
  const options = [
    ...names.map((name) => ({ value: name, children: name })),
    { value: '', children: t('list.all_statuses') },
  ];
  const shown = total === 0 ? count(0) : totalText(total, isCapped);
  return (
    <Menu
      align="end"
      label={t('list.status')}
      trigger={
        <Button tone="quiet" size="s">
          <span className="cut list-status" dir="auto">
            {params.status ?? t('list.all_statuses')}
          </span>
          <span className="num muted">{shown}</span>
          <ChevronDown className="ico-end" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>{t('list.status')}</MenuLabel>
      <MenuChoice value={params.status ?? ''} onChange={(value) => setStatus(value || null)} options={options} />
    </Menu>
  );
}

function SortMenu({ state: { params, setSort }, isShort }: { state: ListState; isShort: boolean }) {
  const options = (Object.keys(sortTexts) as SortOption[]).map((value) => ({
    value,
    children: t(sortTexts[value]),
  }));
  return (
    <Menu
      align="end"
      label={t('list.sort')}
      trigger={
        <Button tone="quiet" size="s" icon={<ArrowDownWideNarrow aria-hidden />}>
          <span className={isShort ? 'vh' : 'cut'}>{t(sortTexts[params.sort])}</span>
        </Button>
      }
    >
      <MenuLabel>{t('list.sort')}</MenuLabel>
      <MenuChoice value={params.sort} onChange={setSort} options={options} />
    </Menu>
  );
}
