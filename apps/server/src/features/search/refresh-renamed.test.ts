import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { refreshRenamed } from './refresh-renamed.ts';

const count = 230;
let desk: Harness;
let contactId: number;
beforeAll(async () => {
  desk = await createHarness();
  const { conversation } = await openConversation(desk, { from: 'mina@mail.example', name: 'Mina Oak' });
  contactId = conversation.contact_id;
  await desk.pool.query(
    `insert into conversations (contact_id, inbox_id, status_id, subject, reference_number, created_at, last_message_at)
     select contact_id, inbox_id, status_id, subject, 'R' || n, created_at + n * interval '1 second', last_message_at
     from conversations, generate_series(2, $2::int) as n where id = $1`,
    [conversation.id, count],
  );
});
afterAll(() => desk.close());

const rename = (name: string) => desk.pool.query('update users set last_name = $2 where id = $1', [contactId, name]);
const found = async (name: string) => {
  const { rows } = await desk.pool.query<{ id: number }>(
    'select conversation_id as id from conversation_search where folded like $1 order by 1',
    [`%mina ${name}%`],
  );
  return rows.map(({ id }) => id);
};
const waiting = async () => (await desk.pool.query('select below from contact_search_backlog')).rows;

test('a new name reaches 200 conversations at once, the others by the job', async () => {
  const all = await found('oak');
  expect(all).toHaveLength(count);
  await rename('Fir');
  expect(await found('fir')).toEqual(all.slice(-200));
  expect(await found('oak')).toEqual(all.slice(0, -200));
  await refreshRenamed(desk.app.deps);
  expect(await found('fir')).toEqual(all);
  expect(await waiting()).toEqual([]);
});

test('a job that was ended goes on where it was, and a further name begins again', async () => {
  await rename('Elm');
  // As if the process had died after two slices.
  const oldest = (await found('fir')).slice(0, 10);
  await desk.pool.query('update contact_search_backlog set below = $1', [oldest.at(-1)! + 1]);
  await refreshRenamed(desk.app.deps, 4);
  expect(await found('fir')).toHaveLength(count - 200 - 10);
  await rename('Ash');
  await refreshRenamed(desk.app.deps, 7);
  expect(await found('ash')).toHaveLength(count);
  expect(await waiting()).toEqual([]);
});

test('a contact with few conversations is renamed at once', async () => {
  const { conversation } = await openConversation(desk, { from: 'bo@mail.example', name: 'Bo Elder' });
  await desk.pool.query("update users set first_name = 'Mina', last_name = 'Yew' where id = $1", [
    conversation.contact_id,
  ]);
  expect(await found('yew')).toEqual([conversation.id]);
  expect(await waiting()).toEqual([]);
});
