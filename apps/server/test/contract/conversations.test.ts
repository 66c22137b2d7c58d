import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminEmail } from '../harness.ts';
import { createMailDesk, type MailDesk, plainMail } from '../mail-desk.ts';
import { ForeignClient, type ForeignSocket, type Frame } from './foreign-client.ts';

interface MessageOnWire {
  uuid: string;
  type: string;
  status: string;
  private: boolean;
  content: string;
  sender_id: number;
  sender_type: string;
  meta: Record<string, unknown>;
  attachments: Record<string, unknown>[];
  created_at: string;
  updated_at: string;
}

let desk: MailDesk;
let admin: ForeignClient;
/** Sees what is assigned to her, nothing else. */
let ana: ForeignClient;
let adminId: number;
let anaId: number;
let teamId: number;
let adminSocket: ForeignSocket;
let anaSocket: ForeignSocket;
let uuid: string;
let base: string;
let letters = 0;

beforeAll(async () => {
  desk = await createMailDesk();
  const address = desk.app.address()!;
  const permissions = ['conversations:read', 'conversations:read_assigned', 'messages:read', 'messages:write'];
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed', permissions });
  teamId = await desk.addTeam('Orders', [anaId]);
  await desk.pool.query("insert into tags (name) values ('returns'), ('vip')");
  await desk.pool.query(
    `insert into custom_attributes (applies_to, name, key, data_type) values
     ('conversation', 'Order', 'order_no', 'text'), ('contact', 'Plan', 'plan', 'text')`,
  );
  admin = await ForeignClient.signedIn(address, adminEmail);
  ana = await ForeignClient.signedIn(address, 'ana@desk.test');
  adminId = (await admin.get('/api/v1/agents/me')).data<{ id: number }>().id;
  adminSocket = await admin.open();
  anaSocket = await ana.open();
});
afterAll(async () => {
  await adminSocket?.close();
  await anaSocket?.close();
  await desk.close();
});

beforeEach(async () => {
  letters += 1;
  await desk.take(plainMail({ from: `Mina Oak <mina${letters}@mail.example>`, id: `letter${letters}@mail.example` }));
  const { rows } = await desk.pool.query<{ uuid: string }>('select uuid from conversations order by id desc limit 1');
  uuid = rows[0]!.uuid;
  base = `/api/v1/conversations/${uuid}`;
  await heardAll();
});

/** A mark in both sockets' streams: whatever was committed before it has been heard. */
async function heardAll(): Promise<void> {
  const { rows } = await desk.pool.query('select max(seq)::int as seq from events where frame is not null');
  const mark = rows[0].seq as number;
  await admin.put('/api/v1/agents/me/availability', { status: 'away' });
  await admin.put('/api/v1/agents/me/availability', { status: 'online' });
  for (const socket of [adminSocket, anaSocket]) {
    await socket.until(() => socket.frames.some((frame) => frame.seq! > mark + 1), 'the mark');
    socket.frames.length = 0;
  }
}

/** A frame in one line: what it is about, in words that a table can hold. */
function line({ type, data }: Frame): string {
  if (type === 'new_message') return `new_message ${data.type}${data.private ? ', private' : ''}: ${data.content}`;
  if (type === 'message_prop_update') return `message ${data.prop} = ${data.value}`;
  if (type === 'conversation_prop_update') {
    const value = JSON.stringify(data.value).replace(/^"\d{4}-\d{2}-\d{2}T[^"]*"$/, '(time)');
    return `${data.prop} = ${value}`;
  }
  if (type === 'conversation_tags_update') return `tags ${JSON.stringify(data.tags)}`;
  return type;
}

/** What both sockets hear of a call that succeeds, in order. */
async function heardOf(
  call: () => Promise<{ status: number; text: string }>,
): Promise<{ own: string[]; ana: string[] }> {
  const answer = await call();
  expect(answer.status, answer.text).toBe(200);
  const about = (frame: Frame) => [frame.data.uuid, frame.data.conversation_uuid].includes(uuid);
  const { rows } = await desk.pool.query('select max(seq)::int as seq from events where frame is not null');
  await admin.put('/api/v1/agents/me/availability', { status: 'away' });
  await admin.put('/api/v1/agents/me/availability', { status: 'online' });
  const heard: string[][] = [];
  for (const socket of [adminSocket, anaSocket]) {
    await socket.until(() => socket.frames.some((frame) => frame.seq! > rows[0].seq), 'the mark');
    heard.push(socket.frames.filter((frame) => frame.seq! <= rows[0].seq && about(frame)).map(line));
    socket.frames.length = 0;
  }
  return { own: heard[0]!, ana: heard[1]! };
}

