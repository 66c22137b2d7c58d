import type { OverviewCharts, OverviewCounts, OverviewSla } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import { zoneNow } from './follow-changes.job.ts';
import { chartDays, countNow, sumPromises } from './overview.queries.ts';
import { beginOf } from './range.ts';

/** How it stands now (wire B 10.1). */
export function readCounts({ reads }: Pick<Deps, 'reads'>): Promise<OverviewCounts> {
  return countNow(reads);
}

/** New and resolved conversations by day (wire B 10.2). */
export async function readCharts(deps: Pick<Deps, 'db' | 'reads' | 'clock'>, days: number): Promise<OverviewCharts> {
  const time_zone = await zoneNow(deps);
  const now = deps.clock.now();
  const span = { since: beginOf(now, days, time_zone), now, zone: time_zone };
  const [new_conversations, resolved_conversations] = await Promise.all([
    chartDays(deps.reads, 'created_at', span),
    chartDays(deps.reads, 'resolved_at', span),
  ]);
  return { new_conversations, resolved_conversations, time_zone };
}

/** Promises kept and broken (wire B 10.3). */
export async function readPromises(deps: Pick<Deps, 'db' | 'reads' | 'clock'>, days: number): Promise<OverviewSla> {
  return sumPromises(deps.reads, beginOf(deps.clock.now(), days, await zoneNow(deps)));
}
