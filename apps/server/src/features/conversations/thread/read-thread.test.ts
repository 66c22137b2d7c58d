import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { followUp, openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { findConversationForUpdate, patchMessageStatus, recordDelivered } from '../index.ts';
import { findThreadRow } from './thread.queries.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let anaId: number;

beforeAll(async () => {
  desk = await createHarness();
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: '' });
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
}, 120_000);
afterAll(() => desk.close());

const open = async (letter: Parameters<typeof openConversation>[1] = {}) => {
  const { conversation, message } = await openConversation(desk, letter);
  return { uuid: conversation.uuid, id: conversation.id, message };
};
const thread = async (uuid: string, query = {}) =>
  (await admin.call('messages.list', { params: { uuid }, query })).data;
const send = (uuid: string, body: object, client = admin) => client.call('messages.send', { params: { uuid }, body });

describe('the thread', () => {
  test('newest first, in pages, entries of one instant in their order', async () => {
    const { uuid, id } = await open();
    await desk.pool.query("insert into tags (name) values ('a'), ('b'), ('c')");
    await admin.call('conversations.set_tags', { params: { uuid }, body: { tags: '["a","b","c"]' } });
    for (let n = 1; n <= 3; n++) await followUp(desk, id, { text: `Message ${n}` });
    const first = await thread(uuid, { page_size: 4 });
    expect([first.total, first.per_page, first.total_pages, first.page]).toEqual([7, 4, 2, 1]);
    const second = await thread(uuid, { page: 2, page_size: 4 });
    const texts = [...first.results, ...second.results].map((message) => message.content);
    expect(texts).toEqual([
      '<p>Message 3</p>',
      '<p>Message 2</p>',
      '<p>Message 1</p>',
      'Admin added the tag c',
      'Admin added the tag b',
      'Admin added the tag a',
      '<p>It arrived broken</p>',
    ]);
    const times = [...first.results, ...second.results].map((message) => message.created_at);
    expect(new Set(times).size).toBe(7);
    expect([...times].sort().reverse()).toEqual(times);
    expect((await thread(uuid, { page_size: 1000 })).per_page).toBe(100);
    for (const query of [{ page: 0 }, { page_size: 0 }, { page: 'x' }] as Record<string, string | number>[]) {
      expect((await admin.call('messages.list', { params: { uuid }, query })).status).toBe(400);
    }
  });

  test('beside an entry: older, newer, round it; the ends are told', async () => {
    const { uuid, id, message } = await open();
    const uuids = [message.uuid];
    for (let n = 1; n <= 6; n++) uuids.push((await followUp(desk, id, { text: `Message ${n}` })).uuid);
    const newestFirst = uuids.toReversed();
    const page = async (query: Record<string, string | number>) => {
      const { results, has_older, has_newer, total } = await thread(uuid, query);
      expect(total).toBe(7);
      return [results.map((entry) => newestFirst.indexOf(entry.uuid)), has_newer, has_older];
    };
    const at = (index: number) => newestFirst[index]!;
    expect(await page({ page_size: 3 })).toEqual([[0, 1, 2], false, true]);
    expect(await page({ page: 3, page_size: 3 })).toEqual([[6], true, false]);
    expect(await page({ before: at(2), page_size: 3 })).toEqual([[3, 4, 5], true, true]);
    expect(await page({ before: at(3), page_size: 3 })).toEqual([[4, 5, 6], true, false]);
    expect(await page({ after: at(3), page_size: 2 })).toEqual([[1, 2], true, true]);
    expect(await page({ after: at(2), page_size: 2 })).toEqual([[0, 1], false, true]);
    expect(await page({ around: at(3), page_size: 3 })).toEqual([[2, 3, 4], true, true]);
    expect(await page({ around: at(0), page_size: 4 })).toEqual([[0, 1], false, true]);
    expect(await page({ around: at(6), page_size: 1 })).toEqual([[6], true, false]);
    const other = await open();
    for (const around of [other.message.uuid, crypto.randomUUID(), 'x']) {
      const { status, body } = await admin.call('messages.list', { params: { uuid }, query: { around } });
      expect([status, body.code]).toEqual([404, 'message.not_found']);
    }
  });

  test('text is served escaped, HTML sanitised', async () => {
    const plain = await open({ text: 'a < b & <x@y.z>\n\n<script>alert(1)</script>\nend' });
    const [text] = (await thread(plain.uuid)).results;
    expect(text).toMatchObject({
      content: '<p>a &lt; b &amp; &lt;x@y.z&gt;</p><p>&lt;script&gt;alert(1)&lt;/script&gt;<br>end</p>',
      content_type: 'text',
      status: 'received',
      delivery: null,
    });
    const html = await open({
      text: 'Hi',
      html: { content: '<p onclick="x()">Hi</p>', content_safe: '<p>Hi</p>' },
    });
    expect((await thread(html.uuid)).results[0]).toMatchObject({ content: '<p>Hi</p>', content_type: 'html' });
  });

  test('inline images get addresses: own before quoted ones, ids that begin alike apart, unknown ones left', async () => {
    const { uuid, id, message } = await open({
      html: { content: 'x', content_safe: '<img src="cid:img1"><img src="cid:img10">' },
    });
    const media = async (message_id: number, content_id: string) =>
      (
        await desk.pool.query(
          `insert into media (storage_key, filename, content_type, size, disposition, content_id, model_type, model_id,
             conversation_id) values ($1, 'dot.png', 'image/png', 1, 'inline', $1, 'messages', $2, $3) returning uuid`,
          [content_id, message_id, id],
        )
      ).rows[0].uuid;
    const one = await media(message.id, 'img1');
    const ten = await media(message.id, 'img10');
    const unused = await media(message.id, 'never@shown');
    const later = await followUp(desk, id, {
      html: { content: 'x', content_safe: '<p><img src="cid:img1"><img src="cid:img10"><img src="cid:img2"></p>' },
    });
    const own = await media(later.id, 'img1');
    const [second, first] = (await thread(uuid)).results;
    const at = (media_uuid: string) => `http://desk.test/uploads/${media_uuid}`;
    expect(first!.content).toBe(`<img src="${at(one)}"><img src="${at(ten)}">`);
    expect(second!.content).toBe(`<p><img src="${at(own)}"><img src="${at(ten)}"><img src="cid:img2"></p>`);
    expect(first!.attachments.map((file) => [file.uuid, file.disposition, file.content_id])).toEqual([
      [one, 'inline', null],
      [ten, 'inline', null],
      [unused, 'attachment', null],
    ]);
    const stored = await desk.pool.query('select content_safe from messages where id = $1', [message.id]);
    expect(stored.rows[0].content_safe).toBe('<img src="cid:img1"><img src="cid:img10">');
  });

  test('an entry is found in its own conversation only', async () => {
    const mine = await open();
    const other = await open();
    const get = (uuid: string, message_uuid: string) => admin.call('messages.get', { params: { uuid, message_uuid } });
    expect((await get(mine.uuid, mine.message.uuid)).data.uuid).toBe(mine.message.uuid);
    for (const [uuid, message] of [
      [other.uuid, mine.message.uuid],
      [mine.uuid, 'x'],
      [mine.uuid, crypto.randomUUID()],
    ] as const) {
      const { status, body } = await get(uuid, message);
      expect([status, body.error_type, body.code]).toEqual([404, 'NotFoundException', 'message.not_found']);
    }
  });

  test('needs messages:read and sight of the conversation', async () => {
    const { uuid, message } = await open();
    await desk.addAgent({ email: 'noread@desk.test', permissions: ['conversations:read', 'conversations:read_all'] });
    await desk.addAgent({ email: 'nosee@desk.test', permissions: ['conversations:read', 'messages:read'] });
    for (const [email, expected] of [
      ['noread@desk.test', 403],
      ['nosee@desk.test', 404],
    ] as const) {
      const client = await desk.as(email);
      expect((await client.call('messages.list', { params: { uuid } })).status).toBe(expected);
      expect((await client.call('messages.get', { params: { uuid, message_uuid: message.uuid } })).status).toBe(
        expected,
      );
    }
  });
});

