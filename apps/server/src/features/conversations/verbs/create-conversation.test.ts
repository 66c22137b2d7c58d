import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let anaId: number;
let ordersId: number;
let returnsId: number;

beforeAll(async () => {
  desk = await createHarness();
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed' });
  ordersId = await desk.addTeam('Orders', [anaId]);
  returnsId = await desk.addTeam('Returns');
  admin = await desk.as();
}, 120_000);
afterAll(() => desk.close());

const whole = {
  inbox_id: 1,
  subject: 'Your order',
  content: '<p>Hello {{ .Contact.FirstName }}</p>',
  contact_email: 'Mina@Mail.example',
  first_name: 'Mina Maria',
  last_name: 'Oak',
  agent_id: null,
  team_id: null,
  attachments: [],
};
const create = (over: object = {}) => admin.call('conversations.create', { body: { ...whole, ...over } });
const count = async () => (await desk.pool.query('select count(*)::int as n from conversations')).rows[0].n;
const lastSeq = async () => (await desk.pool.query('select coalesce(max(seq), 0)::int as n from events')).rows[0].n;

test('starts with a pending mail to the contact, its reference in the subject', async () => {
  const mark = await lastSeq();
  const { status, data } = await create();
  expect(status).toBe(200);
  expect(data).toMatchObject({
    subject: `Your order - #${data.reference_number}`,
    status: 'Open',
    priority: null,
    inbox_mail: 'support@bellhop.local',
    assigned_user_id: null,
    waiting_since: null,
    last_message: 'Hello Mina Maria',
    last_message_sender: 'agent',
    unread_message_count: 0,
    contact: { email: 'mina@mail.example', first_name: 'Mina Maria', last_name: 'Oak' },
    previous_conversations: [],
  });
  const messages = (await admin.call('messages.list', { params: { uuid: data.uuid } })).data;
  expect(messages.results).toMatchObject([
    { type: 'outgoing', status: 'pending', content: '<p>Hello Mina Maria</p>', meta: { to: ['mina@mail.example'] } },
  ]);
  expect((await desk.frames(mark)).map((frame) => frame.type)).toEqual(['new_message']);
  const events = (await desk.events()).filter((event) => event.seq > mark);
  expect(events.map((event) => event.kind)).toEqual(['contact.created', 'conversation.created', 'message.queued']);
  expect(events[1]!.payload).toEqual({ conversation_id: data.id, initiator: 'agent' });
});

test('a known contact keeps its name', async () => {
  const { data } = await create({ contact_email: 'known@mail.example', first_name: 'First' });
  const again = (await create({ contact_email: 'KNOWN@mail.example', first_name: 'Other', last_name: undefined })).data;
  expect(again.contact_id).toBe(data.contact_id);
  expect(again.contact.first_name).toBe('First');
});

test('with team and agent both are set, and the mail finds them set', async () => {
  const mark = await lastSeq();
  const { data } = await create({ team_id: ordersId, agent_id: String(anaId) });
  expect(data).toMatchObject({ assigned_team_id: ordersId, assigned_user_id: anaId });
  const foreign = (await create({ team_id: returnsId, agent_id: anaId })).data;
  expect(foreign).toMatchObject({ assigned_team_id: returnsId, assigned_user_id: anaId });
  const kinds = (await desk.events()).filter((event) => event.seq > mark && event.conversation_id === data.id);
  expect(kinds.map((event) => event.kind)).toEqual([
    'conversation.created',
    'conversation.team_assigned',
    'conversation.user_assigned',
    'message.queued',
  ]);
  const heard = (await desk.frames(mark)).filter((frame) => frame.data.content === 'Hello Mina Maria');
  expect(heard[0]!.audience).toMatchObject({ assignments: [{ assigned_user_id: anaId, assigned_team_id: ordersId }] });
});

