import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { followUp, openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { cronLines } from '../../../app/jobs.ts';
import { wakeSnoozed } from '../index.ts';

let desk: Harness;
let admin: ApiClient;
const hour = 3600_000;

beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent', SESSION_LIFETIME: '9600h' } });
  admin = await desk.as();
});
afterAll(() => desk.close());
beforeEach(async () => {
  desk.clock.set(new Date());
  await desk.pool.query(
    "update conversations set status_id = (select id from conversation_statuses where name = 'Open'), snoozed_until = null",
  );
});

async function snoozed(until = '1h'): Promise<{ id: number; uuid: string }> {
  const { conversation } = await openConversation(desk);
  const answer = await admin.call('conversations.set_status', {
    params: { uuid: conversation.uuid },
    body: { status: 'Snoozed', snoozed_until: until },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return conversation;
}
const statusOf = async (id: number): Promise<string> =>
  (
    await desk.pool.query(
      'select s.name from conversations c join conversation_statuses s on s.id = c.status_id where c.id = $1',
      [id],
    )
  ).rows[0].name;
const woken = async (ids: number[]): Promise<{ conversation_id: number; cause_id: number }[]> =>
  (
    await desk.pool.query(
      `select conversation_id, (meta ->> 'cause_id')::int as cause_id from messages
       where conversation_id = any($1) and meta ->> 'activity_type' = 'woken' order by id`,
      [ids],
    )
  ).rows;
const run = () => wakeSnoozed(desk.app.deps);

test('the line in the thread and the events name the record of why', async () => {
  const { id } = await snoozed();
  desk.clock.advance(hour + 1000);
  await run();
  const [line] = await woken([id]);
  const { rows } = await desk.pool.query('select * from causes where id = $1', [line!.cause_id]);
  expect(rows).toMatchObject([
    {
      kind: 'snooze',
      conversation_id: id,
      trace: {
        event: { kind: 'conversation.unsnooze' },
        facts: [{ name: 'snoozed_until', value: expect.any(String) }],
      },
    },
  ]);
  const events = await desk.pool.query(
    'select kind, cause_id::int from events where conversation_id = $1 and cause_id is not null order by seq',
    [id],
  );
  expect(events.rows).toEqual(
    ['conversation.status_changed', 'conversation.woken'].map((kind) => ({ kind, cause_id: line!.cause_id })),
  );
});

test("a customer's reply opens it, and the snooze is over", async () => {
  const { id } = await snoozed();
  await followUp(desk, id);
  expect(await statusOf(id)).toBe('Open');
  const { rows } = await desk.pool.query('select snoozed_until from conversations where id = $1', [id]);
  expect(rows[0].snoozed_until).toBeNull();
  desk.clock.advance(2 * hour);
  await run();
  expect(await woken([id])).toEqual([]);
});

// Behaviour 14, line 25.
test('resolved before it is due it stays so, and snoozed anew it waits for the new time', async () => {
  const [done, again] = [await snoozed(), await snoozed()];
  await admin.call('conversations.set_status', { params: { uuid: done.uuid }, body: { status: 'Closed' } });
  await admin.call('conversations.set_status', {
    params: { uuid: again.uuid },
    body: { status: 'Snoozed', snoozed_until: '3h' },
  });
  desk.clock.advance(hour + 1000);
  await run();
  expect([await statusOf(done.id), await statusOf(again.id)]).toEqual(['Closed', 'Snoozed']);
});

test('many at once, and two processes: each wakes once', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 120; n++) ids.push((await openConversation(desk)).conversation.id);
  await desk.pool.query(
    `update conversations set snoozed_until = now(), status_id = (select id from conversation_statuses where name = 'Snoozed') where id = any($1)`,
    [ids],
  );
  desk.clock.advance(1000);
  const other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  other.clock.advance(1000);
  try {
    await Promise.all([run(), wakeSnoozed(other.app.deps), run()]);
  } finally {
    await other.close();
  }
  expect((await woken(ids)).map(({ conversation_id }) => conversation_id).sort((a, b) => a - b)).toEqual(ids);
});

test('one that fails in the middle leaves nothing half done, holds up no other, and wakes with the next run', async () => {
  const [bad, good] = [await snoozed(), await snoozed()];
  desk.clock.advance(hour + 1000);
  await desk.pool.query(`
    create function broken() returns trigger language plpgsql as $$ begin
      if new.meta ->> 'activity_type' = 'woken' and new.conversation_id = ${bad.id} then raise 'broken'; end if;
      return new; end $$;
    create trigger broken before insert on messages for each row execute function broken()`);
  try {
    await expect(run()).rejects.toThrow('1 snoozed conversations');
  } finally {
    await desk.pool.query('drop trigger broken on messages; drop function broken()');
  }
  expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['Snoozed', 'Open']);
  expect(
    (await desk.pool.query("select 1 from causes where kind = 'snooze' and conversation_id = $1", [bad.id])).rows,
  ).toEqual([]);
  await run();
  expect(await woken([bad.id, good.id])).toHaveLength(2);
});

test('a clock that jumps back wakes nothing twice or too early, one that jumps a year wakes what is due', async () => {
  const { id } = await snoozed();
  desk.clock.advance(-5 * hour);
  await run();
  expect(await statusOf(id)).toBe('Snoozed');
  desk.clock.advance(24 * 366 * hour);
  await run();
  desk.clock.set(new Date());
  await run();
  expect([await statusOf(id), await woken([id])]).toEqual(['Open', [expect.anything()]]);
});

test('the clock of the jobs looks each minute, whatever became of the job of its own', async () => {
  expect(cronLines['conversation.unsnooze']).toBe('* * * * *');
  const { id } = await snoozed('1s');
  await desk.pool.query('delete from graphile_worker._private_jobs');
  const worker = await createHarness({ share: desk, roles: ['worker'], env: { LOG_LEVEL: 'silent' } });
  worker.clock.advance(2000);
  try {
    await desk.pool.query("select graphile_worker.add_job('conversation.unsnooze', '{}'::json)");
    await desk.until(async () => (await statusOf(id)) === 'Open', 'the worker to wake it');
  } finally {
    await worker.close();
  }
});