describe('one conversation', () => {
  test('carries everything its page shows', async () => {
    const { uuid, id } = await open({ subject: 'Lamp' });
    const { status, data } = await admin.call('conversations.get', { params: { uuid } });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id,
      uuid,
      subject: 'Lamp',
      inbox_mail: 'support@bellhop.local',
      status: 'Open',
      tags: [],
      custom_attributes: {},
      sla_policy_name: null,
      contact: { email: 'mina@mail.example', first_name: 'Mina', last_name: 'Oak', custom_attributes: {} },
    });
    expect(data.reference_number).toMatch(/^\d{3,}$/);
    const { rows } = await desk.pool.query('select max(seq)::int as seq from events where conversation_id = $1', [id]);
    expect(data.last_seq).toBe(rows[0].seq);
  });

  test.each(['x', '00000000-0000-4000-8000-000000000000', '%2e%2e'])('%s is not found', async (uuid) => {
    for (const route of ['conversations.get', 'conversations.participants'] as const) {
      const { status, body } = await admin.call(route, { params: { uuid } });
      expect([status, body.error_type]).toEqual([404, 'NotFoundException']);
    }
  });

  test('previous conversations: the ten latest others that the reader may see', async () => {
    const opened = [];
    for (let n = 0; n < 13; n++) {
      opened.push(await open({ from: 'often@mail.example', name: 'Olga Often', subject: `No ${n}` }));
    }
    const oldest = opened[0]!;
    const { data } = await admin.call('conversations.get', { params: { uuid: oldest.uuid } });
    expect(data.previous_conversations.map((one) => one.subject)).toEqual(
      Array.from({ length: 10 }, (_, n) => `No ${12 - n}`),
    );
    expect(data.previous_conversations[0]).toMatchObject({
      status: 'Open',
      contact: { first_name: 'Olga', last_name: 'Often', avatar_url: null },
      last_message: 'It arrived broken',
    });
    await desk.addAgent({ email: 'own@desk.test', permissions: ['conversations:read', 'conversations:read_assigned'] });
    const own = await desk.as('own@desk.test');
    const ownId = (await own.call('agents.me')).data.id;
    for (const one of [opened[3]!, opened[5]!]) {
      await admin.call('conversations.assign_user', { params: { uuid: one.uuid }, body: { assignee_id: ownId } });
    }
    const seen = (await own.call('conversations.get', { params: { uuid: opened[3]!.uuid } })).data;
    expect(seen.previous_conversations.map((one) => one.subject)).toEqual(['No 5']);
  });

  test('participants are all who wrote, authors of activity too', async () => {
    const { uuid, id } = await open();
    await admin.call('conversations.set_priority', { params: { uuid }, body: { priority: 'Low' } });
    await send(uuid, { message: '<p>x</p>', private: true }, ana);
    const { data } = await admin.call('conversations.participants', { params: { uuid } });
    const { rows } = await desk.pool.query('select contact_id from conversations where id = $1', [id]);
    expect(data.map((person) => person.first_name)).toEqual(['Mina', 'Admin', 'Ana']);
    expect(data[0]!.id).toBe(String(rows[0].contact_id));
  });
});

