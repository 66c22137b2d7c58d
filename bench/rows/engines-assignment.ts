import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Product } from '../product.ts';
import { summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

interface Held {
  id: number;
  uuid: string;
  status_id: number;
  assigned_user_id: number | null;
  assigned_team_id: number | null;
  updated_at: Date;
}

const members = 10;

/**
 * Assignment by itself (behaviour 3.5), in a team of ten: how long one conversation takes from its team's being set to its agent's, and how
 * many of `count` that wait at once are assigned a second, beside as many bare updates, each a transaction of its own. Leaves no trace in the desk.
 */
export async function benchAssignment(product: Product, count: number): Promise<{ text: string }> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const client = await product.client();
  const { rows: teams } = await pool.query<{ id: number }>(
    `insert into teams (name, conversation_assignment_type) values ('Assigns by itself', 'Round robin') returning id`,
  );
  const team = teams[0]!.id;
  const { rows: agents } = await pool.query(
    `select id, availability_status, last_active_at from users where type = 'agent' and enabled and deleted_at is null
       and id in (select ur.user_id from user_roles as ur join roles on roles.id = ur.role_id where 'conversations:read_all' = any(permissions))
       and email <> 'System' order by id limit ${members}`,
  );
  const agentIds = agents.map(({ id }) => id as number);
  const { rows: held } = await pool.query<Held>(
    `select id, uuid, status_id, assigned_user_id, assigned_team_id, updated_at from conversations where assigned_user_id is null
       and status_id = (select id from conversation_statuses where name = 'Open') order by id desc limit $1`,
    [count],
  );
  const ids = held.map(({ id }) => id);
  const last = await lastIds(pool);
  const give = (user: number | null, to: number | null) =>
    pool.query('update conversations set assigned_user_id = $2, assigned_team_id = $3 where id = any($1)', [
      ids,
      user,
      to,
    ]);
  const left = async () =>
    (
      await pool.query<{ n: number }>(
        'select count(*)::int as n from conversations where id = any($1) and assigned_user_id is null',
        [ids],
      )
    ).rows[0]!.n;
  try {
    await pool.query('insert into team_members select $1, unnest($2::int[])', [team, agentIds]);
    await pool.query("update users set availability_status = 'online', last_active_at = now() where id = any($1)", [
      agentIds,
    ]);

    const bareStart = performance.now();
    for (const [place, id] of ids.entries())
      await pool.query(
        'update conversations set assigned_user_id = $2, updated_at = now() where id = $1 and assigned_user_id is null',
        [id, agentIds[place % agentIds.length]],
      );
    const bareRate = ids.length / ((performance.now() - bareStart) / 1000);

    const single: number[] = [];
    await give(null, null);
    for (const { id, uuid } of held.slice(0, 60)) {
      const start = performance.now();
      await client.call('conversations.assign_team', { params: { uuid }, body: { assignee_id: team } });
      for (;;) {
        const { rows } = await pool.query(
          'select 1 from conversations where id = $1 and assigned_user_id is not null',
          [id],
        );
        if (rows.length > 0) break;
        await pause(1);
      }
      single.push(performance.now() - start);
    }

    await give(null, team);
    const start = performance.now();
    await pool.query(`select pg_notify('bellhop_assignment', $1)`, [
      JSON.stringify({ event: 'team.changed', team_id: team }),
    ]);
    while ((await left()) > 0) await pause(20);
    const rate = ids.length / ((performance.now() - start) / 1000);
    const text = [
      table(
        ['from the team to its agent, ms', ...summaryColumns],
        [['one conversation, over HTTP', ...summaryCells(summarise(single))]],
      ),
      table(
        [`${ids.length.toLocaleString('en')} waiting at once`, 'a second', 'ratio to the bare update'],
        [
          ['bare update, a transaction each', bareRate, 1],
          ['assigned, with activity, notification, frames and cause', rate, rate / bareRate],
        ],
      ),
    ].join('\n');
    return { text };
  } finally {
    await restore(pool, { held, agents, last });
    await pool.query('delete from teams where id = $1', [team]);
    await pool.end();
  }
}

interface LastIds {
  messages: string;
  causes: string;
}

async function lastIds(pool: pg.Pool): Promise<LastIds> {
  const { rows } = await pool.query<LastIds>(
    'select (select coalesce(max(id), 0) from messages) as messages, (select coalesce(max(id), 0) from causes) as causes',
  );
  return rows[0]!;
}

/** How many snoozes that all end at once are ended a second: status, activity, events, frames and cause, each in a transaction of its own. */
export async function benchSnooze(product: Product, count: number): Promise<{ text: string }> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const { rows: held } = await pool.query<Held>(
    `select id, uuid, status_id, assigned_user_id, assigned_team_id, updated_at from conversations
     where status_id = (select id from conversation_statuses where name = 'Open') order by id desc limit $1`,
    [count],
  );
  const ids = held.map(({ id }) => id);
  const last = await lastIds(pool);
  try {
    await pool.query(
      `update conversations set snoozed_until = now(), status_id = (select id from conversation_statuses where name = 'Snoozed')
       where id = any($1)`,
      [ids],
    );
    const start = performance.now();
    await pool.query("select graphile_worker.add_job('conversation.unsnooze', '{}'::json)");
    const asleep = 'select count(*)::int as n from conversations where id = any($1) and snoozed_until is not null';
    while ((await pool.query<{ n: number }>(asleep, [ids])).rows[0]!.n > 0) await pause(50);
    const seconds = (performance.now() - start) / 1000;
    const text = table(
      ['snoozes that end at once', 'seconds', 'a second'],
      [[ids.length.toLocaleString('en'), seconds, ids.length / seconds]],
    );
    return { text };
  } finally {
    await restore(pool, { held, agents: [], last });
    await pool.end();
  }
}

async function restore(
  pool: pg.Pool,
  { held, agents, last }: { held: Held[]; agents: unknown[]; last: LastIds },
): Promise<void> {
  const ids = held.map(({ id }) => id);
  await pool.query('delete from notifications where conversation_id = any($1)', [ids]);
  await pool.query('delete from messages where conversation_id = any($1) and id > $2', [ids, last.messages]);
  await pool.query('delete from causes where conversation_id = any($1) and id > $2', [ids, last.causes]);
  await pool.query(
    `update conversations as c set status_id = h.status_id, snoozed_until = null, assigned_user_id = h.assigned_user_id, assigned_team_id = h.assigned_team_id, updated_at = h.updated_at
     from json_to_recordset($1) as h (id int, status_id int, assigned_user_id int, assigned_team_id int, updated_at timestamptz) where c.id = h.id`,
    [JSON.stringify(held)],
  );
  await pool.query(
    `update users as u set availability_status = a.availability_status, last_active_at = a.last_active_at
     from json_to_recordset($1) as a (id int, availability_status text, last_active_at timestamptz) where u.id = a.id`,
    [JSON.stringify(agents)],
  );
}
