import type { reportRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { currentLanguagePack } from '../settings/index.ts';
import { definitionsIn } from './definitions.ts';
import { exportReport } from './export-report.ts';
import { readCharts, readCounts, readPromises } from './read-overview.ts';
import { readBreakdown, readHours, readSeries, readSummary } from './read-reports.ts';
import { readBacklog, readRows } from './read-rows.ts';

/** Every route of the reports and what answers it. */
export function createReportHandlers(deps: Deps): Handlers<typeof reportRoutes> {
  return {
    'reports.counts': () => readCounts(deps),
    'reports.charts': ({ query }) => readCharts(deps, query.days),
    'reports.sla': ({ query }) => readPromises(deps, query.days),
    'reports.definitions': async () => definitionsIn(currentLanguagePack(deps.db)),
    'reports.summary': ({ query }) => readSummary(deps, query),
    'reports.series': ({ query }) => readSeries(deps, query),
    'reports.breakdown': ({ query }) => readBreakdown(deps, query),
    'reports.hours': ({ query }) => readHours(deps, query),
    'reports.backlog': ({ query }) => readBacklog(deps, query),
    'reports.conversations': ({ actor, query }) => readRows(deps, actor, query),
    'reports.export': ({ actor, query, reply }) =>
      exportReport(deps, currentLanguagePack(deps.db), actor, { query, reply }),
  };
}
