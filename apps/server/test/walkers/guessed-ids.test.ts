import { type RouteName, type RouteSpec, routes } from '@bellhop/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import { createHarness, type Harness } from '../harness.ts';
import { createSituations, type HeldConversation, type Onlooker, type Situations } from '../situations.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
let desk: Harness;
let all: Situations;
/** Sees its own conversations alone, and may do everything in them. */
let narrow: Onlooker;
let own: HeldConversation;
let hidden: HeldConversation;
let colleague: ApiClient;
beforeAll(async () => {
  desk = await createHarness();
  all = await createSituations(desk);
  narrow = all.onlookers.find(({ name }) => name === 'sees its own')!;
  own = all.conversations.find((one) => all.sees(narrow, one))!;
  hidden = all.conversations.find((one) => !all.sees(narrow, one))!;
  colleague = await desk.as('colleague@desk.test');
});
afterAll(() => desk.close());

/** Two answers that nobody can tell apart, neither of them a success. */
function expectAlike(one: { status: number; body: unknown }, other: { status: number; body: unknown }) {
  expect(one.status).toBe(404);
  expect([one.status, one.body]).toEqual([other.status, other.body]);
}

const nested = Object.entries<RouteSpec>(routes).filter(([, route]) => route.path.includes(':message_uuid'));
test.each(nested)('%s: a message of a hidden conversation is not found through a visible one', async (name) => {
  const ask = (message_uuid: string) =>
    narrow.client.call(name as RouteName, { params: { uuid: own.uuid, message_uuid } });
  expectAlike(await ask(hidden.message_uuid), await ask(unknown));
});

test.each(['before', 'after', 'around'])(
  'a thread is not opened %s a message of a hidden conversation',
  async (side) => {
    const ask = (message: string) =>
      narrow.client.call('messages.list', { params: { uuid: own.uuid }, query: { [side]: message } });
    const [foreign, none] = [await ask(hidden.message_uuid), await ask(unknown)];
    expect([foreign.status, foreign.body]).toEqual([none.status, none.body]);
    expect(JSON.stringify(foreign.body)).not.toContain(hidden.message_uuid);
  },
);