const reply = (client: ForeignClient, message = '<p>On its way</p>', attachments: number[] = []) =>
  client.sendJson('POST', `${base}/messages`, {
    private: false,
    message,
    attachments,
    to: [`mina${letters}@mail.example`],
    cc: [],
    bcc: [],
  });
const note = (client: ForeignClient, message = '<p>Known customer</p>') =>
  client.sendJson('POST', `${base}/messages`, {
    private: true,
    message,
    attachments: [],
    // The client sends recipients with notes, too.
    to: [`mina${letters}@mail.example`],
    cc: [],
    bcc: [],
  });
const message = async (client: ForeignClient, messageUuid: string) =>
  (await client.get(`${base}/messages/${messageUuid}`)).data<MessageOnWire>();

describe('the frames of each trigger, in the order of wire B 15; the actor hears its own', () => {
  test('agent assigned: the new one hears the entry that brings it into the list', async () => {
    const heard = await heardOf(() => admin.put(`${base}/assignee/user`, { assignee_id: String(anaId) }));
    const frames = [
      `assigned_user_id = ${anaId}`,
      'new_message activity, private: Admin assigned this conversation to Ana Reed',
    ];
    expect(heard).toEqual({ own: frames, ana: frames });
    const list = await ana.get('/api/v1/conversations/assigned', { page: 1, page_size: 50 });
    expect(list.data<{ results: { uuid: string }[] }>().results.map((row) => row.uuid)).toContain(uuid);
  });

  test('agent removed: the one who loses it hears that, and nothing more', async () => {
    await admin.put(`${base}/assignee/user`, { assignee_id: anaId });
    await heardAll();
    expect(await heardOf(() => admin.put(`${base}/assignee/user/remove`))).toEqual({
      own: ['assigned_user_id = null', 'new_message activity, private: Admin removed Ana Reed from this conversation'],
      ana: ['assigned_user_id = null'],
    });
  });

  test('team assigned, which takes it from an agent who is no member', async () => {
    await admin.put(`${base}/assignee/user`, { assignee_id: adminId });
    await heardAll();
    const heard = await heardOf(() => admin.put(`${base}/assignee/team`, { assignee_id: String(teamId) }));
    expect(heard.own).toEqual([
      `assigned_team_id = ${teamId}`,
      'new_message activity, private: Admin assigned this conversation to the team Orders',
      'assigned_user_id = null',
      'new_message activity, private: Admin removed Admin from this conversation',
    ]);
    // Ana may not see team conversations.
    expect(heard.ana).toEqual([]);
    expect((await heardOf(() => admin.put(`${base}/assignee/team/remove`))).own).toEqual([
      'assigned_team_id = null',
      'new_message activity, private: Admin removed the team Orders from this conversation',
    ]);
  });

  test('priority', async () => {
    expect(await heardOf(() => admin.put(`${base}/priority`, { priority: 'High' }))).toEqual({
      own: ['new_message activity, private: Admin set the priority to High', 'priority = "High"', 'priority_id = 3'],
      ana: [],
    });
  });

  test('status, resolving and reopening', async () => {
    await admin.put(`${base}/assignee/user`, { assignee_id: adminId });
    await heardAll();
    expect((await heardOf(() => admin.put(`${base}/status`, { status: 'Resolved' }))).own).toEqual([
      'new_message activity, private: Admin set the status to Resolved',
      'status = "Resolved"',
      'resolved_at = (time)',
    ]);
    expect((await heardOf(() => admin.put(`${base}/status`, { status: 'Resolved' }))).own).toEqual([]);
    expect((await heardOf(() => admin.put(`${base}/status`, { status: 'Open' }))).own).toEqual([
      'new_message activity, private: Admin set the status to Open',
      'status = "Open"',
      'resolved_at = null',
    ]);
  });

  test('snoozing, for a duration', async () => {
    const heard = await heardOf(() => admin.put(`${base}/status`, { status: 'Snoozed', snoozed_until: '48h' }));
    expect(heard.own[0]).toMatch(/^new_message activity, private: Admin set the status to Snoozed until /);
    expect(heard.own.slice(1)).toEqual(['status = "Snoozed"', 'snoozed_until = (time)']);
  });

  test('tags: an entry each, removed ones first, and never as a prop', async () => {
    await admin.post(`${base}/tags`, { tags: '["vip"]' });
    await heardAll();
    expect((await heardOf(() => admin.post(`${base}/tags`, { tags: '["returns","unknown"]' }))).own).toEqual([
      'new_message activity, private: Admin removed the tag vip',
      'new_message activity, private: Admin added the tag returns',
      'tags ["returns"]',
    ]);
  });

  test('attributes of conversation and contact: one prop, no entry', async () => {
    const own = await heardOf(() => admin.sendJson('PUT', `${base}/custom-attributes`, { order_no: 'A-91' }));
    expect(own.own).toEqual(['custom_attributes = {"order_no":"A-91"}']);
    const contact = await heardOf(() => admin.sendJson('PUT', `${base}/contacts/custom-attributes`, { plan: 'pro' }));
    expect(contact.own).toEqual(['contact.custom_attributes = {"plan":"pro"}']);
  });

  test("last seen: the caller's own sockets alone", async () => {
    await admin.put(`${base}/assignee/user`, { assignee_id: anaId });
    await heardAll();
    expect(await heardOf(() => admin.put(`${base}/last-seen`))).toEqual({
      own: ['assignee_last_seen_at = (time)'],
      ana: [],
    });
  });

  test('note', async () => {
    expect(await heardOf(() => note(admin))).toEqual({
      own: ['new_message outgoing, private: Known customer'],
      ana: [],
    });
  });

  test('incoming: a new conversation, and an answer to a resolved one', async () => {
    const first = plainMail({ from: 'Lee <lee@mail.example>', id: `first${letters}@mail.example`, body: 'Hello' });
    await desk.take(first);
    const { rows } = await desk.pool.query<{ uuid: string }>('select uuid from conversations order by id desc limit 1');
    uuid = rows[0]!.uuid;
    base = `/api/v1/conversations/${uuid}`;
    const about = () =>
      adminSocket.frames.filter((frame) => [frame.data.uuid, frame.data.conversation_uuid].includes(uuid));
    await adminSocket.until(() => about().length > 0, 'the first mail');
    expect(about().map(line)).toEqual(['new_message incoming: Hello']);
    await admin.put(`${base}/assignee/user`, { assignee_id: adminId });
    await admin.put(`${base}/status`, { status: 'Closed' });
    await desk.pool.query('update conversations set waiting_since = null where uuid = $1', [uuid]);
    await heardAll();
    await desk.take(
      plainMail({
        from: 'Lee <lee@mail.example>',
        headers: [`In-Reply-To: <first${letters}@mail.example>`],
        body: 'Still broken',
      }),
    );
    await adminSocket.until(() => about().length >= 6, 'the answer');
    expect(about().map(line)).toEqual([
      'new_message incoming: Still broken',
      'status = "Open"',
      'resolved_at = null',
      'closed_at = null',
      'new_message activity, private: System set the status to Open',
      'waiting_since = (time)',
    ]);
  });
});

