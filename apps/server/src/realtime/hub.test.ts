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