test('files and their thumbnails go with their conversation, in every situation', async () => {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const wrong: string[] = [];
  for (const conversation of all.conversations) {
    const form = new FormData();
    form.set('files', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'zebra.png');
    const { data: file } = await colleague.call('media.upload', { body: form });
    const sent = await (await desk.as()).call('media.upload', { body: form });
    const note = { private: true, message: '<p>see</p>', attachments: [sent.data.id] };
    const taken = await (await desk.as()).call('messages.send', { params: { uuid: conversation.uuid }, body: note });
    expect(taken.status, taken.body.message).toBe(200);
    for (const onlooker of all.onlookers) {
      const nowhere = await (await onlooker.client.fetch(`/uploads/${unknown}`)).text();
      const mayRead = onlooker.permissions.has('messages:read');
      for (const prefix of ['', 'thumb_']) {
        const linked = await onlooker.client.fetch(`/uploads/${prefix}${sent.data.uuid}`);
        const expected = !mayRead ? 403 : all.sees(onlooker, conversation) ? 200 : 404;
        if (linked.status !== expected) wrong.push(`${onlooker.name}, ${conversation.name}: ${linked.status}`);
        if (expected === 404) expect(await linked.text()).toBe(nowhere);
        // What no message has taken yet is its uploader's alone.
        const unlinked = await onlooker.client.fetch(`/uploads/${prefix}${file.uuid}`);
        expect([unlinked.status, await unlinked.text()]).toEqual([404, nowhere]);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('an upload of somebody else is taken neither by a message nor by a new conversation', async () => {
  const form = new FormData();
  form.set('files', new Blob(['secret'], { type: 'text/plain' }), 'secret.txt');
  const { data: file } = await colleague.call('media.upload', { body: form });
  const refused = async (attachments: number[]) => [
    await narrow.client.call('messages.send', {
      params: { uuid: own.uuid },
      body: { private: true, message: '<p>x</p>', attachments },
    }),
    await narrow.client.call('conversations.create', {
      body: {
        subject: 'x',
        content: '<p>x</p>',
        inbox_id: 1,
        contact_email: 'mina@mail.example',
        first_name: 'Mina',
        attachments,
      },
    }),
  ];
  const none = await refused([999_999]);
  for (const [at, answer] of (await refused([file.id])).entries()) {
    expect([answer.status, answer.body.error_type]).toEqual([400, 'InputException']);
    expect(answer.body.message!.replace(/\d+/g, '#')).toBe(none[at]!.body.message!.replace(/\d+/g, '#'));
  }
  const { rows } = await desk.pool.query('select model_id from media where id = $1', [file.id]);
  expect(rows).toEqual([{ model_id: null }]);
});

test("views, private macros, notifications and drafts of others are like those that don't exist", async () => {
  const filters = [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'zebra' }];
  await colleague.call('views.create', { body: { name: 'Private', filters } });
  const view = (await colleague.call('views.list_mine')).data[0]!;
  const macro = { name: 'Private', visible_when: ['replying'], actions: [], message_content: '<p>secret</p>' };
  for (const owner of [
    { visibility: 'user', user_id: String(all.colleague) },
    { visibility: 'team', team_id: String(all.teams.foreign) },
  ]) {
    const made = await colleague.call('macros.create', { body: { ...macro, ...owner } });
    expect(made.status, made.body.message).toBe(200);
  }
  const { rows: macros } = await desk.pool.query('select id from macros');
  await desk.pool.query(
    `insert into notifications (kind, agent_id, conversation_id, actor_id, created_at)
     values ('assignment', $1, $2, $3, now())`,
    [all.colleague, own.id, narrow.id],
  );
  const { rows: told } = await desk.pool.query('select id from notifications where agent_id = $1', [all.colleague]);

  // Without what would let it manage everybody's.
  await desk.addAgent({
    email: 'guest@desk.test',
    permissions: ['view:manage', 'conversations:read', 'conversations:read_all', 'messages:read'],
  });
  const guest = await desk.as('guest@desk.test');
  const { uuid } = own;
  const calls: [RouteName, (id: number) => object, number[]][] = [
    ['views.update', (id) => ({ params: { id }, body: { name: 'Mine', filters } }), [view.id]],
    ['views.remove', (id) => ({ params: { id } }), [view.id]],
    ['views.conversations', (id) => ({ params: { id } }), [view.id]],
    ['views.matching', (id) => ({ params: { id }, query: { uuids: uuid } }), [view.id]],
    ['macros.apply', (id) => ({ params: { id, uuid }, body: [] }), macros.map(({ id }) => id)],
    ['notifications.mark_read', (id) => ({ params: { id } }), told.map(({ id }) => Number(id))],
  ];
  for (const [name, options, ids] of calls) {
    expect(ids.length, name).toBeGreaterThan(0);
    for (const id of ids) expectAlike(await guest.call(name, options(id)), await guest.call(name, options(999_999)));
  }
  expect((await guest.call('macros.list')).data).toEqual([]);
  expect((await guest.call('views.list_mine')).data).toEqual([]);

  const place = { params: { uuid, kind: 'note' } };
  const body = { base_version: 0, content: { html: '<p>secret</p>' } };
  expect((await (await desk.as()).call('drafts.save', { ...place, body })).status).toBe(200);
  expect((await guest.call('drafts.get', place)).data).toBeNull();
  expect((await guest.call('drafts.versions', place)).data).toEqual([]);
});

test('the sidebar counts no team but the own ones', async () => {
  for (const { client } of all.onlookers) {
    const { data } = await client.call('conversations.counts');
    expect(Object.keys(data.teams)).not.toContain(String(all.teams.foreign));
  }
});
