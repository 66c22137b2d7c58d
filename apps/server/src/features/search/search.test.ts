import { routes } from '@bellhop/contract';
import { parseSearch } from '@bellhop/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { indexBacklog } from '../conversations/index.ts';
import { planSearch } from './plan-search.queries.ts';

let desk: Harness;
let admin: ApiClient;
/** Sees only what is assigned to them. */
let narrow: ApiClient;
const uuids: Record<string, string> = {};

/** Names of people in scripts of the world. */
const names = [
  'Zoë Ångström',
  'Αλέξανδρος Παπάς',
  'Фёдор Соколов',
  'Արմեն Պետրոսյան',
  'გიორგი ბერიძე',
  'שלום כהן',
  'محمد علي',
  'ܐܦܪܝܡ',
  'प्रिया शर्मा',
  'রবীন্দ্র সেন',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  'મોહન પટેલ',
  'ଜଗନ୍ନାଥ ଦାସ',
  'கண்ணன்',
  'రాముడు రెడ్డి',
  'ಕನ್ನಡಿಗ',
  'മലയാളി നായർ',
  'සුනිල්',
  'สมชาย ใจดี',
  'ສົມສັກ',
  'အောင်ဆန်း',
  'ខ្មែរ សុខ',
  '김철수',
  '山田太郎',
  '王小明',
  'ኃይለ ሥላሴ',
];

beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  const id = await desk.addAgent({
    email: 'narrow@desk.test',
    first_name: 'Nora',
    last_name: 'Narrow',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read', 'contacts:read'],
  });
  narrow = await desk.as('narrow@desk.test');

  const lamp = await openConversation(desk, {
    from: 'mina.oak@mail.example',
    name: 'Mina Oak',
    subject: 'Broken lamp',
    text: 'The desk lamp arrived in pieces. I want a replacement.',
    meta: { to: ['support@bellhop.local'], cc: ['lawyer@firm.example'] },
  });
  uuids.lamp = lamp.conversation.uuid;
  await followUp(desk, lamp.conversation.id, { text: 'Any news about the refund of 50% for my_order?' });
  const parcel = await openConversation(desk, {
    from: 'bo@shop.example',
    name: 'Bo Fir',
    subject: 'Lost parcel 100%_sure',
    text: 'Where is it? Tracking says "delivered". 東京都に住んでいます。',
  });
  uuids.parcel = parcel.conversation.uuid;
  await desk.pool.query('update conversations set assigned_user_id = $1 where uuid = $2', [id, uuids.parcel]);
  await desk.pool.query("insert into tags (name) values ('VIP')");
  await desk.pool.query(
    `insert into conversation_tags select c.id, t.id from conversations c, tags t where c.uuid = $1 and t.name = 'VIP'`,
    [uuids.parcel],
  );
  await desk.pool.query(
    `insert into media (storage_key, filename, content_type, size, model_type, model_id, conversation_id)
     values ('x', 'Rechnung_März%.pdf', 'application/pdf', 1, 'messages', $1, $2)`,
    [parcel.message.id, parcel.conversation.id],
  );
  await admin.call('messages.send', {
    params: { uuid: uuids.lamp },
    body: { private: true, message: '<p>Ask the warehouse about spare shades</p>' },
  });
  for (const [index, name] of names.entries()) {
    await openConversation(desk, {
      from: `person${index}@names.example`,
      name,
      subject: 'Hello',
      text: `Ich bin ${name}.`,
    });
  }
});
afterAll(() => desk.close());

const conversations = async (query: string, client = admin) =>
  (await client.call('search.conversations', { query: { query } })).data;
const messages = async (query: string, client = admin) =>
  (await client.call('search.messages', { query: { query } })).data;
const contacts = async (query: string, client = admin) =>
  (await client.call('search.contacts', { query: { query } })).data;
const search = async (q: string, client = admin, more: object = {}) => {
  const answer = await client.call('search.query', { query: { q, ...more } });
  expect(answer.status, q).toBe(200);
  return answer.data;
};
const found = async (q: string, client = admin) =>
  (await search(q, client)).results.map(({ conversation }) => nameOf(conversation.uuid));
