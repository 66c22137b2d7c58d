import { defaultWebhookEvents, OutgoingEvent } from '@bellhop/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { addWebhook } from '../../../test/webhooks.ts';
import { eventId } from './event-id.ts';

let desk: Harness;
let admin: ApiClient;
let uuid: string;
/** The last number before anything happened. */
let before: number;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  await addWebhook(admin, { url: 'https://shop.example.com/hook', events: [...defaultWebhookEvents] });
  before = (await list({})).data.next_after;
  ({ uuid } = (await openConversation(desk)).conversation);
  const params = { uuid };
  for (const priority of ['Low', 'Medium', 'High'])
    await admin.call('conversations.set_priority', { params, body: { priority } });
  await admin.call('messages.send', { params, body: { message: '<p>secret-word</p>', private: true } });
  await admin.call('conversations.set_tags', { params, body: { tags: [] } });
});
afterAll(() => desk.close());

const list = (query: Record<string, string | number>) => admin.call('events.list', { query });

test('what happened is answered in order, in the shape and with the ids of deliveries', async () => {
  const { status, data } = await list({ after: before });
  expect(status).toBe(200);
  expect(data.results.map(({ event }) => event)).toEqual([
    'contact.created',
    'conversation.created',
    ...Array(3).fill('conversation.priority_changed'),
  ]);
  for (const event of data.results) OutgoingEvent.strict().parse(event);
  const { rows } = await desk.pool.query('select seq::int, created_at from webhook_events order by seq');
  expect(data.results.map(({ event_id }) => event_id)).toEqual(rows.map((row) => eventId(row.seq, row.created_at)));
  expect(data.results[2]).toMatchObject({
    changes: { priority_id: { from: null, to: 1 } },
    // As it is now.
    data: { conversation: { uuid, priority_id: 3 } },
  });
  expect(data).toMatchObject({ has_more: false });
  expect((await list({ after: data.next_after })).data).toEqual({
    results: [],
    next_after: data.next_after,
    has_more: false,
  });
});

test('pages follow each other without a gap', async () => {
  const all = (await list({ after: before })).data.results.map(({ seq }) => seq);
  const met: number[] = [];
  for (let after = before, has_more = true; has_more; ) {
    const { data } = await list({ after, limit: 2 });
    met.push(...data.results.map(({ seq }) => seq));
    ({ next_after: after, has_more } = data);
  }
  expect(met).toEqual(all);
});

test('notes are told when they are asked for', async () => {
  expect(JSON.stringify((await list({ after: before })).data)).not.toContain('secret-word');
  const { data } = await list({ after: before, events: 'message.note_added, contact.created' });
  expect(data.results.map(({ event }) => event)).toEqual(['contact.created', 'message.note_added']);
  expect(data.results[1]!.data.message!.text_content).toContain('secret-word');
});

test.each([
  [{ after: -1 }, 'after'],
  [{ after: 'x' }, 'after'],
  [{ after: 99_999_999 }, 'after'],
  [{ after: '9'.repeat(30) }, 'after'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 101 }, 'limit'],
  [{ events: '' }, 'events'],
  [{ events: 'conversation.created,else' }, 'events'],
])('%j is refused, and the member named', async (query, named) => {
  const answer = await list(query as Record<string, string>);
  expect(answer).toMatchObject({ status: 400, body: { error_type: 'InputException' } });
  expect(Object.keys(answer.body.data).join()).toContain(named);
});

test('an API key that may manage webhooks reads them, and another one does not', async () => {
  const statusWith = async (permissions: string[]) => {
    const body = { name: `For ${permissions.join()}`, permissions, expires_at: null };
    const { data } = await admin.call('api_keys.create', { body });
    const headers = { authorization: `Bearer ${data.key}:${data.secret}` };
    return (await desk.anonymous().call('events.list', { headers, query: { after: before } })).status;
  };
  expect(await statusWith(['general_settings:manage'])).toBe(200);
  expect(await statusWith(['conversations:read_all'])).toBe(403);
});

test('whoever comes too late is told where the log begins, and others without the permission nothing', async () => {
  await desk.addAgent({ email: 'eve@shop.example', permissions: ['conversations:read_all'] });
  expect((await (await desk.as('eve@shop.example')).call('events.list')).status).toBe(403);
  expect((await desk.anonymous().call('events.list')).status).toBe(401);
  await desk.pool.query('delete from events where seq <= $1', [before + 2]);
  const { rows } = await desk.pool.query('select min(seq)::int as first from events');
  const first = rows[0].first;
  expect(await list({ after: before })).toMatchObject({
    status: 410,
    body: { code: 'events.gone', data: { first_seq: first } },
  });
  expect((await list({ after: first - 1 })).status).toBe(200);
  expect((await list({})).status).toBe(200);
});

test('after a rest so long that nothing is left of the log, who was up to date goes on and who was not is told', async () => {
  const { rows } = await desk.pool.query(
    'with gone as (delete from events returning seq) select max(seq)::int as last from gone',
  );
  const { last } = rows[0];
  expect(await list({ after: last })).toMatchObject({
    status: 200,
    data: { results: [], next_after: last, has_more: false },
  });
  expect(await list({ after: last - 1 })).toMatchObject({ status: 410, body: { data: { first_seq: last + 1 } } });
  expect((await list({ after: last + 1 })).status).toBe(400);
  expect((await list({})).data.next_after).toBe(last);
});
