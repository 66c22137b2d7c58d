import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSessionsOf } from '../../src/features/auth/index.ts';
import { ForeignClient, type Frame } from '../contract/foreign-client.ts';
import { followUp, openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis-server.ts';

let redis: RedisServer;
let a: Harness;
/** Another process on the same database. */
let b: Harness;
beforeAll(async () => {
  if (!hasRedis) return;
  redis = await startRedis();
  const env = { REDIS_URL: redis.url, LOG_LEVEL: 'error' };
  a = await createHarness({ env });
  b = await createHarness({ share: a, env });
});
afterAll(async () => {
  await b?.close();
  await a?.close();
  await redis?.kill();
});

const signIn = (desk: Harness, email = adminEmail) => ForeignClient.signedIn(desk.app.address()!, email);
function at(desk: Harness, client: ForeignClient): ForeignClient {
  const other = new ForeignClient(desk.app.address()!);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}
const numbers = (frames: readonly Frame[]) => frames.flatMap((frame) => frame.seq ?? []);
const lastNumber = async () => (await a.frames()).at(-1)?.seq ?? 0;
const connected = (is: boolean) =>
  a.until(async () => [a, b].every(({ app }) => app.bus.state().is_connected === is), `Redis ${is ? 'there' : 'away'}`);
const twoSockets = async (client: ForeignClient) => [await client.open(), await at(b, client).open()];

describe.runIf(hasRedis)('events through Redis', () => {
  test('reach the sockets of all processes, in the order of their numbers, and PostgreSQL notifies nobody', async () => {
    expect([a, b].map(({ app }) => app.bus.state())).toEqual([
      { carrier: 'redis', is_connected: true },
      { carrier: 'redis', is_connected: true },
    ]);
    const { rows } = await a.pool.query(
      "select 1 from pg_stat_activity where application_name = 'bellhop-listen' and datname = current_database()",
    );
    expect(rows).toEqual([]);
    const sockets = await twoSockets(await signIn(a));
    const before = await lastNumber();
    const opened = await Promise.all([1, 2, 3, 4].map(() => openConversation(a)));
    await Promise.all(opened.flatMap(({ conversation: { id } }) => [followUp(a, id), followUp(b, id)]));
    const written = (await a.frames(before)).map((frame) => frame.seq);
    for (const socket of sockets) {
      await socket.until(() => socket.frames.at(-1)?.seq === written.at(-1), 'the last change');
      expect(numbers(socket.frames)).toEqual(written);
      await socket.close();
    }
  });

  test('are not lost, not doubled and in order when Redis dies and comes back among 200 changes', async () => {
    const sockets = await twoSockets(await signIn(a));
    const { conversation } = await openConversation(a);
    const before = await lastNumber();
    for (let change = 0; change < 200; change++) {
      if (change === 60) await redis.kill();
      if (change === 140) await redis.start();
      await followUp(change % 2 ? a : b, conversation.id);
    }
    await connected(true);
    await followUp(a, conversation.id);
    const written = (await a.frames(before)).map((frame) => frame.seq);
    expect(written.length).toBeGreaterThan(200);
    for (const socket of sockets) {
      await socket.until(() => socket.frames.at(-1)?.seq === written.at(-1), 'the last change');
      expect(numbers(socket.frames).filter((seq) => seq > before)).toEqual(written);
      await socket.close();
    }
  });

  test('tell that a session ended before they tell what it may no longer hear, whether Redis is there or not', async () => {
    for (const isThere of [false, true]) {
      if (isThere) await redis.start();
      else await redis.kill();
      await connected(isThere);
      const email = `leaving-${isThere}@desk.test`;
      const id = await a.addAgent({ email });
      const [here, there] = await twoSockets(await signIn(a, email));
      const { conversation } = await openConversation(a);
      await a.app.deps.work(a.app.deps.system, (uow) => endSessionsOf(uow, id));
      await followUp(b, conversation.id, { text: 'secret' });
      for (const socket of [here!, there!]) {
        expect(await socket.closed).toBe(1008);
        expect(JSON.stringify(socket.frames)).not.toContain('secret');
      }
    }
  });

  test('of a process that died before it told anybody are found in the log, wake-ups included', async () => {
    const email = 'untold@desk.test';
    const id = await a.addAgent({ email });
    const socket = await at(b, await signIn(a, email)).open();
    const { work, system } = a.app.deps;
    await work(system, async (uow) => {
      await uow.db.updateTable('settings').set({ value: '"Corner shop"' }).where('key', '=', 'app.site_name').execute();
      uow.wake('bellhop_settings');
    });
    // What such a process leaves: rows that nobody spoke of.
    await a.pool.query('delete from sessions where user_id = $1', [id]);
    await a.pool.query(
      `insert into events (seq, created_at, kind, actor_id, payload)
       select nextval('event_seq'), now(), 'frame', 1, jsonb_build_object('wakes', jsonb_build_array(
         jsonb_build_object('channel', 'bellhop_sessions', 'payload', $1::text)))`,
      [String(id)],
    );
    expect(await socket.closed).toBe(1008);
    const general = async () =>
      (await new ForeignClient(b.app.address()!).get('/api/v1/settings/general')).data<Record<string, string>>();
    await b.until(async () => (await general())['app.site_name'] === 'Corner shop', 'the new name');
  });

  test('have wake-ups that are no domain events, and cost a row only where somebody is woken', async () => {
    const { work, system } = a.app.deps;
    const count = async (): Promise<number> => (await a.pool.query('select count(*)::int as n from events')).rows[0].n;
    const before = await count();
    await work(system, async (uow) => uow.wake('bellhop_settings'));
    expect(await count()).toBe(before + 1);
    await work(system, async () => {});
    expect(await count()).toBe(before + 1);
    expect((await a.events()).map((event) => event.kind)).not.toContain('wake');
  });

  test('carry who is where', async () => {
    const client = await signIn(a);
    const email = 'present@desk.test';
    await a.addAgent({ email });
    const { conversation } = await openConversation(a);
    const [mine] = await twoSockets(client);
    const other = await at(b, await signIn(b, email)).open();
    other.send(JSON.stringify({ type: 'presence', data: { conversation_uuid: conversation.uuid, state: 'viewing' } }));
    await mine!.until(
      () => mine!.frames.some((frame) => frame.type === 'presence_update' && JSON.stringify(frame).includes('viewing')),
      'the other agent',
    );
    await other.close();
    await mine!.close();
  });
});
