import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { ForeignClient, type RawAnswer } from './foreign-client.ts';

const everyRight = [
  'conversations:read',
  'conversations:read_assigned',
  'conversations:read_unassigned',
  'conversations:read_team_inbox',
  'conversations:update_user_assignee',
  'conversations:update_team_assignee',
  'conversations:update_priority',
  'conversations:update_status',
  'conversations:update_tags',
  'messages:read',
  'messages:write',
];

let desk: Harness;
let admin: ForeignClient;
/** May do everything with conversations but see all of them. */
let narrow: ForeignClient;
let narrowId: number;
/** A colleague's conversation, with a message and its file. */
let hidden: { uuid: string; message: string };
let own: { uuid: string; message: string };

async function conversation(letter: { subject: string }): Promise<{ uuid: string; message: string }> {
  const opened = await openConversation(desk, letter);
  return { uuid: opened.conversation.uuid, message: opened.message.uuid };
}

beforeAll(async () => {
  desk = await createHarness();
  narrowId = await desk.addAgent({ email: 'narrow@desk.test', permissions: everyRight });
  admin = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
  narrow = await ForeignClient.signedIn(desk.app.address()!, 'narrow@desk.test');
  hidden = await conversation({ subject: 'Hidden' });
  own = await conversation({ subject: 'Own' });
  await admin.put(`/api/v1/conversations/${hidden.uuid}/assignee/user`, { assignee_id: 2 });
  await admin.put(`/api/v1/conversations/${own.uuid}/assignee/user`, { assignee_id: narrowId });
});
afterAll(() => desk.close());

type Call = [what: string, call: (place: { uuid: string; message: string }) => Promise<RawAnswer>];

/** Every call that names a conversation, with input that is good. */
const calls = (client: () => ForeignClient): Call[] => {
  const path = (uuid: string, rest = '') => `/api/v1/conversations/${uuid}${rest}`;
  return [
    ['get', ({ uuid }) => client().get(path(uuid))],
    ['participants', ({ uuid }) => client().get(path(uuid, '/participants'))],
    ['messages', ({ uuid }) => client().get(path(uuid, '/messages'), { page: 1, page_size: 30 })],
    ['message', ({ uuid, message }) => client().get(path(uuid, `/messages/${message}`))],
    ['assign user', ({ uuid }) => client().put(path(uuid, '/assignee/user'), { assignee_id: narrowId })],
    ['assign team', ({ uuid }) => client().put(path(uuid, '/assignee/team'), { assignee_id: 1 })],
    ['remove user', ({ uuid }) => client().put(path(uuid, '/assignee/user/remove'))],
    ['remove team', ({ uuid }) => client().put(path(uuid, '/assignee/team/remove'))],
    ['priority', ({ uuid }) => client().put(path(uuid, '/priority'), { priority: 'High' })],
    ['status', ({ uuid }) => client().put(path(uuid, '/status'), { status: 'Closed' })],
    ['tags', ({ uuid }) => client().post(path(uuid, '/tags'), { tags: '[]' })],
    ['attributes', ({ uuid }) => client().sendJson('PUT', path(uuid, '/custom-attributes'), {})],
    ['attributes, merged', ({ uuid }) => client().sendJson('PATCH', path(uuid, '/custom-attributes'), {})],
    ['contact', ({ uuid }) => client().sendJson('PUT', path(uuid, '/contacts/custom-attributes'), {})],
    ['contact, merged', ({ uuid }) => client().sendJson('PATCH', path(uuid, '/contacts/custom-attributes'), {})],
    ['last seen', ({ uuid }) => client().put(path(uuid, '/last-seen'))],
    [
      'reply',
      ({ uuid }) =>
        client().sendJson('POST', path(uuid, '/messages'), {
          private: false,
          message: '<p>Hello</p>',
          attachments: [],
          to: ['mina@mail.example'],
          cc: [],
          bcc: [],
        }),
    ],
    ['note', ({ uuid }) => client().sendJson('POST', path(uuid, '/messages'), { private: true, message: '<p>Hm</p>' })],
    ['retry', ({ uuid, message }) => client().put(path(uuid, `/messages/${message}/retry`))],
  ];
};

