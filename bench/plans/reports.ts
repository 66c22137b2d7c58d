import { readCharts, readCounts, readPromises } from '../../apps/server/src/features/reports/read-overview.ts';
import {
  type ReportDeps,
  readBreakdown,
  readHours,
  readSeries,
  readSummary,
} from '../../apps/server/src/features/reports/read-reports.ts';
import { readBacklog, readRows } from '../../apps/server/src/features/reports/read-rows.ts';
import { systemActor } from '../../apps/server/src/features/users/index.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createSlots } from '../../apps/server/src/lib/slots.ts';
import { type Asker, section } from './explain.ts';

/** Statements of the transaction itself and of settings. */
const beside = /^(begin|start|set|commit|rollback)|set_config|from "settings"|from "report_state"/i;

/** The plans of the reports: each statement that counts, for a year and longer, of everything and of the busiest agent. */
export async function plansOfReports({ db, pool, sentBy, explain }: Asker, size: string): Promise<string> {
  const deps: ReportDeps & { reads: ReportDeps['db'] } = {
    db,
    reads: db,
    slots: createSlots(1),
    clock: systemClock,
    snapshot: (body) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(body),
  };
  const actor = await systemActor(db);
  const busiest = async (column: string, table = 'report_facts where metric = 1 and') => {
    const { rows } = await pool.query(
      `select ${column} as id from ${table} ${column} is not null group by 1 order by count(*) desc limit 1`,
    );
    return Number(rows[0].id);
  };
  const agent_id = await busiest('agent_id');
  const team_id = await busiest('team_id');
  const contact_id = await busiest('contact_id');
  const priority_id = await busiest('priority_id');
  const tag_id = await busiest('tag_id', 'conversation_tags where');
  const year = { days: 365 };
  const calls: Record<string, () => Promise<unknown>> = {
    'overview, counts': () => readCounts(deps),
    'overview, charts of 365 days': () => readCharts(deps, 365),
    'overview, SLA of 365 days': () => readPromises(deps, 365),
    'summary of a year': () => readSummary(deps, year),
    'summary of a year of the busiest agent': () => readSummary(deps, { ...year, agent_id }),
    'summary of a year of a team and an agent': () => readSummary(deps, { ...year, team_id, agent_id }),
    'summary of a year of a team and a priority': () => readSummary(deps, { ...year, team_id, priority_id }),
    'summary of a year of a tag and a team': () => readSummary(deps, { ...year, tag_id, team_id }),
    'summary of a year of a tag and an agent': () => readSummary(deps, { ...year, tag_id, agent_id }),
    'summary of a year of a tag and a contact': () => readSummary(deps, { ...year, tag_id, contact_id }),
    'summary of a year of a tag, a team and a priority': () =>
      readSummary(deps, { ...year, tag_id, team_id, priority_id }),
    'summary of a year of one contact': () => readSummary(deps, { ...year, contact_id }),
    'series of a year by day': () => readSeries(deps, { ...year, interval: 'day' }),
    'series of a year by day of a tag and a team': () =>
      readSeries(deps, { ...year, interval: 'day', tag_id, team_id }),
    'series of ten years by month': () => readSeries(deps, { days: 3660, interval: 'month' }),
    'a year by agent': () => readBreakdown(deps, actor, { ...year, by: 'agent' }),
    'a year by agent of a team': () => readBreakdown(deps, actor, { ...year, by: 'agent', team_id }),
    'a year by agent of a tag': () => readBreakdown(deps, actor, { ...year, by: 'agent', tag_id }),
    'a year by contact of a tag': () => readBreakdown(deps, actor, { ...year, by: 'contact', tag_id }),
    'a year by tag': () => readBreakdown(deps, actor, { ...year, by: 'tag' }),
    'a year by team of a tag': () => readBreakdown(deps, actor, { ...year, by: 'team', tag_id }),
    'a year by contact': () => readBreakdown(deps, actor, { ...year, by: 'contact' }),
    'hours of the week of a year': () => readHours(deps, year),
    backlog: () => readBacklog(deps, {}),
    'rows behind the messages in of a year': () =>
      readRows(deps, actor, { ...year, metric: 'messages_in', page: 1, page_size: 50 }),
  };
  let report = `# Plans of the reports at ${size} conversations\n\nWritten by \`node bench/plans.ts --of reports\`, everything counted and rolled up. Each statement of a call is shown once.\n`;
  for (const [name, call] of Object.entries(calls)) {
    const sent = await sentBy(call);
    const counting = new Map(sent.filter(({ sql }) => !beside.test(sql)).map((query) => [query.sql, query]));
    const plans: string[][] = [];
    for (const query of counting.values()) plans.push(await explain(query));
    report += section(
      name,
      plans
        .map((lines) => lines.join('\n'))
        .join('\n\n')
        .split('\n'),
    );
  }
  return report;
}
