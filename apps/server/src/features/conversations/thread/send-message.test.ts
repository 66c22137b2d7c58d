import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { followUp, openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let adminId: number;
let uuid: string;
let id: number;
let mark: number;

beforeAll(async () => {
  desk = await createHarness();
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed' });
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
  adminId = (await admin.call('agents.me')).data.id;
}, 120_000);
afterAll(() => desk.close());

beforeEach(async () => {
  ({ uuid, id } = (await openConversation(desk)).conversation);
  mark = (await desk.frames()).at(-1)!.seq;
});

const to = ['mina@mail.example'];
const send = (body: object, client = admin) => client.call('messages.send', { params: { uuid }, body });
const reply = (body: object = {}, client = admin) => send({ message: '<p>On its way</p>', to, ...body }, client);

async function row(table: 'conversations' | 'messages' | 'outgoing_mails', where: string) {
  return (await desk.pool.query(`select * from ${table} where ${where}`)).rows[0];
}

async function upload(client: ApiClient, name: string, type = 'text/plain', bytes = 'content of the file') {
  const body = new FormData();
  body.append('files', new Blob([bytes], { type }), name);
  const { data, body: answer, status } = await client.call('media.upload', { body });
  if (status !== 200) throw new Error(answer.message);
  return data;
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');
const uploadPixel = (client: ApiClient) => {
  const body = new FormData();
  body.append(
    'files',
    new Blob([Uint8Array.from(pixel, (char) => char.charCodeAt(0))], { type: 'image/png' }),
    'dot.png',
  );
  return client.call('media.upload', { body }).then((answer) => answer.data);
};

describe('a reply', () => {
  test('is stored pending, queued two seconds ahead, and answered', async () => {
    const { status, data } = await reply({ cc: ['ben@mail.example'] });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      conversation_id: id,
      type: 'outgoing',
      status: 'pending',
      private: false,
      content: '<p>On its way</p>',
      content_type: 'html',
      text_content: 'On its way',
      sender_id: adminId,
      sender_type: 'agent',
      meta: { to, cc: ['ben@mail.example'] },
      attachments: [],
      delivery: { state: 'queued', attempts: 0, error: null },
    });
    const stored = await row('messages', `uuid = '${data.uuid}'`);
    expect(stored.source_id).toMatch(new RegExp(`^${uuid}-\\d{19}-[0-9a-f]{16}@bellhop\\.local$`));
    const mail = await row('outgoing_mails', `message_id = ${stored.id}`);
    expect(mail.due_at.getTime() - mail.created_at.getTime()).toBe(2000);
    expect(await row('conversations', `id = ${id}`)).toMatchObject({
      last_message: 'On its way',
      last_message_sender: 'agent',
      last_interaction_sender: 'agent',
      first_reply_at: null,
      last_reply_at: null,
    });
    expect((await row('conversations', `id = ${id}`)).waiting_since).not.toBeNull();
    const [frame, ...others] = await desk.frames(mark);
    expect(others).toEqual([]);
    expect(frame).toMatchObject({
      type: 'new_message',
      data: {
        conversation_uuid: uuid,
        uuid: data.uuid,
        content: 'On its way',
        private: false,
        type: 'outgoing',
        sender_type: 'agent',
        sender_id: adminId,
      },
      audience: { to: 'conversation', permission: 'messages:read' },
    });
    const events = (await desk.events()).filter((event) => event.seq > mark);
    expect(events.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['message.queued', { conversation_id: id, message_id: Number(stored.id) }],
    ]);
    // The frame's readers fetch the entry at once.
    const fetched = await ana.call('messages.get', { params: { uuid, message_uuid: data.uuid } });
    expect(fetched.data).toEqual(data);
  });

  test('composed HTML is cleaned', async () => {
    const { data } = await reply({
      message: '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x">y</a></p>',
    });
    expect(data.content).toBe('<p>Hi <a>y</a></p>');
  });

  test('recipients are cleaned: case, blanks, doubles, own addresses and their plus variants', async () => {
    const { data } = await reply({
      to: [' Mina@Mail.Example ', '', 'support@bellhop.local'],
      cc: ['mina@mail.example', 'ben@mail.example', `Support+conv-${uuid}@bellhop.local`],
      bcc: ['BEN@mail.example', 'eve@mail.example'],
    });
    expect(data.meta).toEqual({ to, cc: ['ben@mail.example'], bcc: ['eve@mail.example'] });
  });

  test('Cc moves up when To held own addresses only', async () => {
    const { data } = await reply({ to: ['support@bellhop.local'], cc: to });
    expect(data.meta).toEqual({ to });
  });

  test.each([
    [{ to: [] }, 'message.no_recipient'],
    [{ to: null }, 'message.no_recipient'],
    [{ to: ['', ' '] }, 'message.no_recipient'],
    [{ to: [], cc: to }, 'message.no_recipient'],
    [{ to: ['support@bellhop.local'] }, 'message.only_own_addresses'],
    [{ to: ['mina'] }, 'message.recipient_invalid'],
    [{ to: ['Mina <mina@mail.example>'] }, 'message.recipient_invalid'],
    [{ to, cc: ['a@b.c\r\nBcc: x@y.z'] }, 'message.recipient_invalid'],
    [{ to, bcc: ['a@b'] }, 'message.recipient_invalid'],
    [{ to: Array.from({ length: 51 }, (_, n) => `a${n}@mail.example`) }, 'message.too_many_recipients'],
    [{ message: '' }, 'message.empty'],
    [{ message: '<p> &nbsp;<br></p>' }, 'message.empty'],
    [{ attachments: [99_999] }, 'message.attachment_unavailable'],
  ])('%j is refused with %s', async (body, code) => {
    const { status, body: answer } = await reply(body);
    expect([status, answer.error_type, answer.code]).toEqual([400, 'InputException', code]);
    expect(await desk.frames(mark)).toEqual([]);
    const { rows } = await desk.pool.query('select 1 from messages where conversation_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  test('a disabled inbox is refused now, not when the mail fails', async () => {
    await desk.pool.query('update inboxes set enabled = false');
    const refused = await reply();
    await desk.pool.query('update inboxes set enabled = true');
    expect([refused.status, refused.body.code]).toEqual([400, 'inbox.disabled']);
  });

  test('known variables are expanded and escaped once, other braces stay', async () => {
    await desk.pool.query(
      `update users set first_name = '<img src=x onerror=alert(1)>' where email = 'mina@mail.example'`,
    );
    const { data } = await reply({
      message:
        '<p>{{ .Contact.FirstName }}, {{ foo }} {{ .Author.FirstName }} #{{.Conversation.ReferenceNumber}} {{</p>',
    });
    await desk.pool.query(`update users set first_name = 'Mina' where email = 'mina@mail.example'`);
    const { reference_number } = await row('conversations', `id = ${id}`);
    expect(data.content).toBe(`<p>&lt;img src=x onerror=alert(1)&gt;, {{ foo }} Admin #${reference_number} {{</p>`);
    const note = await reply({ message: '<p>{{ .Contact.FirstName }} called</p>', private: true });
    expect(note.data.content).toBe('<p>Mina called</p>');
  });

  test('needs messages:write and sight of the conversation', async () => {
    await desk.addAgent({
      email: `reader${id}@desk.test`,
      permissions: ['conversations:read', 'conversations:read_all'],
    });
    expect((await reply({}, await desk.as(`reader${id}@desk.test`))).status).toBe(403);
    await desk.addAgent({
      email: `narrow${id}@desk.test`,
      permissions: ['conversations:read', 'conversations:read_assigned', 'messages:write'],
    });
    expect((await reply({}, await desk.as(`narrow${id}@desk.test`))).status).toBe(404);
  });
});