describe('an invisible conversation is not found (settled 3)', () => {
  test.each(calls(() => narrow))('%s', async (_what, call) => {
    const before = (await desk.pool.query('select max(seq) as seq from events')).rows[0].seq;
    const unknown = await call({ uuid: '00000000-0000-4000-8000-000000000000', message: hidden.message });
    const answer = await call(hidden);
    expect([answer.status, answer.json().error_type]).toEqual([404, 'NotFoundException']);
    // Nothing tells one that is there from one that is not.
    expect(answer.text).toBe(unknown.text);
    expect((await desk.pool.query('select max(seq) as seq from events')).rows[0].seq).toBe(before);
  });

  test('its messages are not found through a visible one', async () => {
    for (const rest of ['', '/retry']) {
      const path = `/api/v1/conversations/${own.uuid}/messages/${hidden.message}${rest}`;
      const answer = rest ? await narrow.put(path) : await narrow.get(path);
      expect([answer.status, answer.json().error_type]).toEqual([404, 'NotFoundException']);
    }
  });

  test('wrong input is told first: 400 before 404, and nothing about the row', async () => {
    const path = `/api/v1/conversations/${hidden.uuid}/assignee/user`;
    expect((await narrow.put(path, { assignee_id: 'x' })).status).toBe(400);
    expect((await narrow.put(`/api/v1/conversations/${hidden.uuid}/status`, { status: '' })).status).toBe(400);
  });

  test('previous conversations and lists leave it out', async () => {
    const answer = await narrow.get(`/api/v1/conversations/${own.uuid}`);
    expect(answer.data<{ previous_conversations: unknown[] }>().previous_conversations).toEqual([]);
    const seen = await admin.get(`/api/v1/conversations/${own.uuid}`);
    expect(seen.data<{ previous_conversations: { uuid: string }[] }>().previous_conversations).toMatchObject([
      { uuid: hidden.uuid, contact: { first_name: 'Mina', last_name: 'Oak', avatar_url: null } },
    ]);
    expect((await narrow.get('/api/v1/conversations/all')).status).toBe(403);
  });
});

