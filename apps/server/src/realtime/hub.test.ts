import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { startHub } from './hub.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk?.close());

const lastNumber = async () =>
  (await desk.pool.query<{ seq: number }>('select max(seq)::int as seq from events')).rows[0]!.seq;

async function happen(availability_status: 'online' | 'away'): Promise<void> {
  const { work, system } = desk.app.deps;
  await work(system, async (uow) => {
    uow.broadcast('agent_availability_update', { id: 1, availability_status }, { to: 'everybody' });
  });
}

test('who comes from a process that was quicker resumes, and hears nothing twice', async () => {
  const { db, log } = desk.app.deps;
  await happen('online');
  let notify: (payload: string) => void = () => {};
  let begun: () => void = () => {};
  // A bus whose notifications are still under way.
  const bus = {
    on: (_channel: string, handler: (payload: string) => void) => {
      notify = handler;
      return () => {};
    },
    onGap: () => () => {},
    close: async () => {},
  };
  const hub = await startHub({ bus, db, log });
  await new Promise<void>((resolve) => {
    begun = resolve;
    hub.inOrder(async () => begun());
  });
  await happen('away');
  const since = await lastNumber();

  const heard: { type: string; seq: number; data: Record<string, unknown> }[] = [];
  const viewer = { id: 1, permissions: new Set<string>(), team_ids: [] };
  const answer = Promise.withResolvers<void>();
  hub.add({ viewer, send: (text) => answer.resolve(void heard.push(JSON.parse(text))) }, since);
  await answer.promise;
  expect(heard.map(({ type }) => type)).toEqual(['resumed']);

  await happen('online');
  const last = await lastNumber();
  notify(JSON.stringify({ from: since - 1, to: last }));
  await new Promise<void>((resolve) => hub.inOrder(async () => resolve()));
  expect(heard.slice(1).map(({ seq }) => seq)).toEqual([last]);

  // A number that nobody has given out belongs to another database.
  const strange = Promise.withResolvers<string>();
  hub.add({ viewer, send: strange.resolve }, last + 1_000);
  expect(JSON.parse(await strange.promise)).toMatchObject({ type: 'reload' });
  hub.close();
});

test('who was away while the log was pruned is told to reload, also when nothing of it is left', async () => {
  const { deps, bus } = desk.app;
  const viewer = { id: 1, permissions: new Set<string>(), team_ids: [] };
  const since = await lastNumber();
  for (const status of ['away', 'online', 'away'] as const) await happen(status);
  const last = await lastNumber();
  const hub = await startHub({ bus, db: deps.db, log: deps.log });
  const answers = async (from: number) => {
    const heard: string[] = [];
    const answer = Promise.withResolvers<void>();
    const send = (text: string) => {
      const { type } = JSON.parse(text);
      heard.push(type);
      if (type !== 'agent_availability_update') answer.resolve();
    };
    const stop = hub.add({ viewer, send }, from);
    await answer.promise;
    stop();
    return heard;
  };
  const update = 'agent_availability_update';
  expect(await answers(since)).toEqual([update, update, update, 'resumed']);
  await desk.pool.query('delete from events where seq <= $1', [since + 1]);
  expect(await answers(since)).toEqual(['reload']);
  expect(await answers(since + 1)).toEqual([update, update, 'resumed']);
  await desk.pool.query('delete from events');
  expect(await answers(since + 1)).toEqual(['reload']);
  expect(await answers(last)).toEqual(['resumed']);
  hub.close();
});

test('of frames that come while a replay waits for the database only so many are held back; beyond, the client fetches anew', async () => {
  const { db, log } = desk.app.deps;
  await happen('online');
  const last = await lastNumber();
  let notify: (payload: string) => void = () => {};
  const on = (_channel: string, handler: (payload: string) => void) => {
    notify = handler;
    return () => {};
  };
  const hub = await startHub({ bus: { on }, db, log });
  const settled = () => new Promise<void>((resolve) => hub.inOrder(async () => resolve()));
  await settled();
  const heard: { type: string; seq: number }[] = [];
  const answer = Promise.withResolvers<void>();
  const send = (text: string) => {
    heard.push(JSON.parse(text));
    if (heard.at(-1)!.type === 'reload') answer.resolve();
  };
  const frame = (seq: number) => ({
    seq,
    type: 'agent_availability_update',
    data: { id: 1, availability_status: 'away' },
    audience: { to: 'everybody' },
  });
  const holder = await desk.pool.connect();
  try {
    await holder.query('begin; lock table events in access exclusive mode');
    hub.add({ viewer: { id: 1, permissions: new Set<string>(), team_ids: [] }, send }, last - 1);
    for (let seq = last + 1; seq <= last + 2_001; seq++) notify(JSON.stringify({ frames: [frame(seq)] }));
    await settled();
    expect(heard).toEqual([]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await answer.promise;
  expect(heard.map(({ seq, type }) => [seq, type])).toEqual([
    [last, 'agent_availability_update'],
    [last, 'reload'],
  ]);
  notify(JSON.stringify({ frames: [frame(last + 2_002)] }));
  await settled();
  expect(heard.at(-1)!.seq).toBe(last + 2_002);
  hub.close();
});