describe('files', () => {
  test('an upload goes with the message; without text too', async () => {
    const file = await upload(admin, 'list.txt');
    const { data } = await reply({ message: '', attachments: [file.id, file.id] });
    expect(data.attachments).toEqual([
      {
        uuid: file.uuid,
        name: 'list.txt',
        size: file.size,
        content_type: file.content_type,
        content_id: null,
        disposition: 'attachment',
        url: `http://desk.test/uploads/${file.uuid}`,
        content: null,
      },
    ]);
    expect((await row('conversations', `id = ${id}`)).last_message).toBe('File');
  });

  test("what another message has, or another agent uploaded, can't be taken", async () => {
    const used = await upload(admin, 'used.txt');
    await reply({ attachments: [used.id] });
    const foreign = await upload(ana, 'foreign.txt');
    for (const file of [used, foreign]) {
      const { status, body } = await reply({ attachments: [file.id] });
      expect([status, body.code]).toEqual([400, 'message.attachment_unavailable']);
    }
    const { rows } = await desk.pool.query('select model_id from media where id = $1', [foreign.id]);
    expect(rows[0].model_id).toBeNull();
  });

  test('a picture in the text becomes an inline image, stored by its content id and served by its address', async () => {
    const picture = await uploadPixel(admin);
    const { data } = await reply({
      message: `<p>Look <img src="/uploads/${picture.uuid}"></p>`,
      attachments: [picture.id],
    });
    const stored = await row('messages', `uuid = '${data.uuid}'`);
    expect(stored.content).toContain(`src="cid:bellhop-${picture.uuid}"`);
    expect(data.content).toContain(`src="http://desk.test/uploads/${picture.uuid}"`);
    expect(data.attachments).toMatchObject([{ uuid: picture.uuid, disposition: 'inline', content_id: null }]);
    const { rows } = await desk.pool.query('select * from media where id = $1', [picture.id]);
    expect(rows[0]).toMatchObject({
      content_id: `bellhop-${picture.uuid}`,
      disposition: 'inline',
      model_type: 'messages',
      model_id: Number(stored.id),
      conversation_id: id,
    });
  });

  test('too much for a mail is refused, and the files stay free', async () => {
    const file = await upload(admin, 'big.txt');
    await desk.pool.query('update media set size = 26 * 1024 * 1024 where id = $1', [file.id]);
    const { status, body } = await reply({ attachments: [file.id] });
    expect([status, body.code]).toEqual([413, 'message.too_large']);
    const { rows } = await desk.pool.query('select model_id from media where id = $1', [file.id]);
    expect(rows[0].model_id).toBeNull();
  });
});

