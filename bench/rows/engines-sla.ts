import pg from 'pg';
import { subscribers } from '../../apps/server/src/app/subscribers.ts';
import { createWork } from '../../apps/server/src/core/unit-of-work.ts';
import { openDatabase } from '../../apps/server/src/db/pool.ts';
import { applyPolicy, removePolicyFrom, sweepSla } from '../../apps/server/src/features/sla/index.ts';
import { systemActor } from '../../apps/server/src/features/users/index.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLog } from '../../apps/server/src/lib/log.ts';
import type { Product } from '../product.ts';
import { sample, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

/** So many conversations have a promise that runs, so many of them fall due in the same minute, each with an alert. */
const running = 30_000;
const due = 10_000;

/**
 * Deadlines at the size of the desk (behaviour 5.5, 5.8): the sweep while nothing is due, a minute in which 10,000 promises are broken and as
 * many alerts sent, and what applying a policy costs. Everything that follows from an alert is done too. Leaves the desk as it was.
 */
export async function benchSla(product: Product): Promise<{ text: string }> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  // The product stops while it is still open when something went wrong: then that is what counts.
  pool.on('error', () => {});
  const log = createLog('silent');
  const database = openDatabase(product.database_url, log, { max: 4 });
  const work = createWork({ database, clock: systemClock, subscribers });
  const system = await systemActor(database.db);
  const deps = { db: database.db, work, clock: systemClock, system, log };
  const rows: (string | number)[][] = [];
  const measure = async (what: string, times: number, body: () => Promise<unknown>) => {
    rows.push([what, ...summaryCells(summarise(await sample(times, body)))]);
  };
  const { rows: begun } = await pool.query<{ seq: number; at: Date }>(
    'select coalesce(max(seq), 0)::int as seq, clock_timestamp() as at from events',
  );
  try {
    const policy = await promise(pool);
    await measure('sweep, nothing is due', 20, () => sweepSla(deps));
    const plan = await planOf(pool);
    await pool.query(
      `with chosen as (select id from applied_slas where sla_policy_id = $1 order by id limit $2),
       moved as (update applied_slas set due_at = now() - interval '1 second', resolution_deadline_at = now() - interval '1 second'
         where id in (select id from chosen))
       update sla_alerts set due_at = now(), deadline_at = now() - interval '1 second' where applied_sla_id in (select id from chosen)`,
      [policy, due],
    );
    await measure(`sweep after ${due.toLocaleString('en')} promises fell due in one minute`, 1, () => sweepSla(deps));
    const { rows: left } = await pool.query<{ unsent: number; unjudged: number }>(
      `select (select count(*)::int from sla_alerts where sent_at is null and due_at <= now()) as unsent,
         (select count(*)::int from applied_slas where due_at < now()) as unjudged`,
    );
    const { rows: free } = await pool.query<{ id: number }>(
      'select id from conversations where applied_sla_id is null order by id desc limit 1',
    );
    await measure('apply a policy, and take it away', 50, () =>
      work(system, async (uow) => removePolicyFrom(uow, await applyPolicy(uow, free[0]!, policy))),
    );
    return {
      text: [
        table([`SLA, ${running.toLocaleString('en')} promises running, ms`, ...summaryColumns], rows),
        `Left due afterwards: ${left[0]!.unsent} alerts, ${left[0]!.unjudged} deadlines.\n`,
        `\`\`\`\n${plan}\n\`\`\`\n`,
      ].join('\n'),
    };
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    throw error;
  } finally {
    await forget(pool, begun[0]!);
    await database.db.destroy();
    await pool.end();
  }
}

/** A policy on the latest open conversations, as if it had been applied to each; the rows are remembered as they were. */
async function promise(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into sla_policies (name, resolution_time, notifications) values ('Bench promise', '72h',
       '[{"type":"breach","recipients":["assigned_user"],"time_delay":"","time_delay_type":"immediately","metric":"all"}]')
     returning id`,
  );
  const { id } = rows[0]!;
  await pool.query(
    `create table bench_promised as select id, updated_at from conversations
     where status_id in (select id from conversation_statuses where category = 'open') order by id desc limit $1`,
    [running],
  );
  await pool.query(
    `insert into applied_slas (created_at, updated_at, conversation_id, sla_policy_id, terms, starts_at, time_zone,
       resolution_deadline_at, due_at)
     select now(), now(), bench_promised.id, p.id, jsonb_build_object('first_response_time', null, 'next_response_time', null,
       'resolution_time', '72h', 'pause_on_waiting', false, 'restart_on_reopen', false, 'follow_team_hours', false,
       'notifications', p.notifications), now(), 'UTC', now() + interval '72 hours', now() + interval '72 hours'
     from bench_promised, sla_policies p where p.id = $1`,
    [id],
  );
  await pool.query(
    `insert into sla_alerts (applied_sla_id, conversation_id, type, metric, recipients, deadline_at, due_at)
     select id, conversation_id, 'breach', 'resolution', '{assigned_user}', due_at, due_at from applied_slas where sla_policy_id = $1`,
    [id],
  );
  await pool.query(
    `update conversations set sla_policy_id = $1, applied_sla_id = a.id, resolution_deadline_at = a.due_at,
       next_sla_deadline_at = a.due_at, first_resolved_at = null
     from applied_slas a where a.conversation_id = conversations.id and a.sla_policy_id = $1`,
    [id],
  );
  await pool.query('analyze applied_slas, sla_alerts');
  return id;
}

async function planOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off, summary off, buffers off) select conversation_id from (
      (select conversation_id, due_at from applied_slas where due_at < now() order by due_at limit 10000)
      union all
      (select conversation_id, due_at from sla_alerts where sent_at is null and due_at <= now() order by due_at limit 10000)
    ) as due group by conversation_id order by min(due_at), conversation_id limit 10000`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

async function forget(pool: pg.Pool, begun: { seq: number; at: Date }): Promise<void> {
  await pool.query(
    `update conversations set sla_policy_id = null, applied_sla_id = null, resolution_deadline_at = null,
       next_sla_deadline_at = null, updated_at = bench_promised.updated_at
     from bench_promised where bench_promised.id = conversations.id`,
  );
  await pool.query('drop table bench_promised');
  await pool.query(`delete from applied_slas where created_at >= $1`, [begun.at]);
  await pool.query(`delete from sla_policies where name = 'Bench promise'`);
  await pool.query(`delete from messages where type = 'activity' and created_at >= $1`, [begun.at]);
  await pool.query('delete from notifications where created_at >= $1', [begun.at]);
  await pool.query('delete from causes where created_at >= $1', [begun.at]);
  await pool.query('delete from events where seq > $1', [begun.seq]);
}
