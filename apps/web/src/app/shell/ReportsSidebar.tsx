import {
  ChartColumn,
  CircleUserRound,
  Clock,
  Contact,
  Flag,
  Hourglass,
  Inbox,
  MessagesSquare,
  ShieldCheck,
  Smile,
  Tag,
  Timer,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { sharedSearch } from '../../features/reports/index.ts';
import { plural, t } from '../../lib/i18n.ts';
import { useCan } from '../../lib/session.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { SectionSidebar } from './SectionSidebar.tsx';
import { SidebarGroup } from './SidebarGroup.tsx';

type Item = readonly [path: string, label: () => string, icon: ReactNode];

const reports: readonly Item[] = [
  ['conversations', () => plural('globals.terms.conversation'), <MessagesSquare key="conversations" aria-hidden />],
  ['times', () => t('report.times'), <Timer key="times" aria-hidden />],
  ['sla', () => t('globals.terms.sla', {}, 1), <ShieldCheck key="sla" aria-hidden />],
  ['csat', () => t('report.csat'), <Smile key="csat" aria-hidden />],
  ['backlog', () => t('report.backlog'), <Hourglass key="backlog" aria-hidden />],
  ['hours', () => t('report.hours'), <Clock key="hours" aria-hidden />],
];
const compared: readonly Item[] = [
  ['agents', () => plural('globals.terms.agent'), <CircleUserRound key="agents" aria-hidden />],
  ['teams', () => plural('globals.terms.team'), <Users key="teams" aria-hidden />],
  ['inboxes', () => plural('globals.terms.inbox'), <Inbox key="inboxes" aria-hidden />],
  ['tags', () => plural('globals.terms.tag'), <Tag key="tags" aria-hidden />],
  ['priorities', () => plural('globals.terms.priority'), <Flag key="priorities" aria-hidden />],
  ['contacts', () => plural('globals.terms.contact'), <Contact key="contacts" aria-hidden />],
];

/** The reports (specification 2). Range and filters go along from one to the other. */
export function ReportsSidebar({ isPhone }: { isPhone: boolean }) {
  const mayRead = useCan('reports:manage');
  return (
    <SectionSidebar isPhone={isPhone} title={plural('globals.terms.report')}>
      {mayRead && (
        <>
          <Items
            items={[
              ['overview', () => t('globals.terms.overview', {}, 1), <ChartColumn key="overview" aria-hidden />],
              ...reports,
            ]}
          />
          <SidebarGroup memory="reportsComparedOpen" title={t('report.by')}>
            <Items items={compared} />
          </SidebarGroup>
        </>
      )}
    </SectionSidebar>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  const { search } = useLocation();
  return (
    <ul>
      {items.map(([path, label, icon]) => (
        <li key={path}>
          <NavLink
            className={({ isActive }) => (isActive ? 'nav is-on' : 'nav')}
            to={{ pathname: `/reports/${path}`, search: path === 'overview' ? '' : sharedSearch(search) }}
            onClick={() => setDrawer(false)}
          >
            {icon}
            <span className="cut">{label()}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