const nameOf = (uuid: string) => Object.entries(uuids).find(([, known]) => known === uuid)?.[0] ?? uuid;

describe('the plain searches', () => {
  test.each(['search.conversations', 'search.messages', 'search.contacts'] as const)(
    '%s wants three characters',
    async (route) => {
      for (const query of ['', 'ab', '  ab   ', '東京']) {
        const answer = await admin.call(route, { query: { query } });
        expect([answer.status, answer.body.error_type]).toEqual([400, 'InputException']);
      }
      expect((await admin.fetch(routes[route].path)).status).toBe(400);
      expect((await admin.call(route, { query: { query: ' qqq ' } })).data).toEqual([]);
    },
  );

  test.each([
    ['oken lam', 'lamp'],
    ['MINA OAK', 'lamp'],
    ['mina.oak@mail', 'lamp'],
    ['a.oak@', 'lamp'],
    ['100%_s', 'parcel'],
    ['rechnung_marz', 'parcel'],
    ['RZ%.PDF', 'parcel'],
  ])('a conversation is found by a part: %s', async (query, name) => {
    expect((await conversations(query)).map(({ uuid }) => nameOf(uuid))).toEqual([name]);
  });

  test('by its reference number, the exact one first', async () => {
    const lamp = (await conversations('broken lamp'))[0]!;
    const again = await conversations(lamp.reference_number);
    expect(again[0]).toMatchObject({
      uuid: uuids.lamp,
      reference_number: lamp.reference_number,
      subject: 'Broken lamp',
    });
    expect(await conversations(`#${lamp.reference_number}`)).toHaveLength(1);
    expect(lamp.subject_marks).toEqual([[0, 11]]);
    expect(new Date(lamp.created_at).toISOString()).toBe(lamp.created_at);
  });

  test.each(['%%%', '___', '100_', 'x%y'])('%s is no wildcard', async (query) => {
    expect(await conversations(query)).toEqual([]);
    expect(await contacts(query)).toEqual([]);
  });

  test.each([
    ['lamp piec', ['The desk lamp arrived in pieces. I want a replacement.']],
    ['ARRIV', ['The desk lamp arrived in pieces. I want a replacement.']],
    ['warehouse', ['Ask the warehouse about spare shades']],
    ['50% for my_order', ['Any news about the refund of 50% for my_order?']],
    ['東京都', ['Where is it? Tracking says "delivered". 東京都に住んでいます。']],
    ['住んで', ['Where is it? Tracking says "delivered". 東京都に住んでいます。']],
    ['amp', []],
    ['rived', []],
  ])('messages by words and their beginnings: %s', async (query, texts) => {
    expect((await messages(query)).map((message) => message.text_content)).toEqual(texts);
  });

  test('a message says where it is', async () => {
    const message = (await messages('replacement'))[0]!;
    expect(message).toMatchObject({
      conversation_uuid: uuids.lamp,
      conversation_subject: 'Broken lamp',
      private: false,
      sender: 'Mina Oak',
      text_marks: [[42, 53]],
    });
    expect(Date.parse(message.conversation_created_at)).toBeLessThanOrEqual(Date.parse(message.created_at));
  });

  test('activity is not found, and the newest comes first', async () => {
    await admin.call('conversations.set_priority', { params: { uuid: uuids.lamp! }, body: { priority: 'High' } });
    expect(await messages('priority high')).toEqual([]);
    const found = await messages('lamp');
    const times = found.map((message) => message.created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test.each(names.map((name, index) => [name, index] as const))(
    '%s is found by name, text and contact',
    async (name, index) => {
      const part = name.length >= 3 ? name.slice(0, Math.max(3, name.length - 1)).trim() : name;
      expect((await conversations(name)).map(({ contact }) => contact.email)).toContain(`person${index}@names.example`);
      expect((await contacts(part)).map(({ email }) => email)).toContain(`person${index}@names.example`);
      const hits = await messages(name);
      expect(hits.map((message) => message.sender)).toContain(name);
      expect(hits[0]!.text_marks.length).toBeGreaterThan(0);
      expect((await search(`"${name}"`)).results.length).toBeGreaterThan(0);
    },
  );

  test('contacts by a part of name or address, the newest first', async () => {
    const all = await contacts('@names.example');
    expect(all).toHaveLength(15);
    expect(all[0]).toMatchObject({ email: `person${names.length - 1}@names.example`, last_name: expect.any(String) });
    await desk.pool.query("update users set deleted_at = now() where email = 'bo@shop.example'");
    expect(await contacts('bo@shop')).toEqual([]);
    await desk.pool.query("update users set deleted_at = null, enabled = false where email = 'bo@shop.example'");
    expect(await contacts('bo@shop')).toHaveLength(1);
    await desk.pool.query("update users set first_name = 'Robert' where email = 'bo@shop.example'");
    expect(await contacts('Robert')).toHaveLength(1);
    expect((await conversations('robert fir')).map(({ uuid }) => uuid)).toEqual([uuids.parcel]);
    expect(await contacts('admin@bellhop')).toEqual([]);
  });

  test('nobody finds what they may not see', async () => {
    expect(await conversations('broken lamp', narrow)).toEqual([]);
    expect(await messages('replacement', narrow)).toEqual([]);
    expect(await found('lamp', narrow)).toEqual([]);
    expect(await found('status:open', narrow)).toEqual(['parcel']);
    expect((await conversations('lost parcel', narrow)).map(({ uuid }) => uuid)).toEqual([uuids.parcel]);
    expect(await messages('tracking', narrow)).toHaveLength(1);
    expect(await found('tracking', narrow)).toEqual(['parcel']);
  });
});

test('when the time is over the answer says that it is a part', async () => {
  const client = await desk.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table message_search in access exclusive mode');
    expect(await search('lamp')).toMatchObject({ results: [], next_cursor: null, is_partial: true });
    expect(await messages('lamp')).toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await search('lamp')).toMatchObject({ is_partial: false });
});

test('messages that are older than search get their words', async () => {
  const before = await messages('lamp');
  const { rows } = await desk.pool.query('select message_id, words::text from message_search order by message_id');
  await desk.pool.query('delete from message_search');
  await desk.pool.query('insert into search_backlog select max(id) + 1 from messages');
  expect(await messages('lamp')).toEqual([]);
  await indexBacklog(desk.app.deps);
  expect(await messages('lamp')).toEqual(before);
  expect((await desk.pool.query('select 1 from search_backlog')).rowCount).toBe(0);
  const again = await desk.pool.query('select message_id, words::text from message_search order by message_id');
  expect(again.rows).toEqual(rows);
  await indexBacklog(desk.app.deps);
});

describe('long and strange messages', () => {
  test('a text of 2 MB is found by its beginning and cut in the answer', async () => {
    const words = Array.from({ length: 200_000 }, (_, i) => `w${i.toString(36)}x`).join(' ');
    const { conversation } = await openConversation(desk, {
      subject: 'Long',
      text: `zebra ${words}`,
      from: 'long@mail.example',
    });
    expect((await messages('zebra'))[0]!.conversation_uuid).toBe(conversation.uuid);
    const [late] = await messages('w5000x');
    expect([late, ...(await messages('w4qx'))].every((one) => !one || one.text_content.length <= 200)).toBe(true);
    const deep = (await messages(`w${(8_000).toString(36)}x`))[0]!;
    expect(deep.text_content).toMatch(/^….*…$/);
    expect(deep.text_marks).toHaveLength(1);
  });

  test.each([
    "it's \\ a 'quoted' text",
    'a:1 & !b | (c) <-> d',
    '\u{1F44D}\u{1F3FD} ok fine',
    `${'x'.repeat(5000)} long`,
    "'' :A,B 'x':9999999",
  ])('stored and found: %s', async (text) => {
    const { conversation } = await openConversation(desk, {
      subject: text.slice(0, 200),
      text: `${text} needle`,
      from: 'odd@mail.example',
    });
    expect((await messages('needle'))[0]!.conversation_uuid).toBe(conversation.uuid);
    expect((await search(text)).is_partial).toBe(false);
  });

  test("a survey's link is neither found nor shown", async () => {
    const { conversation } = await openConversation(desk, {
      subject: 'Survey',
      text: 'hi',
      from: 'survey@mail.example',
    });
    await followUp(desk, conversation.id, { text: 'https://desk.test/csat/secretlink?s=abc', meta: { is_csat: true } });
    expect(await messages('secretlink')).toEqual([]);
    expect(await found('secretlink')).toEqual([]);
    expect(JSON.stringify(await search('from:survey@mail.example'))).not.toContain('secretlink');
  });
});

describe('the operator search', () => {
  test.each<[string, string[]]>([
    ['lamp', ['lamp']],
    ['lam', []],
    ['lam*', ['lamp']],
    ['"desk lamp"', ['lamp']],
    ['"lamp desk"', []],
    ['refund replacement', []],
    ['refund OR tracking', ['parcel', 'lamp']],
    ['refund -news', []],
    ['from:mina.oak@mail.example', ['lamp']],
    ['from:"mina oak" shades', []],
    ['lamp from:na.oa', ['lamp']],
    ['cc:lawyer@firm.example', ['lamp']],
    ['cc:firm', ['lamp']],
    ['subject:"roken la"', ['lamp']],
    ['subject:100%_', ['parcel']],
    ['subject:"1___"', []],
    ['tag:vip', ['parcel']],
    ['tracking -tag:vip', []],
    ['assignee:nora', ['parcel']],
    ['tracking assignee:none', []],
    ['lamp assignee:none', ['lamp']],
    ['priority:high', ['lamp']],
    ['has:attachment', ['parcel']],
    ['filename:rechnung', ['parcel']],
    ['filename:nung_M', ['parcel']],
    ['lamp filename:rechnung', []],
    ['tag:nothing', []],
    ['lamp -tag:nothing', ['lamp']],
    ['team:none tag:vip', ['parcel']],
    ['lamp inbox:nowhere', []],
    ['lamp status:open', ['lamp']],
    ['lamp status:closed', []],
    ['lamp before:2020-01-01', []],
    ['lamp after:2020-01-01', ['lamp']],
    ['status:open before:2020-01-01', []],
    ['tag:vip after:2020-01-01', ['parcel']],
    ['subject:lamp OR tag:vip', ['lamp', 'parcel']],
    ['shades', ['lamp']],
    ['colour:red', []],
    ['', []],
    ['"" - OR', []],
  ])('%s', async (q, expected) => {
    expect((await found(q)).sort()).toEqual([...expected].sort());
  });

  test('a file is found by its name however many conversations have that name elsewhere', async () => {
    await desk.pool.query(
      `insert into conversations (contact_id, inbox_id, subject, initiator, status_id)
       select contact_id, inbox_id, 'quartz', initiator, status_id from conversations, generate_series(1, 250) where uuid = $1`,
      [uuids.lamp],
    );
    const { conversation, message } = await openConversation(desk, { subject: 'Stone', from: 'stone@mail.example' });
    await desk.pool.query(
      `insert into media (storage_key, filename, content_type, size, model_type, model_id, conversation_id)
       values ('quartz', 'quartz.pdf', 'application/pdf', 1, 'messages', $1, $2)`,
      [message.id, conversation.id],
    );
    const { results } = await search('filename:quartz');
    await desk.pool.query("delete from conversations where subject in ('quartz', 'Stone')");
    expect(results.map((hit) => hit.conversation.uuid)).toEqual([conversation.uuid]);
  });

  test('names are looked up within the time of the whole search', async () => {
    const viewer = { id: 1, permissions: new Set<string>(), team_ids: [] };
    const query = parseSearch('from:mina from:bo', 'UTC');
    expect(await planSearch(desk.app.deps.db, viewer, query, 0)).toBeNull();
  });

  test('a reference number', async () => {
    const lamp = (await conversations('broken lamp'))[0]!;
    for (const q of [`ref:${lamp.reference_number}`, `ref:#${lamp.reference_number} lamp`])
      expect(await found(q)).toEqual(['lamp']);
  });

  test('the hit is marked in subject and excerpt', async () => {
    const { results } = await search('broken refund');
    expect(results[0]).toMatchObject({
      conversation: { uuid: uuids.lamp, status: 'Open', priority: 'High', inbox_name: expect.any(String) },
      message_uuid: expect.any(String),
      sender: 'Mina Oak',
      subject_marks: [[0, 6]],
    });
    const hit = results[0]!;
    expect(hit.snippet.slice(...hit.snippet_marks[0]!)).toBe('refund');
  });

  test('pages follow each other, newest and best first, without repeating', async () => {
    for (const [q, sort] of [
      ['ich', 'newest'],
      ['ich', 'best'],
      ['subject:hello', 'newest'],
      ['subject:hello', 'best'],
    ]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await search(q!, admin, { sort, limit: 7, ...(cursor && { cursor }) });
        expect(page.results.length).toBeLessThanOrEqual(7);
        seen.push(...page.results.map((hit) => hit.conversation.uuid));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(seen).toHaveLength(names.length);
      expect(new Set(seen).size).toBe(names.length);
    }
  });

  test('best first: words in the subject weigh more', async () => {
    const old = await openConversation(desk, { subject: 'Quokka', text: 'about animals', from: 'best@mail.example' });
    const young = await openConversation(desk, {
      subject: 'Other',
      text: 'I once saw a quokka somewhere far away',
      from: 'best@mail.example',
    });
    const order = async (sort: string) =>
      (await search('quokka', admin, { sort })).results.map((hit) => hit.conversation.uuid);
    expect(await order('newest')).toEqual([young.conversation.uuid, old.conversation.uuid]);
    expect(await order('best')).toEqual([old.conversation.uuid, young.conversation.uuid]);
  });

  test.each([
    'x',
    'bnVsbA',
    Buffer.from('["m","1"]').toString('base64url'),
    Buffer.from('["c",1,99999999999]').toString('base64url'),
  ])('a cursor of nobody is refused: %s', async (cursor) => {
    for (const q of ['lamp', 'status:open']) {
      const answer = await admin.call('search.query', { query: { q, cursor } });
      expect([answer.status, answer.body.error_type]).toEqual([400, 'InputException']);
    }
  });

  test('a search becomes a view where its terms allow', async () => {
    const { view_filters, view_blockers } = await search(
      'status:open tag:VIP -assignee:none subject:"lost" from:shop.example after:2025-03-01 before:2030-01-01',
    );
    expect(view_blockers).toEqual([]);
    expect(view_filters).toEqual([
      { model: 'conversations', field: 'status_id', operator: 'equals', value: '1' },
      { model: 'conversations', field: 'tags', operator: 'equals', value: 'VIP' },
      { model: 'conversations', field: 'assigned_user_id', operator: 'set', value: '' },
      { model: 'conversations', field: 'subject', operator: 'contains', value: 'lost' },
      { model: 'contacts', field: 'email', operator: 'contains', value: 'shop.example' },
      { model: 'conversations', field: 'last_message_at', operator: 'greater than', value: '2025-02-28' },
      { model: 'conversations', field: 'last_message_at', operator: 'less than', value: '2030-01-01' },
    ]);
    const blocked = await search('lamp status:open OR status:closed has:attachment tag:vip OR subject:x');
    expect(blocked.view_filters).toBeNull();
    expect(blocked.view_blockers).toEqual(['lamp', 'has:attachment', 'tag:vip OR subject:x']);
  });

  test('what a view of a search lists is what the search found', async () => {
    for (const q of [
      'tag:vip',
      'assignee:nora status:open',
      'subject:lamp OR subject:nothing',
      '-tag:vip subject:parcel',
      'status:open OR status:closed subject:hello',
    ]) {
      const { view_filters, results } = await search(q, admin, { limit: 50 });
      if (!view_filters) continue;
      const list = await admin.call('conversations.all', {
        query: { page: 1, page_size: 100, filters: JSON.stringify(view_filters) },
      });
      expect(list.status, q).toBe(200);
      expect(list.data.results.map((row) => row.uuid)).toEqual(results.map((hit) => hit.conversation.uuid));
    }
  });
});
