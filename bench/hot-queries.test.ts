import { type RouteName, sortOptions } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cronLines, jobHandlers } from '../apps/server/src/app/jobs.ts';
import type { JobName } from '../apps/server/src/core/jobs.ts';
import { sweepTimeRules } from '../apps/server/src/features/automations/index.ts';
import { processMail, sendDueMail } from '../apps/server/src/features/conversations/index.ts';
import { sweepSla } from '../apps/server/src/features/sla/index.ts';
import { framesBetween, lastSeq, waitingSince } from '../apps/server/src/realtime/change-log.queries.ts';
import type { ApiClient } from '../apps/server/test/api-client.ts';
import { body, condition, rule } from '../apps/server/test/automation-rules.ts';
import { createHarness, type Harness } from '../apps/server/test/harness.ts';
import { createMailDesk, type MailDesk, plainMail } from '../apps/server/test/mail-desk.ts';
import { seedDatabase } from './seed-database.ts';
import { seedEngines } from './seed-engines.ts';
import { explainEverything, faultOf, type RanStatement, watchPlans } from './watch-plans.ts';

const size = { conversations: 20_000, messages_per: 4, agents: 40, teams: 4, seed: 1 };
/** What grows with the desk. Partitions of the change log have names of their own. */
const big = new Set([
  'applied_slas',
  'causes',
  'conversation_participants',
  'conversation_search',
  'conversation_seen',
  'conversation_tags',
  'conversations',
  'csat_responses',
  'drafts',
  'media',
  'message_search',
  'messages',
  'notification_deliveries',
  'notifications',
  'outgoing_mails',
  'people_search',
  'raw_mails',
  'sla_alerts',
  'sla_events',
  'users',
]);
const isBig = (table: string) => big.has(table) || /^events_\d/.test(table);

let first: Harness;
let desk: MailDesk;
let admin: ApiClient;
let take: () => RanStatement[];
let uuids: string[];
let team: number;

beforeAll(async () => {
  first = await createHarness();
  await seedDatabase(first.databaseUrl, size, () => {});
  await seedEngines(first.databaseUrl);
  await explainEverything(first.databaseUrl);
  desk = await createMailDesk({ share: first, roles: ['web'] });
  take = watchPlans(desk.app.database.pool);
  admin = await desk.as();
  const me = (await admin.call('agents.me')).data.id;
  const { rows } = await first.pool.query<{ uuid: string }>(
    'select uuid from conversations where status_id = 1 and assigned_user_id is null order by id desc limit 20',
  );
  uuids = rows.map(({ uuid }) => uuid);
  const teams = await first.pool.query<{ id: number }>('select min(id) as id from teams');
  team = teams.rows[0]!.id;
  await first.pool.query('insert into team_members values ($1, $2)', [team, me]);
}, 120_000);
afterAll(async () => {
  await desk.close();
  await first.close();
});

/** What is wrong with the statements that `body` has the product send; it runs until those that come again have a plan for good. */
async function faults(body: () => Promise<unknown>, times = 1): Promise<string[]> {
  take();
  for (let turn = 0; turn < times; turn++) await body();
  const ran = take();
  expect(ran.length).toBeGreaterThan(0);
  return [...new Set(ran.map((one) => faultOf(one, isBig)).filter((fault) => fault !== null))];
}

/** Calls a route, which must answer. */
async function call(name: RouteName, input: Record<string, unknown> = {}): Promise<unknown> {
  const answer = await admin.call(name, input as never);
  expect(answer.status, `${name} ${JSON.stringify(answer.body).slice(0, 500)}`).toBe(200);
  return answer.data;
}

test('a table that is read as a whole is a fault, and one row among many that are read', async () => {
  const found = async (text: string) => {
    const client = await desk.app.database.pool.connect();
    try {
      take();
      await client.query(text);
      return take().map((one) => faultOf(one, isBig)?.split(':')[0]);
    } finally {
      client.release();
    }
  };
  expect(await found('select max(length(subject)) from conversations')).toEqual(['conversations is read as a whole']);
  expect(
    await found(
      "set enable_seqscan = off; select count(*) from messages where id > 0 and text_content = ''; reset enable_seqscan",
    ),
  ).toEqual([undefined, expect.stringMatching(/rows are read for 1$/), undefined].filter(Boolean));
  expect(await found('select * from conversations where id = 5')).toEqual([undefined]);
});

describe('lists', () => {
  const scopes = ['assigned', 'unassigned', 'all', 'team_unassigned'] as const;
  test.each(scopes.flatMap((scope) => Object.keys(sortOptions).map((sort) => [scope, sort] as const)))(
    '%s, %s',
    async (scope, sort) => {
      const page = { page: 1, page_size: 50, ...sortOptions[sort as keyof typeof sortOptions] };
      const status = (value: string) =>
        JSON.stringify([{ model: 'conversation_statuses', field: 'name', operator: 'equals', value }]);
      const found = await faults(async () => {
        for (const filters of ['', status('Open'), status('Closed')])
          await call(`conversations.${scope}`, { params: { id: team }, query: { ...page, filters } });
      });
      expect(found).toEqual([]);
    },
  );

  test('their totals; contacts', async () => {
    expect(await faults(() => call('conversations.counts'))).toEqual([]);
    const list = await faults(() => call('contacts.list', { query: { page: 1, page_size: 50 } }));
    // All contacts are counted, by an index alone.
    expect(list.filter((fault) => !/^\d+ rows are read for 1: select count/.test(fault))).toEqual([]);
    const { rows } = await first.pool.query<{ id: number }>(
      'select contact_id as id from conversations group by 1 order by count(*) desc limit 1',
    );
    const found = await faults(async () => {
      await call('contacts.get', { params: { ...rows[0] } });
      await call('contacts.conversations', { params: { ...rows[0] }, query: {} });
      await call('contact_notes.list', { params: { ...rows[0] } });
    });
    expect(found).toEqual([]);
  });

  test.each(['invoice', 'berg', 'absentword'])('search: %s', async (query) => {
    const found = await faults(async () => {
      for (const kind of ['search.conversations', 'search.messages', 'search.contacts'] as const)
        await call(kind, { query: { query } });
    });
    // What search reads beside what it answers is bounded by its stages (search-plans.test.ts); nothing is read as a whole.
    expect(found.filter((fault) => !/^\d+ rows are read/.test(fault))).toEqual([]);
  });
});

