import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import type { Bus } from '../db/bus.ts';
import { openListener } from '../db/listener.ts';
import { type Database, openDatabase } from '../db/pool.ts';
import type { Transaction } from '../db/types.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';
import { framesBetween } from '../realtime/change-log.queries.ts';
import type { Actor } from './actor.ts';
import { type ChangeNotification, eventsChannel } from './unit-of-work.queries.ts';
import { createWork, type Work } from './unit-of-work.ts';

const actor: Actor = {
  kind: 'system',
  id: 1,
  first_name: 'System',
  last_name: '',
  email: 'System',
  permissions: new Set(),
  roles: [],
  team_ids: [],
  created_at: new Date(0),
};
const everybody = { to: 'everybody' } as const;

describe('the unit of work', () => {
  let test: TestDatabase;
  let database: Database;
  let bus: Bus;
  let work: Work;
  const heard: ChangeNotification[] = [];
  const subscribed: string[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    const log = createLog('silent');
    database = openDatabase(test.url, log);
    bus = await openListener(test.url, [eventsChannel], log);
    bus.on(eventsChannel, (payload) => heard.push(JSON.parse(payload)));
    work = createWork({
      database,
      clock: systemClock,
      subscribers: {
        'agent.logged_in': [
          async (uow, event) => {
            subscribed.push(`${event.kind} ${event.user_id}`);
            await uow.db.insertInto('tags').values({ name: 'made by a subscriber' }).execute();
          },
        ],
      },
    });
  });
  afterAll(async () => {
    await bus.close();
    await database.db.destroy();
    await test.drop();
  });

  const jobs = async () => (await database.pool.query('select task_identifier from graphile_worker.jobs')).rows;
  const log = async () => (await database.pool.query('select seq::int, kind, frame from events order by seq')).rows;

  it('leaves nothing behind when the body throws: no row, no event, no job, no notification', async () => {
    await expect(
      work(actor, async (uow) => {
        await uow.db.insertInto('tags').values({ name: 'never' }).execute();
        await uow.publish({ kind: 'agent.logged_in', user_id: 7 });
        await uow.enqueue('counts.fold', {});
        uow.broadcast('conversation_tags_update', { uuid: 'u', tags: [] }, everybody);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(subscribed).toEqual(['agent.logged_in 7']);
    expect((await database.pool.query('select 1 from tags')).rowCount).toBe(0);
    expect(await log()).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  it('commits row, event, job and frame together, the frame numbered after the event', async () => {
    await work(actor, async (uow) => {
      await uow.publish({ kind: 'agent.logged_in', user_id: 8 });
      await uow.enqueue('counts.fold', {});
      uow.broadcast('conversation_tags_update', { uuid: 'first', tags: [] }, everybody);
      uow.broadcast('conversation_tags_update', { uuid: 'second', tags: [] }, everybody);
    });
    const entries = await log();
    expect(entries.map((entry) => entry.kind)).toEqual(['agent.logged_in', 'frame', 'frame']);
    expect(await jobs()).toEqual([{ task_identifier: 'counts.fold' }]);
    await expect.poll(() => heard.length).toBe(1);
    // The unit that was rolled back was heard by nobody: the first notification is this one.
    expect(heard[0]).toMatchObject({
      frames: [
        { seq: entries[1].seq, data: { uuid: 'first' } },
        { seq: entries[2].seq, data: { uuid: 'second' } },
      ],
    });
  });

  it('carries half a character as U+FFFD instead of failing', async () => {
    const before = heard.length;
    await work(actor, async (uow) => {
      uow.broadcast('conversation_tags_update', { uuid: 'half', tags: ['half \ud83d'] }, everybody);
    });
    await expect.poll(() => heard.length).toBe(before + 1);
    expect(heard.at(-1)).toMatchObject({ frames: [{ data: { uuid: 'half', tags: ['half \ufffd'] } }] });
  });

  it('sends the range of numbers when the frames are too large for a notification', async () => {
    const before = heard.length;
    const tags = Array.from({ length: 500 }, (_, i) => `a rather long tag name ${i}`);
    await work(actor, async (uow) => {
      uow.broadcast('conversation_tags_update', { uuid: 'large', tags }, everybody);
    });
    await expect.poll(() => heard.length).toBe(before + 1);
    const range = heard.at(-1) as { from: number; to: number };
    expect(range.from).toBe(range.to);
    const [frame] = await framesBetween(database.db, { after: range.from - 1, until: range.to, limit: 10 });
    expect(frame?.data).toEqual({ uuid: 'large', tags });
  });

  it('runs again as a whole when another transaction wins a deadlock', async () => {
    await database.pool.query("insert into tags (name) values ('left'), ('right')");
    const before = (await log()).length;
    let runs = 0;
    let holding = 0;
    let both = () => {};
    const bothHold = new Promise<void>((resolve) => {
      both = resolve;
    });
    const rename = (db: Transaction, tag: string, by: string) =>
      db
        .updateTable('tags')
        .set({ name: sql`name || ${by}` })
        .where('name', 'like', `${tag}%`)
        .execute();
    const cross = (by: string, [first, second]: [string, string]) =>
      work(actor, async (uow) => {
        runs++;
        await sql`select set_config('deadlock_timeout', '50ms', true)`.execute(uow.db);
        await rename(uow.db, first, by);
        holding++;
        if (holding === 2) both();
        await bothHold;
        uow.broadcast('conversation_tags_update', { uuid: `crossed by ${by}`, tags: [] }, everybody);
        await rename(uow.db, second, by);
        return by;
      });
    expect(await Promise.all([cross('-a', ['left', 'right']), cross('-b', ['right', 'left'])])).toEqual(['-a', '-b']);
    expect(runs).toBeGreaterThan(2);
    const { rows } = await database.pool.query("select name from tags where name ~ '^(left|right)' order by name");
    expect(rows.map(({ name }) => name.split('-').sort())).toEqual([
      ['a', 'b', 'left'],
      ['a', 'b', 'right'],
    ]);
    expect((await log()).slice(before).map((entry) => entry.frame.data.uuid)).toHaveLength(2);
  });

  it.each(['40001', '40P01'])('gives up in the end when %s comes again and again', async (code) => {
    let runs = 0;
    const lost = work(actor, async ({ db }) => {
      runs++;
      await sql.raw(`do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`).execute(db);
    });
    await expect(lost).rejects.toMatchObject({ code });
    expect(runs).toBe(5);
  });

  it('never shows a number to a reader who could later find a smaller one', async () => {
    let running = true;
    const broken: number[] = [];
    const reader = (async () => {
      let last = 0;
      const seen = new Set<number>();
      while (running) {
        const { rows } = await database.pool.query('select seq::int from events order by seq');
        for (const { seq } of rows) {
          if (!seen.has(seq) && seq < last) broken.push(seq);
          seen.add(seq);
        }
        last = Math.max(last, rows.at(-1)?.seq ?? 0);
      }
    })();
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        work(actor, async (uow) => {
          uow.broadcast('conversation_tags_update', { uuid: `racer ${i}`, tags: [] }, everybody);
        }),
      ),
    );
    running = false;
    await reader;
    expect(broken).toEqual([]);
    expect((await log()).filter((entry) => entry.frame?.data.uuid.startsWith('racer'))).toHaveLength(60);
  });
});
