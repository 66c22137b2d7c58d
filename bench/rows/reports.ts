import { setTimeout as pause } from 'node:timers/promises';
import type { RouteName } from '@bellhop/contract';
import pg from 'pg';
import type { Product } from '../product.ts';
import { sample, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

/**
 * Every call of the reports over HTTP: a month, a year and ten years, with one filter (of the busiest), two and three. On a desk that has never
 * counted, that is waited for first, as after an upgrade, and its time is told.
 */
export async function benchReports(product: Product, times: number): Promise<{ text: string; p95: number }> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  try {
    const waited = await untilCounted(pool);
    const client = await product.client();
    const busiest = async (column: string) =>
      Number(
        (
          await pool.query(
            `select ${column} as id from report_facts where metric = 1 and ${column} is not null group by 1 order by count(*) desc limit 1`,
          )
        ).rows[0].id,
      );
    const agent_id = await busiest('agent_id');
    const team_id = await busiest('team_id');
    const contact_id = await busiest('contact_id');
    const inbox_id = await busiest('inbox_id');
    const priority_id = await busiest('priority_id');
    const tag_id = Number(
      (await pool.query('select tag_id from conversation_tags group by 1 order by count(*) desc limit 1')).rows[0]
        .tag_id,
    );
    const year = { days: 365 };
    const calls: [string, RouteName, Record<string, string | number>][] = [
      ['overview: counts', 'reports.counts', {}],
      ['overview: charts, 30 days', 'reports.charts', { days: 30 }],
      ['overview: charts, 365 days', 'reports.charts', { days: 365 }],
      ['overview: SLA, 365 days', 'reports.sla', { days: 365 }],
      ['summary, 30 days', 'reports.summary', { days: 30 }],
      ['summary, a year', 'reports.summary', year],
      ['summary, ten years', 'reports.summary', { days: 3660 }],
      ['summary, a year, of the busiest agent', 'reports.summary', { ...year, agent_id }],
      ['summary, a year, of the commonest tag', 'reports.summary', { ...year, tag_id }],
      ['summary, a year, of one contact', 'reports.summary', { ...year, contact_id }],
      ['summary, a year, of a team and an agent', 'reports.summary', { ...year, team_id, agent_id }],
      ['summary, a year, of a team and a priority', 'reports.summary', { ...year, team_id, priority_id }],
      ['summary, a year, of an inbox and a team', 'reports.summary', { ...year, inbox_id, team_id }],
      ['summary, a year, of a tag and a team', 'reports.summary', { ...year, tag_id, team_id }],
      ['summary, a year, of a tag and a priority', 'reports.summary', { ...year, tag_id, priority_id }],
      ['summary, a year, of a tag and an agent', 'reports.summary', { ...year, tag_id, agent_id }],
      ['summary, a year, of a tag and a contact', 'reports.summary', { ...year, tag_id, contact_id }],
      [
        'summary, a year, of a tag, a team and a priority',
        'reports.summary',
        { ...year, tag_id, team_id, priority_id },
      ],
      ['summary, a year, of a team and a contact', 'reports.summary', { ...year, team_id, contact_id }],
      [
        'summary, a year, of an inbox, a tag and a priority',
        'reports.summary',
        { ...year, inbox_id, tag_id, priority_id },
      ],
      ['summary, a year, of an inbox, a tag and a team', 'reports.summary', { ...year, inbox_id, tag_id, team_id }],
      [
        'summary, a year, of an inbox, a team and a priority',
        'reports.summary',
        { ...year, inbox_id, team_id, priority_id },
      ],
      ['summary, 30 days, of a tag and a team', 'reports.summary', { days: 30, tag_id, team_id }],
      ['series by day, 30 days', 'reports.series', { days: 30, interval: 'day' }],
      ['series by day, a year', 'reports.series', { ...year, interval: 'day' }],
      ['series by month, ten years', 'reports.series', { days: 3660, interval: 'month' }],
      ['series by month, a year, of a team', 'reports.series', { ...year, interval: 'month', team_id }],
      [
        'series by month, a year, of a tag and a team',
        'reports.series',
        { ...year, interval: 'month', tag_id, team_id },
      ],
      [
        'series by day, a year, of a team and a priority',
        'reports.series',
        { ...year, interval: 'day', team_id, priority_id },
      ],
      ['series by day, a year, of a tag and a team', 'reports.series', { ...year, interval: 'day', tag_id, team_id }],
      ...(['agent', 'team', 'inbox', 'tag', 'priority', 'contact'] as const).map(
        (by): [string, RouteName, Record<string, string | number>] => [
          `a year by ${by}`,
          'reports.breakdown',
          { ...year, by },
        ],
      ),
      ['a year by priority, of a team', 'reports.breakdown', { ...year, by: 'priority', team_id }],
      ['a year by team, of a tag', 'reports.breakdown', { ...year, by: 'team', tag_id }],
      ['a year by tag, of a team', 'reports.breakdown', { ...year, by: 'tag', team_id }],
      ...(['agent', 'contact'] as const).flatMap((by) =>
        Object.entries({ inbox: inbox_id, team: team_id, priority: priority_id, tag: tag_id }).map(
          ([of, id]): [string, RouteName, Record<string, string | number>] => [
            `a year by ${by}, of ${of === 'inbox' ? 'an' : 'a'} ${of}`,
            'reports.breakdown',
            { ...year, by, [`${of}_id`]: id },
          ],
        ),
      ),
      ['a year by contact, of an agent', 'reports.breakdown', { ...year, by: 'contact', agent_id }],
      ['a year by agent, of a tag and a team', 'reports.breakdown', { ...year, by: 'agent', tag_id, team_id }],
      ['a year by team, of a tag and a priority', 'reports.breakdown', { ...year, by: 'team', tag_id, priority_id }],
      ['30 days by agent', 'reports.breakdown', { days: 30, by: 'agent' }],
      ['hours of the week, a year', 'reports.hours', year],
      ['hours of the week, a year, of a tag', 'reports.hours', { ...year, tag_id }],
      ['hours of the week, a year, of a team and a priority', 'reports.hours', { ...year, team_id, priority_id }],
      ['backlog', 'reports.backlog', {}],
      ['rows behind new, a year', 'reports.conversations', { ...year, metric: 'new' }],
      ['rows behind resolved, 30 days', 'reports.conversations', { days: 30, metric: 'resolved' }],
      ['rows behind messages in, a year', 'reports.conversations', { ...year, metric: 'messages_in' }],
      ['rows behind backlog', 'reports.conversations', { metric: 'backlog' }],
    ];
    const rows: (string | number)[][] = [];
    const all: number[] = [];
    for (const [name, route, query] of calls) {
      const call = async () => {
        const answer = await client.call(route, { query });
        if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.body.message}`);
      };
      await call();
      const took = await sample(times, call);
      all.push(...took);
      rows.push([name, ...summaryCells(summarise(took))]);
    }
    const total = summarise(all);
    rows.push(['all of them', ...summaryCells(total)]);
    const note = waited === null ? '' : `\nCounting everything from the beginning took ${Math.round(waited)} s.`;
    return { text: `${table(['reports, ms', ...summaryColumns], rows)}${note}`, p95: total.p95 };
  } finally {
    await pool.end();
  }
}

/** Seconds until everything was counted and rolled up; null when it was already. */
async function untilCounted(pool: pg.Pool): Promise<number | null> {
  const isCounted = async () =>
    (
      await pool.query(
        `select 1 from report_state where below is null and greatest(rolled_from, paired_from, agents_paired_from) = '-infinity'`,
      )
    ).rowCount === 1;
  if (await isCounted()) return null;
  const start = performance.now();
  while (!(await isCounted())) await pause(1000);
  await pool.query('vacuum analyze report_facts');
  await pool.query('vacuum analyze report_rollups');
  await pool.query('vacuum analyze report_pairs');
  return (performance.now() - start) / 1000;
}
