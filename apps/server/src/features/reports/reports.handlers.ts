import type { reportRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { createSlots } from '../../lib/slots.ts';
import { currentLanguagePack } from '../settings/index.ts';
import { definitionsIn } from './definitions.ts';
import { exportReport } from './export-report.ts';
import { readCharts, readCounts, readPromises } from './read-overview.ts';
import { readBreakdown, readHours, readSeries, readSummary, reportsAtOnce } from './read-reports.ts';
import { readBacklog, readRows } from './read-rows.ts';

/** Every route of the reports and what answers it. */
export function createReportHandlers(deps: Deps): Handlers<typeof reportRoutes> {
  // Nothing of it writes: a replica answers where there is one.
  const slots = createSlots(reportsAtOnce(deps.config.database_pool_size));
  const reading = { ...deps, db: deps.reads, slots };
  return {
    'reports.counts': () => readCounts(reading),
    'reports.charts': ({ query }) => readCharts(reading, query.days),
    'reports.sla': ({ query }) => readPromises(reading, query.days),
    'reports.definitions': async () => definitionsIn(currentLanguagePack(deps.db)),
    'reports.summary': ({ query }) => readSummary(reading, query),
    'reports.series': ({ query }) => readSeries(reading, query),
    'reports.breakdown': ({ actor, query }) => readBreakdown(reading, actor, query),
    'reports.hours': ({ query }) => readHours(reading, query),
    'reports.backlog': ({ query }) => readBacklog(reading, query),
    'reports.conversations': ({ actor, query }) => readRows(reading, actor, query),
    'reports.export': ({ actor, query, reply }) =>
      exportReport(reading, currentLanguagePack(deps.db), actor, { query, reply }),
  };
}
