import pg from 'pg';
import { createWork } from '../../apps/server/src/core/unit-of-work.ts';
import { openDatabase } from '../../apps/server/src/db/pool.ts';
import { sweepTimeRules } from '../../apps/server/src/features/automations/index.ts';
import { systemActor } from '../../apps/server/src/features/users/index.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLog } from '../../apps/server/src/lib/log.ts';
import type { Product } from '../product.ts';
import { sample, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

interface Condition {
  field: string;
  operator: string;
  value: string;
}

const condition = (field: string, operator: string, value = ''): Condition => ({ field, operator, value });

/** Rules as desks have them: one that held for most conversations long ago, and others; what those ask last holds for none. */
const rules: Record<string, Condition[]> = {
  'waits for a day': [condition('hours_since_created', 'greater than', '24')],
  'resolved, to be closed': [
    condition('hours_since_resolved', 'greater than', '48'),
    condition('status', 'equals', '999999'),
  ],
  'urgent and without an agent': [
    condition('priority', 'equals', '3'),
    condition('assigned_user', 'not set'),
    condition('hours_since_created', 'less than', '1'),
    condition('subject', 'contains', 'words that nobody writes'),
  ],
  'no reply for two days': [
    condition('hours_since_last_reply', 'greater than', '48'),
    condition('hours_since_last_reply', 'less than', '49'),
    condition('subject', 'contains', 'words that nobody writes'),
    condition('status', 'equals', '1'),
  ],
};

/** So many conversations fire, and so many have changed between two sweeps. */
const firing = 200;
const changed = 2_000;

/**
 * The sweep of the rules of the clock (behaviour 4.8), which runs every five minutes: the walk over all conversations that a new rule makes once, a
 * sweep in which nothing has happened, one after many changes, and what one firing costs; beside it the question that asks all conversations each time.
 * The rules are on trial, so that nothing is done; leaves no trace in the desk.
 */
export async function benchTimeRules(product: Product): Promise<{ text: string }> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  pool.on('error', () => {});
  const log = createLog('silent');
  const database = openDatabase(product.database_url, log, { max: 2 });
  const work = createWork({ database, clock: systemClock, subscribers: {} });
  const deps = { db: database.db, work, clock: systemClock, system: await systemActor(database.db), log };
  const sweep = () => sweepTimeRules(deps, { isOver: () => false });
  const ids: number[] = [];
  const seqs: number[] = [];
  const rows: (string | number)[][] = [];
  const measure = async (what: string, times: number, body: () => Promise<unknown>) => {
    const summary = summarise(await sample(times, body));
    rows.push([what, ...summaryCells(summary)]);
    return summary.median;
  };
  try {
    for (const [name, conditions] of Object.entries(rules)) ids.push(await addRule(pool, name, conditions));
    // What a rule of a desk that has run for long has behind it: it has begun, and a new one would forget.
    await sweepTimeRules(deps, { isOver: () => true });
    const { rowCount } = await pool.query(
      `insert into automation_time_states (rule_id, conversation_id, holds, fired_at, shadow)
       select $1, id, true, now(), true from conversations where created_at < now() - interval '25 hours'
       on conflict do nothing`,
      [ids[0]],
    );
    const walk = await measure('first sweep of 4 new rules: the walk over all', 1, sweep);
    const idle = await measure('sweep, nothing has happened', 20, sweep);
    const after = await measure(
      `sweep after ${changed.toLocaleString('en')} conversations have changed`,
      5,
      async () => {
        const { rows: told } = await pool.query<{ seq: number }>(
          `insert into events (seq, created_at, kind, conversation_id, payload)
         select nextval('event_seq'), now(), 'conversation.seen', id, '{}'
         from (select id from conversations order by id desc limit $1) as latest returning seq`,
          [changed],
        );
        seqs.push(...told.map(({ seq }) => seq));
        await sweep();
      },
    );
    const obvious = await measure('beside it: asking all conversations, for one rule', 5, () =>
      pool.query(
        `select count(*) from conversations where created_at < now() - interval '25 hours' and not exists
           (select 1 from automation_time_states as state where state.rule_id = $1 and state.conversation_id = conversations.id and holds)`,
        [ids[0]],
      ),
    );
    await pool.query(
      `delete from automation_time_states where rule_id = $1 and conversation_id in
         (select id from conversations where created_at < now() - interval '25 hours' order by id desc limit $2)`,
      [ids[0], firing],
    );
    await pool.query('update automation_time_sweeps set walked_to = 0 where rule_id = $1', [ids[0]]);
    const start = performance.now();
    await sweep();
    const each = (performance.now() - start) / firing;
    return {
      text: `${table(['rules of the clock, ms', ...summaryColumns], rows)}
Four rules, one of which holds for ${(rowCount ?? 0).toLocaleString('en')} conversations already. A sweep in which nothing has happened takes ${(idle / obvious).toFixed(2)} times as long as asking all conversations for one rule does; the walk (${walk.toFixed(0)} ms) is made once for each rule and once a day. After changes: ${((after * 1000) / changed / ids.length).toFixed(0)} µs for each conversation and rule. A walk with ${firing} firings: ${each.toFixed(1)} ms for each, walk included.
`,
    };
  } finally {
    await pool.query('delete from causes where rule_id = any($1)', [ids]);
    await pool.query('delete from automation_rules where id = any($1)', [ids]);
    await pool.query('delete from events where seq = any($1)', [seqs]);
    await pool.end();
    await database.db.destroy();
  }
}

async function addRule(pool: pg.Pool, name: string, conditions: readonly Condition[]): Promise<number> {
  const body = {
    group_operator: 'AND',
    groups: [{ logical_op: 'AND', rules: conditions.map((one) => ({ ...one, field_type: 'conversation' })) }],
    actions: [{ type: 'set_priority', value: ['3'] }],
  };
  const { rows } = await pool.query<{ id: number }>(
    `insert into automation_rules (type, name, rules, enabled, shadow) values ('time_trigger', $1, $2, true, true) returning id`,
    [`Bench ${name}`, JSON.stringify([body])],
  );
  return rows[0]!.id;
}
