import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { clearActivityLog } from '../../../test/clear-activity-log.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { loadActor, sweepAvailability, touchLastActive } from './index.ts';

let desk: Harness;
let asha: ApiClient;
let id: number;
beforeAll(async () => {
  desk = await createHarness();
  id = await desk.addAgent({ email: 'asha@desk.test' });
  asha = await desk.as('asha@desk.test');
});
afterAll(() => desk.close());
beforeEach(async () => {
  await clearActivityLog(desk.pool);
  await desk.pool.query('delete from events');
});

const put = (status: string) =>
  desk.pool.query('update users set availability_status = $1 where id = $2', [status, id]);
const stored = async () => {
  const { rows } = await desk.pool.query('select availability_status, last_active_at from users where id = $1', [id]);
  return rows[0] as { availability_status: string; last_active_at: Date | null };
};
const logged = async () => {
  const { rows } = await desk.pool.query('select activity_type from activity_logs order by id');
  return rows.map((row) => row.activity_type as string);
};
const set = (status: string, source?: string) =>
  asha.call('agents.set_availability', { body: { status, ...(source ? { source } : {}) } });

describe('the availability call', () => {
  test.each([
    // before, asked, source, after, logged
    ['online', 'away', undefined, 'away', []],
    ['away', 'online', undefined, 'online', []],
    ['offline', 'online', undefined, 'online', ['agent_online']],
    ['online', 'away_manual', undefined, 'away_manual', ['agent_away']],
    ['away', 'away_manual', undefined, 'away_manual', ['agent_away']],
    ['online', 'away_and_reassigning', undefined, 'away_and_reassigning', ['agent_away_reassigned']],
    ['away_and_reassigning', 'away_manual', undefined, 'away_manual', ['agent_away']],
    ['away_manual', 'online', undefined, 'online', ['agent_online']],
    ['away_and_reassigning', 'online', 'manual', 'online', ['agent_online']],
    ['online', 'offline', undefined, 'offline', []],
    ['online', 'online', undefined, 'online', []],
    ['away_manual', 'away_manual', undefined, 'away_manual', []],
    // A second tab's idle timer leaves a chosen absence alone (behaviour 14, line 40).
    ['away_manual', 'away', undefined, 'away_manual', []],
    ['away_and_reassigning', 'away', undefined, 'away_and_reassigning', []],
    ['away_manual', 'away', 'idle', 'away_manual', []],
    ['away_manual', 'online', 'idle', 'away_manual', []],
    ['away_and_reassigning', 'online', 'idle', 'away_and_reassigning', []],
    ['offline', 'online', 'idle', 'online', []],
    ['away', 'online', 'idle', 'online', []],
    ['away_manual', 'away', 'manual', 'away', []],
  ])('%s, asked for %s by %s: %s', async (before, asked, source, after, activities) => {
    await put(before);
    const { status, data } = await set(asked, source);
    expect([status, data]).toEqual([200, true]);
    expect((await stored()).availability_status).toBe(after);
    expect(await logged()).toEqual(activities);
    const changed = before !== after;
    const events = (await desk.events()).filter((event) => event.kind === 'agent.availability_changed');
    expect(events.map((event) => event.payload)).toEqual(changed ? [{ user_id: id, from: before, to: after }] : []);
    const frames = await desk.frames();
    expect(frames.map(({ type, data: frame, audience }) => ({ type, frame, audience }))).toEqual(
      changed
        ? [
            {
              type: 'agent_availability_update',
              frame: { id, availability_status: after },
              audience: { to: 'everybody' },
            },
          ]
        : [],
    );
  });

  test.each([['busy'], ['']])('the value %j is refused by name', async (status) => {
    const { status: code, body } = await set(status);
    expect([code, body.error_type]).toEqual([400, 'InputException']);
    expect(body.message).toContain('status');
  });

  test('the log names the agent, its address and where it came from', async () => {
    await put('online');
    await set('away_manual');
    const { rows } = await desk.pool.query('select * from activity_logs');
    expect(rows).toMatchObject([
      {
        activity_type: 'agent_away',
        actor_id: id,
        target_model_type: 'user',
        target_model_id: id,
        params: { actor_email: 'asha@desk.test', target_email: 'asha@desk.test' },
        ip: expect.stringMatching(/127\.0\.0\.1$/),
      },
    ]);
  });
});

describe('signs of life', () => {
  test('a ping writes once a minute and brings an offline agent online', async () => {
    const { deps } = desk.app;
    const actor = await loadActor(deps.db, id);
    await put('offline');
    desk.clock.advance(10 * 60_000);
    await touchLastActive(deps, actor);
    const first = await stored();
    expect(first.availability_status).toBe('online');
    expect((await desk.frames()).map((frame) => frame.data)).toEqual([{ id, availability_status: 'online' }]);
    desk.clock.advance(59_000);
    await touchLastActive(deps, actor);
    expect(await stored()).toEqual(first);
    desk.clock.advance(2_000);
    await touchLastActive(deps, actor);
    expect((await stored()).last_active_at!.getTime()).toBeGreaterThan(first.last_active_at!.getTime());
  });

  test.each(['away', 'away_manual', 'away_and_reassigning'])('a ping leaves %s alone', async (status) => {
    await put(status);
    desk.clock.advance(2 * 60_000);
    await touchLastActive(desk.app.deps, await loadActor(desk.app.deps.db, id));
    expect((await stored()).availability_status).toBe(status);
    expect(await desk.frames()).toEqual([]);
  });

  test.each([
    ['online', '6 minutes', 'offline'],
    ['away', '6 minutes', 'offline'],
    ['online', '4 minutes', 'online'],
    ['away_manual', '6 minutes', 'away_manual'],
    ['away_and_reassigning', '6 minutes', 'away_and_reassigning'],
    ['offline', '6 minutes', 'offline'],
  ])('%s and silent for %s: %s', async (before, silence, after) => {
    await desk.pool.query(
      `update users set availability_status = $1, last_active_at = $2::timestamptz - $3::interval where id = $4`,
      [before, desk.clock.now(), silence, id],
    );
    await sweepAvailability(desk.app.deps);
    expect((await stored()).availability_status).toBe(after);
    const frames = (await desk.frames()).filter((frame) => frame.data.id === id);
    expect(frames).toHaveLength(before === after ? 0 : 1);
    expect(await logged()).toEqual([]);
  });

  test('a run at the beginning of a minute asks for one in its middle, which asks for none', async () => {
    const waiting = async () => {
      const { rows } = await desk.pool.query(
        "select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs where key = 'agents.sweep_availability:half'",
      );
      return rows.map((row) => row.seconds as number);
    };
    await desk.pool.query("select graphile_worker.remove_job('agents.sweep_availability:half')");
    desk.clock.set('2026-01-01T12:00:40Z');
    await sweepAvailability(desk.app.deps);
    expect(await waiting()).toEqual([]);
    desk.clock.set('2026-01-01T12:00:02Z');
    await sweepAvailability(desk.app.deps);
    expect((await waiting()).map(Math.round)).toEqual([28]);
    desk.clock.set(new Date());
  });

  test('an agent that never showed a sign of life goes offline too; nobody else is touched', async () => {
    const other = await desk.addAgent({ email: 'other@desk.test' });
    await desk.pool.query(`update users set availability_status = 'online', last_active_at = null where id = $1`, [
      other,
    ]);
    await sweepAvailability(desk.app.deps);
    const { rows } = await desk.pool.query('select availability_status from users where id = $1', [other]);
    expect(rows[0].availability_status).toBe('offline');
  });
});