describe('a private note', () => {
  test('is sent to nobody and changes no time', async () => {
    const before = await row('conversations', `id = ${id}`);
    const { status, data } = await send({ message: '<p>Ask Ben</p>', private: true, to });
    expect(status).toBe(200);
    expect(data).toMatchObject({ type: 'outgoing', status: 'sent', private: true, meta: {}, delivery: null });
    const stored = await row('messages', `uuid = '${data.uuid}'`);
    expect(stored.source_id).toBeNull();
    expect(await row('outgoing_mails', `message_id = ${stored.id}`)).toBeUndefined();
    const after = await row('conversations', `id = ${id}`);
    expect(after).toMatchObject({
      last_message: 'Ask Ben',
      last_message_sender: 'agent',
      last_interaction_sender: 'contact',
      waiting_since: before.waiting_since,
      first_reply_at: null,
    });
    expect((await desk.frames(mark)).map((frame) => frame.data.private)).toEqual([true]);
  });

  test('is possible while the inbox is disabled', async () => {
    await desk.pool.query('update inboxes set enabled = false');
    const { status } = await send({ message: '<p>Later</p>', private: true });
    await desk.pool.query('update inboxes set enabled = true');
    expect(status).toBe(200);
  });
});

describe('collisions', () => {
  const lastSeq = async () => (await admin.call('conversations.get', { params: { uuid } })).data.last_seq;

  test('a reply that has not seen the newest messages is stopped and shown them', async () => {
    const based_on_seq = await lastSeq();
    await followUp(desk, id, { text: 'Never mind' });
    const theirs = (await reply({ message: '<p>Sent by Ana</p>' }, ana)).data;
    await send({ message: '<p>a note</p>', private: true }, ana);
    const { status, body } = await reply({ based_on_seq });
    expect([status, body.error_type, body.code]).toEqual([409, 'ConflictException', 'message.newer_exists']);
    const newer = body.data as unknown as { text_content: string; uuid: string; attachments: unknown[] }[];
    expect(newer.map((message) => message.text_content)).toEqual(['Never mind', 'Sent by Ana']);
    expect(newer[1]).toMatchObject({ uuid: theirs.uuid, attachments: [] });
    expect((await reply({ based_on_seq: await lastSeq() })).status).toBe(200);
    expect((await reply({ based_on_seq, force: true })).status).toBe(200);
  });

  test('notes block nothing and are blocked by nothing', async () => {
    const based_on_seq = await lastSeq();
    await send({ message: '<p>a note</p>', private: true }, ana);
    await admin.call('conversations.set_priority', { params: { uuid }, body: { priority: 'Low' } });
    expect((await reply({ based_on_seq })).status).toBe(200);
    expect((await send({ message: '<p>mine</p>', private: true, based_on_seq }, ana)).status).toBe(200);
  });

  test("the writer's own messages are no surprise", async () => {
    const based_on_seq = await lastSeq();
    await reply({ based_on_seq });
    expect((await reply({ based_on_seq })).status).toBe(200);
  });

  test('of two replies at the same instant one is sent', async () => {
    const based_on_seq = await lastSeq();
    for (let round = 0; round < 10; round++) {
      const seq = round === 0 ? based_on_seq : await lastSeq();
      const answers = await Promise.all([reply({ based_on_seq: seq }), reply({ based_on_seq: seq }, ana)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    }
  });
});

describe('sent again after a lost answer', () => {
  test.each([false, true])('the same name stores once and answers the same, private: %s', async (isPrivate) => {
    const send_id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => reply({ private: isPrivate, send_id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.uuid)).size).toBe(1);
    expect(answers[0]!.data.send_id).toBe(send_id);
    const { rows } = await desk.pool.query("select id from messages where conversation_id = $1 and type = 'outgoing'", [
      id,
    ]);
    expect(rows).toHaveLength(1);
    const frames = (await desk.frames()).filter(({ seq, type }) => seq > mark && type === 'new_message');
    expect(frames).toHaveLength(1);
  });

  test('another agent and another conversation may use the name, too', async () => {
    const send_id = crypto.randomUUID();
    const mine = await reply({ send_id });
    const hers = await reply({ send_id }, ana);
    expect(hers.data.uuid).not.toBe(mine.data.uuid);
    expect((await reply({ send_id: 'x' })).status).toBe(400);
  });
});

describe('retry', () => {
  const retry = (message_uuid: string, conversation = uuid) =>
    admin.call('messages.retry', { params: { uuid: conversation, message_uuid } });

  test.each(['failed', 'retrying'])('a mail that is %s is due again', async (state) => {
    const { data } = await reply();
    await desk.pool.query(
      `update outgoing_mails set state = $2, attempts = 3, error = 'refused', due_at = now() + interval '1 hour'
       where message_id = (select id from messages where uuid = $1)`,
      [data.uuid, state],
    );
    if (state === 'failed') {
      await desk.pool.query(
        `update messages set status = 'failed', meta = meta || '{"error": "refused"}' where uuid = $1`,
        [data.uuid],
      );
    }
    mark = (await desk.frames()).at(-1)!.seq;
    expect((await retry(data.uuid)).data).toBe(true);
    expect((await desk.frames(mark)).map((frame) => [frame.type, frame.data])).toEqual([
      ['message_prop_update', { conversation_uuid: uuid, uuid: data.uuid, prop: 'status', value: 'pending' }],
    ]);
    const { data: after } = await admin.call('messages.get', { params: { uuid, message_uuid: data.uuid } });
    expect(after).toMatchObject({ status: 'pending', meta: { to }, delivery: { state: 'queued', error: null } });
    expect(after.meta.error).toBeUndefined();
    expect(new Date(after.delivery!.due_at!).getTime()).toBeLessThan(Date.now() + 10_000);
  });

  test('a note, an incoming message and a queued reply are refused', async () => {
    const note = (await send({ message: '<p>x</p>', private: true })).data;
    const queued = (await reply()).data;
    const incoming = await row('messages', `conversation_id = ${id} and type = 'incoming'`);
    for (const message of [note, queued, incoming]) {
      const { status, body } = await retry(message.uuid);
      expect([status, body.code]).toEqual([400, 'message.not_retryable']);
    }
  });

  test("another conversation's message is not found", async () => {
    const { data } = await reply();
    const other = (await openConversation(desk)).conversation;
    for (const [message, conversation] of [
      [data.uuid, other.uuid],
      ['x', uuid],
      [crypto.randomUUID(), uuid],
    ] as const) {
      const { status, body } = await retry(message, conversation);
      expect([status, body.code]).toEqual([404, 'message.not_found']);
    }
  });
});