describe('a reply, from the call to the delivery (wire B 3.4 to 3.6)', () => {
  test('is heard, readable at once as pending, and sent later; the props follow', async () => {
    const call = reply(admin);
    const created = await adminSocket.until(
      () => adminSocket.frames.find((frame) => frame.type === 'new_message' && frame.data.type === 'outgoing'),
      'the reply',
    );
    expect(created.data).toMatchObject({
      conversation_uuid: uuid,
      content: 'On its way',
      private: false,
      type: 'outgoing',
      sender_type: 'agent',
      created_at: expect.stringMatching(/^\d{4}-/),
    });
    // What the client does on each new_message: both must answer.
    const [shown, people] = await Promise.all([
      admin.get(`${base}/messages/${created.data.uuid}`),
      admin.get(`${base}/participants`),
    ]);
    expect(shown.data()).toMatchObject({
      uuid: created.data.uuid,
      type: 'outgoing',
      status: 'pending',
      private: false,
      content: '<p>On its way</p>',
      sender_id: adminId,
      sender_type: 'agent',
      meta: { to: [`mina${letters}@mail.example`] },
      attachments: [],
    });
    expect(people.data<{ id: string }[]>().map(({ id }) => id)).toContain(String(adminId));
    expect((await call).status).toBe(200);

    await adminSocket.until(() => adminSocket.frames.some((frame) => frame.data.prop === 'waiting_since'), 'delivery');
    const frames = adminSocket.frames.filter((frame) => [frame.data.uuid, frame.data.conversation_uuid].includes(uuid));
    expect(frames.map(line)).toEqual([
      'new_message outgoing: On its way',
      'message status = sent',
      'first_reply_at = (time)',
      'last_reply_at = (time)',
      'waiting_since = null',
    ]);
    const update = frames[1]!;
    expect(update).toMatchObject({
      type: 'message_prop_update',
      data: { conversation_uuid: uuid, uuid: created.data.uuid, prop: 'status', value: 'sent' },
    });
    const sent = await message(admin, created.data.uuid as string);
    expect(sent.status).toBe('sent');
    expect(sent.updated_at > sent.created_at).toBe(true);
    const single = (await admin.get(base)).data<Record<string, unknown>>();
    expect(single).toMatchObject({
      waiting_since: null,
      first_reply_at: expect.any(String),
      last_reply_at: expect.any(String),
    });
  });

  test('that cannot leave is failed; a retry is pending again, then sent', async () => {
    await reply(admin);
    await admin.put('/api/v1/inboxes/1/toggle');
    const failed = await adminSocket.until(
      () => adminSocket.frames.find((frame) => frame.data.value === 'failed'),
      'the failure',
    );
    const path = `${base}/messages/${failed.data.uuid}`;
    expect((await admin.get(path)).data()).toMatchObject({ status: 'failed' });
    expect((await admin.get(base)).data()).toMatchObject({ first_reply_at: null, waiting_since: expect.any(String) });
    await admin.put('/api/v1/inboxes/1/toggle');
    await heardAll();
    const retried = await admin.put(`${path}/retry`);
    expect(retried.json()).toEqual({ status: 'success', data: true });
    await adminSocket.until(() => adminSocket.frames.some((frame) => frame.data.prop === 'waiting_since'), 'delivery');
    const frames = adminSocket.frames.filter((frame) => [frame.data.uuid, frame.data.conversation_uuid].includes(uuid));
    expect(frames.map(line).slice(0, 2)).toEqual(['message status = pending', 'message status = sent']);
    const again = await admin.put(`${path}/retry`);
    expect([again.status, again.json().error_type]).toEqual([400, 'InputException']);
  });

  test('without a recipient, to nobody valid, or of nothing at all is a 400', async () => {
    const send = (body: object) =>
      admin.sendJson('POST', `${base}/messages`, { private: false, message: '<p>x</p>', ...body });
    for (const body of [
      { to: [] },
      { to: ['', ' '] },
      { to: ['mina'] },
      { to: ['Mina <mina@mail.example>'] },
      { to: ['mina@mail.example\r\nBcc: x@y.example'] },
      { to: ['support@bellhop.local'] },
      { to: ['mina@mail.example'], message: '<p> </p>' },
      { to: ['mina@mail.example'], attachments: [987_654] },
      { to: Array.from({ length: 51 }, (_, i) => `a${i}@mail.example`) },
    ]) {
      const answer = await send(body);
      expect([answer.status, answer.json().error_type], JSON.stringify(body)).toEqual([400, 'InputException']);
    }
  });
});

