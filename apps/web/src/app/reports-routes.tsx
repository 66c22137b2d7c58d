import { type RouteObject, replace } from 'react-router';
import { RouteError } from './RouteError.tsx';

function page(name: string, lazy: NonNullable<RouteObject['lazy']>): RouteObject {
  return { path: `reports/${name}`, lazy, ErrorBoundary: RouteError };
}

/** Every page of the reports (specification 2). A module exports its page as `Component`. */
export const reportsRoutes: RouteObject[] = [
  { path: 'reports', loader: () => replace('/reports/overview'), element: null },
  page('overview', () => import('../features/reports/overview/OverviewPage.tsx')),
  page('conversations', () => import('../features/reports/pages/ConversationsReport.tsx')),
  page('times', () => import('../features/reports/pages/TimesReport.tsx')),
  page('sla', () => import('../features/reports/pages/SlaReport.tsx')),
  page('csat', () => import('../features/reports/pages/CsatReport.tsx')),
  page('backlog', () => import('../features/reports/pages/BacklogReport.tsx')),
  page('agents', () => import('../features/reports/pages/AgentsReport.tsx')),
  page('teams', () => import('../features/reports/pages/TeamsReport.tsx')),
  page('inboxes', () => import('../features/reports/pages/InboxesReport.tsx')),
  page('tags', () => import('../features/reports/pages/TagsReport.tsx')),
  page('priorities', () => import('../features/reports/pages/PrioritiesReport.tsx')),
  page('contacts', () => import('../features/reports/pages/ContactsReport.tsx')),
  page('hours', () => import('../features/reports/pages/HoursReport.tsx')),
  page('list', () => import('../features/reports/pages/RowsReport.tsx')),
];