describe('a missing permission is 403, whatever the conversation (settled 3, 4)', () => {
  let reader: ForeignClient;
  beforeAll(async () => {
    const permissions = ['conversations:read', 'conversations:read_all'];
    await desk.addAgent({ email: 'reader@desk.test', permissions });
    reader = await ForeignClient.signedIn(desk.app.address()!, 'reader@desk.test');
  });
  const free = ['get', 'participants', 'last seen'];
  test.each(calls(() => reader))('%s', async (what, call) => {
    for (const place of [hidden, { uuid: 'x', message: 'x' }]) {
      const answer = await call(place);
      if (free.includes(what)) expect(answer.status).toBe(place === hidden ? 200 : 404);
      else expect([answer.status, answer.json().error_type]).toEqual([403, 'PermissionException']);
    }
  });
});

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = async (client: ForeignClient) =>
    (
      await client.postMultipart('/api/v1/media', {
        files: { filename: 'lamp.png', type: 'image/png', bytes: png },
        inline: false,
        linked_model: 'messages',
      })
    ).data<{ id: number; uuid: string; url: string }>();
  const note = (client: ForeignClient, uuid: string, attachments: number[]) =>
    client.sendJson('POST', `/api/v1/conversations/${uuid}/messages`, {
      private: true,
      message: '<p>x</p>',
      attachments,
    });

  test('an upload belongs to its uploader until a message takes it', async () => {
    const file = await upload(admin);
    for (const name of [file.uuid, `thumb_${file.uuid}`]) {
      expect((await admin.get(`/uploads/${name}`)).status).toBe(200);
      const answer = await narrow.get(`/uploads/${name}`);
      expect([answer.status, answer.json().error_type]).toEqual([404, 'NotFoundException']);
    }
    const stolen = await note(narrow, own.uuid, [file.id]);
    expect([stolen.status, stolen.json().error_type]).toEqual([400, 'InputException']);
  });

  test('a file of an invisible conversation is not found, and cannot be taken along', async () => {
    const file = await upload(admin);
    expect((await note(admin, hidden.uuid, [file.id])).status).toBe(200);
    for (const name of [file.uuid, `thumb_${file.uuid}`]) {
      expect((await admin.get(`/uploads/${name}`)).status).toBe(200);
      const answer = await narrow.get(`/uploads/${name}`);
      expect([answer.status, answer.json().error_type]).toEqual([404, 'NotFoundException']);
    }
    // Linked already: nobody can attach it again, its uploader neither.
    for (const client of [narrow, admin]) expect((await note(client, own.uuid, [file.id])).status).toBe(400);
    // A picture of a hidden conversation in the HTML stays a link, and reveals nothing.
    const quoted = await narrow.sendJson('POST', `/api/v1/conversations/${own.uuid}/messages`, {
      private: true,
      message: `<p>see</p><img src="/uploads/${file.uuid}"><img src="cid:bellhop-${file.uuid}">`,
    });
    expect(quoted.status).toBe(200);
    const { rows } = await desk.pool.query('select conversation_id from media where uuid = $1', [file.uuid]);
    const { rows: place } = await desk.pool.query('select id from conversations where uuid = $1', [hidden.uuid]);
    expect(rows[0].conversation_id).toBe(place[0].id);
    expect((await narrow.get(`/uploads/${file.uuid}`)).status).toBe(404);
  });

  test('follows the conversation: whoever loses sight of it loses its files at once', async () => {
    const file = await upload(narrow);
    expect((await note(narrow, own.uuid, [file.id])).status).toBe(200);
    expect((await narrow.get(`/uploads/${file.uuid}`)).status).toBe(200);
    await admin.put(`/api/v1/conversations/${own.uuid}/assignee/user`, { assignee_id: 2 });
    expect((await narrow.get(`/uploads/${file.uuid}`)).status).toBe(404);
    await admin.put(`/api/v1/conversations/${own.uuid}/assignee/user`, { assignee_id: narrowId });
    expect((await narrow.get(`/uploads/${file.uuid}`)).status).toBe(200);
  });

  test('without messages:read it is 403; without a session 401', async () => {
    const file = await upload(admin);
    await note(admin, hidden.uuid, [file.id]);
    await desk.addAgent({ email: 'blind@desk.test', permissions: ['conversations:read', 'conversations:read_all'] });
    const blind = await ForeignClient.signedIn(desk.app.address()!, 'blind@desk.test');
    const answer = await blind.get(`/uploads/${file.uuid}`);
    expect([answer.status, answer.json().error_type]).toEqual([403, 'PermissionException']);
    const stranger = await new ForeignClient(desk.app.address()!).get(`/uploads/${file.uuid}`);
    expect([stranger.status, stranger.json().error_type]).toEqual([401, 'GeneralException']);
  });

  test.each(['x', '%00', '..%2f..%2fetc%2fpasswd', 'thumb_', 'thumb_x', '00000000-0000-4000-8000-000000000000'])(
    '/uploads/%s is not found',
    async (name) => {
      const answer = await admin.get(`/uploads/${name}`);
      expect([answer.status, answer.json().error_type]).toEqual([404, 'NotFoundException']);
    },
  );
});

describe('what a refusal gives away', () => {
  test('the newer messages of a collision go only to who may read messages', async () => {
    const permissions = ['conversations:read', 'conversations:read_all', 'messages:write'];
    await desk.addAgent({ email: 'writer@desk.test', permissions });
    const writer = await ForeignClient.signedIn(desk.app.address()!, 'writer@desk.test');
    const reply = (client: ForeignClient) =>
      client.sendJson('POST', `/api/v1/conversations/${own.uuid}/messages`, {
        message: '<p>Mine</p>',
        to: ['mina@mail.example'],
        based_on_seq: 0,
      });
    const refused = await reply(writer);
    expect([refused.status, refused.json().error_type]).toEqual([409, 'ConflictException']);
    expect(refused.text).not.toContain('arrived broken');
    const shown = await reply(admin);
    expect(shown.status).toBe(409);
    expect(shown.text).toContain('arrived broken');
  });
});