describe('thread entries (wire B 3.1)', () => {
  test('have every member that the client reads, newest first', async () => {
    await note(admin);
    await admin.put(`${base}/priority`, { priority: 'Low' });
    const page = (await admin.get(`${base}/messages`, { page: 1, page_size: 30 })).data<{
      results: MessageOnWire[];
      page: number;
      total_pages: number;
    }>();
    expect([page.page, page.total_pages]).toEqual([1, 1]);
    expect(page.results.map(({ type, private: isPrivate, status }) => [type, isPrivate, status])).toEqual([
      ['activity', true, 'sent'],
      ['outgoing', true, 'sent'],
      ['incoming', false, 'received'],
    ]);
    for (const entry of page.results) {
      expect(entry).toMatchObject({
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sender_id: expect.any(Number),
        content: expect.any(String),
        attachments: [],
        meta: expect.any(Object),
      });
      for (const time of [entry.created_at, entry.updated_at])
        expect(Number.isNaN(new Date(time).getTime())).toBe(false);
    }
    const [activity, , incoming] = page.results;
    expect(activity!.content).toBe('Admin set the priority to Low');
    expect(incoming!.meta).toMatchObject({
      from: [`mina${letters}@mail.example`],
      to: ['support@bellhop.local'],
      cc: [],
      bcc: [],
      subject: 'My lamp is broken',
    });
  });

  test('files: part `files`, an address that ends in the uuid, a thumbnail, no content id', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = await admin.postMultipart('/api/v1/media', {
      files: { filename: 'Broken Lamp.png', type: 'image/png', bytes: png },
      inline: false,
      linked_model: 'messages',
    });
    const media = upload.data<Record<string, unknown> & { id: number; uuid: string; url: string }>();
    expect(media).toMatchObject({
      id: expect.any(Number),
      filename: expect.any(String),
      content_type: 'image/png',
      size: png.byteLength,
      store: 'fs',
      disposition: 'attachment',
      url: `http://desk.test/uploads/${media.uuid}`,
    });
    const sent = (await reply(admin, '', [media.id])).data<MessageOnWire>();
    expect(sent.attachments).toEqual([
      {
        uuid: media.uuid,
        name: media.filename,
        size: png.byteLength,
        content_type: 'image/png',
        content_id: null,
        disposition: 'attachment',
        url: media.url,
        content: null,
      },
    ]);
    const last = media.url.split('/').at(-1)!;
    const thumbnail = await admin.send('GET', `/uploads/thumb_${last}`, { headers: { 'x-csrftoken': null } });
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/png']);
    const original = await admin.send('GET', `/uploads/${last}`, { headers: { 'x-csrftoken': null } });
    expect(original.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' });
  });

  test('each participant is there, by an id that is the text of sender_id', async () => {
    await note(admin);
    const people = (await admin.get(`${base}/participants`)).data<Record<string, unknown>[]>();
    expect(people).toEqual([
      { id: expect.stringMatching(/^\d+$/), first_name: 'Mina', last_name: 'Oak', avatar_url: null },
      { id: String(adminId), first_name: 'Admin', last_name: '', avatar_url: null },
    ]);
  });
});