test.each([
  [{ inbox_id: 0 }, 'input.invalid'],
  [{ inbox_id: 99 }, 'inbox.not_found'],
  [{ subject: '  ' }, 'input.invalid'],
  [{ content: '' }, 'input.invalid'],
  [{ content: '<p><br></p>' }, 'message.empty'],
  [{ first_name: ' ' }, 'input.invalid'],
  [{ contact_email: '' }, 'input.invalid'],
  [{ contact_email: 'Mina <mina@mail.example>' }, 'message.recipient_invalid'],
  [{ contact_email: 'support@bellhop.local' }, 'message.only_own_addresses'],
  [{ agent_id: 99_999 }, 'agent.not_assignable'],
  [{ team_id: 99_999 }, 'team.not_found'],
  [{ attachments: [99_999] }, 'message.attachment_unavailable'],
])('%j is refused with %s, and nothing is left behind', async (over, code) => {
  const before = [await count(), await lastSeq()];
  const { status, body } = await create({ contact_email: 'nobody@mail.example', ...over });
  expect([status, body.error_type, body.code]).toEqual([400, 'InputException', code]);
  expect([await count(), await lastSeq()]).toEqual(before);
  const { rows } = await desk.pool.query("select 1 from users where email = 'nobody@mail.example'");
  expect(rows).toEqual([]);
});

test('under one name it is started once, also at the same time; another agent has names of its own', async () => {
  const send_id = '0190f0c4-5a51-7000-8000-00000000abcd';
  const answers = await Promise.all([create({ send_id }), create({ send_id }), create({ send_id })]);
  const [first] = answers.map(({ data }) => data);
  expect(answers.map(({ status, data }) => [status, data.uuid])).toEqual(answers.map(() => [200, first!.uuid]));
  const before = await count();
  const again = await create({ send_id, subject: 'Changed meanwhile', inbox_id: 99 });
  expect([again.status, again.data.uuid, await count()]).toEqual([200, first!.uuid, before]);
  const { results } = (await admin.call('messages.list', { params: { uuid: first!.uuid } })).data;
  expect(results.map((message) => message.send_id)).toEqual([send_id]);

  await desk.addAgent({ email: 'kai@desk.test', permissions: ['conversations:write'] });
  const kai = await desk.as('kai@desk.test');
  const other = await kai.call('conversations.create', { body: { ...whole, send_id } });
  expect(other.status).toBe(200);
  expect(other.data.uuid).not.toBe(first!.uuid);
});

test('ends the draft that it was written in, and keeps what was sent', async () => {
  const content = {
    html: '<p>Hello</p>',
    recipients: null,
    files: [],
    macro: null,
    typed: {},
    fields: { subject: 'S' },
  };
  await admin.call('drafts.save_new', { body: { base_version: 0, content } });
  expect((await create({ subject: ' ', draft: content })).status).toBe(400);
  expect((await admin.call('drafts.get_new')).data).toMatchObject({ content: { html: '<p>Hello</p>' } });
  const send_id = crypto.randomUUID();
  const { data: started } = await create({ draft: content, send_id });
  expect((await admin.call('drafts.get_new')).data).toBeNull();
  // Its answer was lost, and the text went back into the dialog.
  await admin.call('drafts.save_new', { body: { base_version: 0, content } });
  expect((await create({ draft: content, send_id })).data.uuid).toBe(started.uuid);
  expect((await admin.call('drafts.get_new')).data).toBeNull();
  const { data: versions } = await admin.call('drafts.versions_new');
  expect(versions[0]).toMatchObject({ reason: 'sent', content: { fields: { subject: 'S' } } });
});

test('what was refused can be sent again under its name', async () => {
  const send_id = '0190f0c4-5a51-7000-8000-00000000abce';
  expect((await create({ send_id, team_id: 99_999 })).status).toBe(400);
  expect((await create({ send_id })).status).toBe(200);
});

test('a disabled inbox is refused', async () => {
  await desk.pool.query('update inboxes set enabled = false');
  const { status, body } = await create();
  await desk.pool.query('update inboxes set enabled = true');
  expect([status, body.code]).toEqual([400, 'inbox.disabled']);
});

test('the seeded agent role may not', async () => {
  const ana = await desk.as('ana@desk.test');
  expect((await ana.call('conversations.create', { body: whole })).status).toBe(403);
});