describe('unread', () => {
  const unread = async (client: ApiClient, uuid: string) =>
    (await client.call('conversations.get', { params: { uuid } })).data.unread_message_count;
  const see = (client: ApiClient, uuid: string) => client.call('conversations.mark_seen', { params: { uuid } });

  test('is each agent’s own: customers’ messages and others’ notes since the last visit', async () => {
    const { uuid, id } = await open();
    expect([await unread(admin, uuid), await unread(ana, uuid)]).toEqual([1, 1]);
    expect((await see(ana, uuid)).data).toBe(true);
    expect([await unread(admin, uuid), await unread(ana, uuid)]).toEqual([1, 0]);
    await send(uuid, { message: '<p>note</p>', private: true }, ana);
    await send(uuid, { message: '<p>reply</p>', to: ['mina@mail.example'] }, ana);
    await admin.call('conversations.set_priority', { params: { uuid }, body: { priority: 'Low' } });
    expect([await unread(admin, uuid), await unread(ana, uuid)]).toEqual([2, 0]);
    await followUp(desk, id);
    expect([await unread(admin, uuid), await unread(ana, uuid)]).toEqual([3, 1]);
    for (let n = 0; n < 12; n++) await followUp(desk, id);
    expect(await unread(admin, uuid)).toBe(10);
    await see(admin, uuid);
    expect(await unread(admin, uuid)).toBe(0);
  });

  test('what came before the agent was there is not unread', async () => {
    const { uuid } = await open();
    await desk.addAgent({ email: 'new@desk.test' });
    expect(await unread(await desk.as('new@desk.test'), uuid)).toBe(0);
  });

  test('a visit is told to the visitor alone, and is the visitor’s own', async () => {
    const { uuid } = await open();
    const mark = (await desk.frames()).at(-1)!.seq;
    await see(ana, uuid);
    expect((await desk.frames(mark)).map(({ type, data, audience }) => [type, data.prop, audience])).toEqual([
      ['conversation_prop_update', 'assignee_last_seen_at', { to: 'agent', agent_id: anaId }],
    ]);
    const seen = async (client: ApiClient) =>
      (await client.call('conversations.get', { params: { uuid } })).data.assignee_last_seen_at;
    expect(await seen(admin)).toBeNull();
    expect(await seen(ana)).toBe((await desk.frames(mark))[0]!.data.value);
  });

  describe('marked unread', () => {
    const markUnread = (client: ApiClient, uuid: string) => client.call('messages.mark_unread', { params: { uuid } });
    const framesAfter = async (mark: number) =>
      (await desk.frames(mark)).map(({ data, audience }) => [data.prop, data.value, audience]);

    test('it is unread from the customer’s last message on, for this agent alone, whose tabs hear of it', async () => {
      const { uuid, id } = await open();
      await followUp(desk, id);
      await send(uuid, { message: '<p>note</p>', private: true }, admin);
      await send(uuid, { message: '<p>reply</p>', to: ['mina@mail.example'] }, admin);
      await see(ana, uuid);
      await see(admin, uuid);
      const mark = (await desk.frames()).at(-1)!.seq;
      expect((await markUnread(ana, uuid)).data).toBe(true);
      expect([await unread(ana, uuid), await unread(admin, uuid)]).toEqual([2, 0]);
      expect(await framesAfter(mark)).toEqual([
        ['assignee_last_seen_at', expect.any(String), { to: 'agent', agent_id: anaId }],
        ['unread_message_count', 2, { to: 'agent', agent_id: anaId }],
      ]);
      await see(ana, uuid);
      expect(await unread(ana, uuid)).toBe(0);
    });

    test('what is unread already stays as it is, and what never can be, too', async () => {
      const { uuid } = await open();
      const mark = (await desk.frames()).at(-1)!.seq;
      await markUnread(ana, uuid);
      expect(await unread(ana, uuid)).toBe(1);
      expect(await framesAfter(mark)).toEqual([]);
    });

    test('without a customer’s message the last note of somebody else counts', async () => {
      const { uuid, id } = await open();
      await desk.pool.query("update messages set type = 'outgoing', private = false where conversation_id = $1", [id]);
      await see(ana, uuid);
      expect((await markUnread(ana, uuid)).data).toBe(true);
      expect(await unread(ana, uuid)).toBe(0);
      await send(uuid, { message: '<p>note</p>', private: true }, admin);
      await see(ana, uuid);
      await markUnread(ana, uuid);
      expect([await unread(ana, uuid), await unread(admin, uuid)]).toEqual([1, 0]);
    });

    test('also by somebody to whom the conversation was old when they came', async () => {
      const { uuid } = await open();
      await desk.addAgent({ email: 'later@desk.test' });
      const later = await desk.as('later@desk.test');
      expect(await unread(later, uuid)).toBe(0);
      await markUnread(later, uuid);
      expect(await unread(later, uuid)).toBe(1);
    });

    test('not by somebody who does not see it', async () => {
      const { uuid } = await open();
      await desk.addAgent({ email: 'blind@desk.test', permissions: ['conversations:read'] });
      expect((await markUnread(await desk.as('blind@desk.test'), uuid)).status).toBe(404);
    });
  });
});