describe('one conversation (wire B 1.1, 1.3)', () => {
  test('has what its page reads: a bare inbox address, arrays and objects that are never null', async () => {
    const single = (await admin.get(base)).data<Record<string, unknown>>();
    expect(single).toMatchObject({
      uuid,
      contact_id: expect.any(Number),
      inbox_mail: 'support@bellhop.local',
      inbox_name: expect.any(String),
      inbox_channel: 'email',
      reference_number: expect.stringMatching(/^\d{3,}$/),
      subject: 'My lamp is broken',
      status: 'Open',
      status_id: 1,
      priority: null,
      priority_id: null,
      assigned_user_id: null,
      assigned_team_id: null,
      closed_at: null,
      tags: [],
      custom_attributes: {},
      sla_policy_name: null,
      previous_conversations: [],
      meta: [],
      to: null,
      cc: null,
      bcc: null,
      contact: {
        first_name: 'Mina',
        last_name: 'Oak',
        email: `mina${letters}@mail.example`,
        avatar_url: null,
        phone_number: null,
        phone_number_calling_code: null,
        custom_attributes: {},
      },
    });
  });

  test('reading it changes nothing', async () => {
    const read = async () => (await admin.get(base)).text;
    expect(await read()).toBe(await read());
  });

  test('started by an agent: team, then agent, then the first mail; the number in the subject', async () => {
    const answer = await admin.sendJson('POST', '/api/v1/conversations', {
      inbox_id: 1,
      contact_email: `New.Person${letters}@Mail.Example`,
      first_name: 'New',
      last_name: undefined,
      subject: 'Your order',
      content: '<p>Dear customer</p>',
      agent_id: anaId,
      team_id: teamId,
      attachments: [],
    });
    expect(answer.status, answer.text).toBe(200);
    const created = answer.data<Record<string, unknown> & { uuid: string }>();
    expect(created).toMatchObject({
      subject: `Your order - #${created.reference_number}`,
      status: 'Open',
      priority: null,
      assigned_user_id: anaId,
      assigned_team_id: teamId,
      previous_conversations: [],
      contact: { email: `new.person${letters}@mail.example`, first_name: 'New', last_name: '' },
    });
    const about = () =>
      anaSocket.frames.filter((frame) => [frame.data.uuid, frame.data.conversation_uuid].includes(created.uuid));
    await anaSocket.until(() => about().some(({ data }) => data.type === 'outgoing'), 'the first mail');
    expect(about().map(line)).toEqual([
      `assigned_user_id = ${anaId}`,
      'new_message activity, private: Admin assigned this conversation to Ana Reed',
      'new_message outgoing: Dear customer',
    ]);
    expect((await ana.get(`/api/v1/conversations/${created.uuid}`)).status).toBe(200);
  });

  test.each([
    ['inbox_id', 0],
    ['inbox_id', 999_999],
    ['content', ''],
    ['content', '<p></p>'],
    ['subject', '  '],
    ['contact_email', ''],
    ['contact_email', 'Lee <lee@mail.example>'],
    ['first_name', ''],
    ['agent_id', 999_999],
    ['agent_id', 1],
    ['team_id', 999_999],
    ['attachments', [999_999]],
  ])('is not started with %s %j, and leaves nothing behind', async (member, value) => {
    const count = async () => {
      const { rows } = await desk.pool.query(
        'select (select count(*) from conversations) as c, (select count(*) from messages) as m, (select count(*) from users) as u',
      );
      return rows[0];
    };
    const before = await count();
    const answer = await admin.sendJson('POST', '/api/v1/conversations', {
      inbox_id: 1,
      contact_email: 'lost@mail.example',
      first_name: 'Lost',
      subject: 'Lost',
      content: '<p>Lost</p>',
      agent_id: null,
      team_id: null,
      attachments: [],
      [member]: value,
    });
    expect([answer.status, answer.json().error_type], answer.text).toEqual([400, 'InputException']);
    expect(await count()).toEqual(before);
  });
});