describe('an agent at work', () => {
  test('opens conversations', async () => {
    const next = uuids.values();
    const found = await faults(async () => {
      const params = { uuid: next.next().value };
      await call('conversations.get', { params });
      await call('messages.list', { params, query: { page: 1, page_size: 30 } });
      await call('conversations.participants', { params });
      await call('conversations.mark_seen', { params });
      await call('drafts.get', { params: { ...params, kind: 'reply' } });
      await call('causes.list', { params, query: {} });
    }, 8);
    expect(found).toEqual([]);
  });

  test('looks at what concerns the agent', async () => {
    const found = await faults(async () => {
      await call('notifications.list', { query: {} });
      await call('notifications.counts');
      await call('drafts.list_mine');
      await call('views.list_mine');
      await call('agents.me');
    }, 8);
    expect(found).toEqual([]);
  });

  test('takes, writes, puts off, resolves', async () => {
    const me = (await admin.call('agents.me')).data.id;
    const next = uuids.values();
    const found = await faults(async () => {
      const params = { uuid: next.next().value };
      await call('conversations.assign_user', { params, body: { assignee_id: me } });
      await call('conversations.assign_team', { params, body: { assignee_id: team } });
      await call('conversations.set_priority', { params, body: { priority: 'High' } });
      await call('conversations.set_tags', { params, body: { tags: JSON.stringify(['bench-1-1']) } });
      await call('messages.send', { params, body: { message: '<p>A note</p>', private: true } });
      await call('messages.send', {
        params,
        body: { message: '<p>A reply</p>', private: false, to: ['ada@mail.example'] },
      });
      await call('conversations.set_status', { params, body: { status: 'Snoozed', snoozed_until: '1h' } });
      await call('conversations.set_status', { params, body: { status: 'Resolved' } });
    }, 8);
    expect(found).toEqual([]);
  });
});

describe('by itself', () => {
  test('mail in, an answer to it, mail out', async () => {
    const found = await faults(async () => {
      await desk.hand(plainMail({ subject: 'A lamp', id: `${crypto.randomUUID()}@customer.example` }));
      await processMail(desk.app.deps, { inbox_id: 1 });
    }, 8);
    expect(found).toEqual([]);
    expect(await faults(() => sendDueMail(desk.app.deps, crypto.randomUUID()))).toEqual([]);
  });

  const often = Object.entries(cronLines).flatMap(([job, line]) =>
    line && /^\*(\/\d)? /.test(line) ? [job as JobName] : [],
  );
  // A run of `reports.follow` counts for 40 seconds where there is enough to count.
  test.each(often)('job %s, while little is due', { timeout: 180_000 }, async (job) => {
    await first.pool.query(
      'update conversations set snoozed_until = now() where id in (select id from conversations where snoozed_until is not null order by id limit 5)',
    );
    const run = jobHandlers(desk.app.deps)[job] as (payload: object) => Promise<void>;
    await run({});
    const found = await faults(async () => {
      await run({});
      // A job that asks nothing has nothing wrong with it.
      await call('agents.me');
    });
    expect(found).toEqual([]);
  });

  test('promises that are broken', async () => {
    await first.pool.query(`
      with late as (update applied_slas set status = 'pending', resolution_met_at = null, due_at = now() - interval '1 minute',
          resolution_deadline_at = now() - interval '1 minute'
        where id in (select id from applied_slas order by id desc limit 20) returning id, conversation_id)
      update conversations set applied_sla_id = late.id from late where late.conversation_id = conversations.id`);
    expect(await faults(() => sweepSla(desk.app.deps))).toEqual([]);
    const { rows } = await first.pool.query('select count(*)::int as n from applied_slas where due_at < now()');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('rules of the clock, in the minutes after their walk', async () => {
    await call('automations.create', {
      body: rule({
        type: 'time_trigger',
        shadow: true,
        rules: [
          body({
            groups: [
              {
                logical_op: 'AND',
                rules: [condition({ field: 'hours_since_resolved', operator: 'greater than', value: '1' })],
              },
            ],
          }),
        ],
      }),
    });
    await sweepTimeRules(desk.app.deps);
    expect(await faults(() => sweepTimeRules(desk.app.deps))).toEqual([]);
  });

  test('the change log, for sockets that come back', async () => {
    const { db } = desk.app.deps;
    const found = await faults(async () => {
      const last = await lastSeq(db);
      await framesBetween(db, { after: last - 100, until: last, limit: 500 });
      await waitingSince(db, last - 100);
    });
    expect(found).toEqual([]);
  });
});