describe('delivery', () => {
  async function delivered(id: number, uuid: string, messageUuid: string): Promise<string[]> {
    const { work, system } = desk.app.deps;
    const mark = (await desk.frames()).at(-1)!.seq;
    await work(system, async (uow) => {
      const conversation = (await findConversationForUpdate(uow, id))!;
      const message = (await findThreadRow(uow.db, id, messageUuid))!;
      await recordDelivered(uow, conversation, await patchMessageStatus(uow, conversation, message, 'sent'), system.id);
    });
    expect((await admin.call('messages.get', { params: { uuid, message_uuid: messageUuid } })).data.status).toBe(
      'sent',
    );
    return (await desk.frames(mark)).map(({ data }) => `${data.prop}${data.value === null ? ' null' : ''}`);
  }
  const reply = async (uuid: string) =>
    (await send(uuid, { message: '<p>reply</p>', to: ['mina@mail.example'] })).data.uuid;

  test('sets the reply times and ends the wait', async () => {
    const { uuid, id } = await open();
    expect(await delivered(id, uuid, await reply(uuid))).toEqual([
      'status',
      'first_reply_at',
      'last_reply_at',
      'waiting_since null',
    ]);
    expect(await delivered(id, uuid, await reply(uuid))).toEqual(['status', 'last_reply_at']);
  });

  test('a question that came after the reply was written still waits', async () => {
    const { uuid, id } = await open();
    const sent = await reply(uuid);
    const later = await followUp(desk, id, { text: 'One more thing' });
    expect(await delivered(id, uuid, sent)).toEqual(['status', 'first_reply_at', 'last_reply_at', 'waiting_since']);
    const { data } = await admin.call('conversations.get', { params: { uuid } });
    expect(data.waiting_since).toBe(later.created_at.toISOString());
  });

  test('of a survey or an automatic reply it sets nothing', async () => {
    const { uuid, id } = await open();
    for (const flag of ['is_csat', 'is_automated']) {
      const sent = await reply(uuid);
      await desk.pool.query(`update messages set meta = meta || jsonb_build_object($2::text, true) where uuid = $1`, [
        sent,
        flag,
      ]);
      expect(await delivered(id, uuid, sent)).toEqual(['status']);
    }
    expect((await admin.call('conversations.get', { params: { uuid } })).data.first_reply_at).toBeNull();
  });
});