describe('input of the verbs (wire B 1.6 to 1.10)', () => {
  test.each([
    ['assignee/user', { assignee_id: '' }],
    ['assignee/user', { assignee_id: '0' }],
    ['assignee/user', {}],
    ['assignee/user', { assignee_id: '999999' }],
    ['assignee/team', { assignee_id: 'x' }],
    ['assignee/team', { assignee_id: '999999' }],
    ['priority', { priority: '' }],
    ['priority', { priority: '3' }],
    ['priority', { priority: 'Urgent' }],
    ['status', { status: '' }],
    ['status', { status: 'Gone' }],
    ['status', { status: 'Resolved' }],
    ['status', { status: 'Snoozed' }],
    ['status', { status: 'Snoozed', snoozed_until: '' }],
    ['status', { status: 'Snoozed', snoozed_until: '2' }],
    ['status', { status: 'Snoozed', snoozed_until: '-1h' }],
    ['status', { status: 'Snoozed', snoozed_until: '0h' }],
    ['status', { status: 'Snoozed', snoozed_until: '2d' }],
    ['status', { status: 'Snoozed', snoozed_until: '9000h' }],
  ] as [string, Record<string, string>][])('%s %j is a 400', async (path, form) => {
    const answer = await admin.put(`${base}/${path}`, form);
    expect([answer.status, answer.json().error_type]).toEqual([400, 'InputException']);
    expect((await heardOf(async () => ({ status: 200, text: '' }))).own).toEqual([]);
  });

  test.each(['30m', '1h', '3h', '6h', '12h', '24h', '48h', '1h30m'])('Snoozed for %s', async (snoozed_until) => {
    expect((await admin.put(`${base}/status`, { status: 'Snoozed', snoozed_until })).status).toBe(200);
  });

  test.each(['', 'returns', '{"a":1}', '[1]', '["a"', 'null'])('tags=%s is a 400', async (tags) => {
    const answer = await admin.post(`${base}/tags`, { tags });
    expect([answer.status, answer.json().error_type]).toEqual([400, 'InputException']);
  });
});
