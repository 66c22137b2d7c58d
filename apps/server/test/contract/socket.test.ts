import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tidy } from '../../src/core/tidy.ts';
import { followUp, openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { ForeignClient, type ForeignSocket, type Frame } from './foreign-client.ts';

let desk: Harness;
let address: string;
let admin: ForeignClient;
let ana: ForeignClient;
let anaId: number;
beforeAll(async () => {
  desk = await createHarness();
  address = desk.app.address()!;
  const permissions = ['conversations:read', 'conversations:read_assigned', 'messages:read'];
  anaId = await desk.addAgent({ email: 'ana@desk.test', permissions });
  admin = await ForeignClient.signedIn(address, adminEmail);
  ana = await ForeignClient.signedIn(address, 'ana@desk.test');
});
afterAll(() => desk.close());

/** Sends bytes over a connection of their own; answers everything that came back until the server closed it. */
function sendBytes(text: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      heard += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

const upgradeHeaders = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

describe('the handshake', () => {
  test('without a session is a 401 in the envelope', async () => {
    const answer = await sendBytes(`GET /ws HTTP/1.1\r\nHost: x\r\n${upgradeHeaders.join('\r\n')}\r\n\r\n`);
    const [head, body] = answer.split('\r\n\r\n') as [string, string];
    expect(head.split(' ')[1]).toBe('401');
    expect(head).toMatch(/content-type: application\/json/i);
    expect(JSON.parse(body)).toMatchObject({ status: 'error', data: null, error_type: 'GeneralException' });
  });

  test.each(['//', '//[', '/ws?since=%', 'http://[/ws', '*', '/%zz'])(
    'to %s is refused, and nothing breaks',
    async (target) => {
      const answer = await sendBytes(`GET ${target} HTTP/1.1\r\nHost: x\r\n${upgradeHeaders.join('\r\n')}\r\n\r\n`);
      expect(answer.split(' ')[1]).toMatch(/^4\d\d$/);
      expect((await new ForeignClient(address).get('/health')).status).toBe(200);
    },
  );
});

/** Status of a handshake that is refused, and whether its body is the envelope. */
async function handshake(headers: Record<string, string>, cookie = admin.cookieText()): Promise<[number, string]> {
  const lines = Object.entries({ host: new URL(address).host, cookie, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const answer = await sendBytes(`GET /ws HTTP/1.1\r\n${[...upgradeHeaders, ...lines].join('\r\n')}\r\n\r\n`);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { status, error_type } = JSON.parse(body) as { status: string; error_type: string };
  expect(status).toBe('error');
  return [Number(head.split(' ')[1]), error_type];
}

describe('who may come in (wire B 14.1, settled 31)', () => {
  test('no session, a dead one, a key that is none, a disabled account', async () => {
    expect(await handshake({}, '')).toEqual([401, 'GeneralException']);
    expect(await handshake({}, `bellhop_session=${'x'.repeat(64)}`)).toEqual([401, 'GeneralException']);
    expect(await handshake({ authorization: 'token a:b' })).toEqual([401, 'UnauthorizedException']);
    const id = await desk.addAgent({ email: 'off@desk.test' });
    const off = await ForeignClient.signedIn(address, 'off@desk.test');
    await desk.pool.query('update users set enabled = false where id = $1', [id]);
    expect(await handshake({}, off.cookieText())).toEqual([401, 'PermissionException']);
  });

  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'not a url', 'http://desk.test.evil.example'])(
    'not from %s',
    async (origin) => {
      expect(await handshake({ origin })).toEqual([403, 'PermissionException']);
    },
  );

  test("from the request's own host, the root URL's, and without an origin", async () => {
    for (const headers of [{}, { origin: 'http://desk.test' }, { origin: '' }] as Record<string, string>[]) {
      await (await admin.open('/ws', headers)).close();
    }
  });

  test('a forwarded host counts only behind a trusted proxy', async () => {
    const headers = { origin: 'https://help.example', 'x-forwarded-host': 'help.example' };
    expect(await handshake(headers)).toEqual([403, 'PermissionException']);
  });
});

describe('what the client sends (wire B 14.2)', () => {
  test('ping is answered with the bare text pong, and is a sign of life', async () => {
    const id = await desk.addAgent({ email: 'sleepy@desk.test' });
    const sleepy = await ForeignClient.signedIn(address, 'sleepy@desk.test');
    await desk.pool.query("update users set availability_status = 'offline', last_active_at = null where id = $1", [
      id,
    ]);
    const socket = await sleepy.open();
    socket.send('ping');
    await socket.until(() => socket.texts.includes('pong'), 'pong');
    await desk.until(async () => {
      const { rows } = await desk.pool.query(
        "select 1 from users where id = $1 and availability_status = 'online' and last_active_at is not null",
        [id],
      );
      return rows.length === 1;
    }, 'the sign of life');
    await socket.close();
  });

  test('any other text is answered with an error frame; a binary frame ends the connection', async () => {
    const socket = await admin.open();
    for (const text of ['Ping', '', '{"type":"subscribe"}', 'x'.repeat(60_000)]) socket.send(text);
    await socket.until(() => socket.frames.filter(({ type }) => type === 'error').length === 4, 'the errors');
    expect(socket.frames[0]).toEqual({ type: 'error', data: expect.any(String) });
    socket.send(Buffer.from([1, 2, 3]));
    expect(await socket.closed).toBe(1003);
  });

  test('a frame beyond all measure ends this connection and no other', async () => {
    const [loud, quiet] = [await admin.open(), await admin.open()];
    loud.send('x'.repeat(100_000));
    expect(await loud.closed).toBeGreaterThan(0);
    quiet.send('ping');
    await quiet.until(() => quiet.texts.includes('pong'), 'pong');
    await quiet.close();
  });
});

/** Everything that a socket has heard of a conversation. */
const about = (socket: ForeignSocket, uuid: string) =>
  socket.frames.filter(({ data }) => [data?.uuid, data?.conversation_uuid].includes(uuid));
const props = (frames: Frame[]) =>
  frames.map(({ type, data }) => (type === 'new_message' ? type : String(data.prop ?? type)));

describe('who hears what (wire B 14.4)', () => {
  let uuid: string;
  let id: number;
  let bySocket: { admin: ForeignSocket; ana: ForeignSocket };
  beforeEach(async () => {
    ({ uuid, id } = (await openConversation(desk)).conversation);
    bySocket = { admin: await admin.open(), ana: await ana.open() };
  });
  afterEach(async () => {
    for (const socket of Object.values(bySocket)) await socket.close();
  });
  const put = (path: string, form: Record<string, string | number> = {}) =>
    admin.put(`/api/v1/conversations/${uuid}/${path}`, form);
  const write = (message: string) =>
    admin.sendJson('POST', `/api/v1/conversations/${uuid}/messages`, { private: true, message });
  /** Both have heard all that was written before. */
  const settle = async () => {
    await admin.put('/api/v1/agents/me/availability', { status: 'away' });
    await admin.put('/api/v1/agents/me/availability', { status: 'online' });
    for (const socket of Object.values(bySocket)) {
      await socket.until(() => socket.frames.at(-1)?.data.availability_status === 'online', 'the mark');
    }
  };

  test('a conversation that one does not see is silent: no text, no note, no prop', async () => {
    await write('<p>secret</p>');
    await followUp(desk, id, { text: 'also secret' });
    await put('priority', { priority: 'High' });
    await put('last-seen');
    await settle();
    expect(about(bySocket.admin, uuid).length).toBeGreaterThan(3);
    expect(about(bySocket.ana, uuid)).toEqual([]);
    expect(JSON.stringify(bySocket.ana.frames)).not.toContain('secret');
  });

  test('sight comes with the assignment and goes with it, at that very frame', async () => {
    await write('<p>before</p>');
    await put('assignee/user', { assignee_id: anaId });
    await write('<p>while</p>');
    await put('assignee/user', { assignee_id: 2 });
    await write('<p>after</p>');
    await put('priority', { priority: 'High' });
    await settle();
    const heard = about(bySocket.ana, uuid);
    expect(props(heard)).toEqual(['assigned_user_id', 'new_message', 'new_message', 'assigned_user_id']);
    expect(JSON.stringify(heard)).toContain('while');
    expect(JSON.stringify(heard)).not.toMatch(/before|after/);
  });

  test('without messages:read there are props, and no texts', async () => {
    await desk.addAgent({ email: 'blind@desk.test', permissions: ['conversations:read', 'conversations:read_all'] });
    const blind = await ForeignClient.signedIn(address, 'blind@desk.test');
    // What the conversation's first mail set is over before this socket listens.
    await settle();
    const socket = await blind.open();
    await write('<p>secret</p>');
    await put('priority', { priority: 'High' });
    await socket.until(() => about(socket, uuid).some(({ data }) => data.prop === 'priority_id'), 'the prop');
    expect(props(about(socket, uuid))).toEqual(['priority', 'priority_id']);
    await socket.close();
    await desk.pool.query("delete from users where email = 'blind@desk.test'");
  });

  test('every tab of an agent hears the same', async () => {
    const second = await admin.open();
    await put('priority', { priority: 'Low' });
    for (const socket of [bySocket.admin, second]) {
      await socket.until(() => about(socket, uuid).some(({ data }) => data.prop === 'priority'), 'the prop');
    }
    await second.close();
  });

  test('permissions and teams that were taken away count for the next frame', async () => {
    const teamId = await desk.addTeam(`Team of ${uuid}`);
    const email = `member-${uuid}@desk.test`;
    const permissions = ['conversations:read', 'conversations:read_team_inbox', 'messages:read'];
    const memberId = await desk.addAgent({ email, permissions, team_ids: [teamId] });
    const member = await ForeignClient.signedIn(address, email);
    const socket = await member.open();
    await put('assignee/team', { assignee_id: teamId });
    await socket.until(() => about(socket, uuid).some(({ type }) => type === 'new_message'), 'the entry');
    await desk.pool.query('delete from team_members where user_id = $1', [memberId]);
    await desk.pool.query("select pg_notify('bellhop_sessions', $1)", [String(memberId)]);
    socket.frames.length = 0;
    // The notification of the frame follows that of the membership on the same connection.
    socket.send('ping');
    await socket.until(() => socket.texts.includes('pong'), 'pong');
    await write('<p>secret</p>');
    await settle();
    await socket.until(() => socket.frames.at(-1)?.data.availability_status === 'online', 'the mark');
    expect(JSON.stringify(socket.frames)).not.toContain('secret');
    await socket.close();
  });
});

describe('coming back (issue, change log)', () => {
  const seqNow = async () => (await desk.pool.query('select max(seq)::int as seq from events')).rows[0].seq as number;
  const resumed = (socket: ForeignSocket) =>
    socket.until(
      () => socket.frames.find(({ type }) => type === 'resumed' || type === 'reload'),
      'the end of the replay',
    );

  test('what was missed comes first, in order and once, then what is new', async () => {
    const { uuid } = (await openConversation(desk)).conversation;
    const since = await seqNow();
    for (const priority of ['High', 'Low']) await admin.put(`/api/v1/conversations/${uuid}/priority`, { priority });
    const socket = await admin.open(`/ws?since=${since}`);
    await admin.put(`/api/v1/conversations/${uuid}/priority`, { priority: 'Medium' });
    await socket.until(() => about(socket, uuid).some(({ data }) => data.value === 2), 'the live frames');
    const seqs = socket.frames.filter(({ type }) => type !== 'resumed').map(({ seq }) => seq!);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(
      about(socket, uuid)
        .filter(({ data }) => data.prop === 'priority')
        .map(({ data }) => data.value),
    ).toEqual(['High', 'Low', 'Medium']);
    expect(socket.frames.findIndex(({ type }) => type === 'resumed')).toBeGreaterThan(-1);
    await socket.close();
  });

  test('texts of a conversation that one has lost meanwhile stay away; that it is lost is told', async () => {
    const { uuid } = (await openConversation(desk)).conversation;
    const put = (assignee_id: number) => admin.put(`/api/v1/conversations/${uuid}/assignee/user`, { assignee_id });
    await put(anaId);
    const since = await seqNow();
    await admin.sendJson('POST', `/api/v1/conversations/${uuid}/messages`, { private: true, message: '<p>secret</p>' });
    await admin.put(`/api/v1/conversations/${uuid}/priority`, { priority: 'High' });
    await put(2);
    await admin.sendJson('POST', `/api/v1/conversations/${uuid}/messages`, { private: true, message: '<p>secret</p>' });
    const socket = await ana.open(`/ws?since=${since}`);
    await resumed(socket);
    expect(JSON.stringify(socket.frames)).not.toContain('secret');
    expect(about(socket, uuid).map(({ data }) => data.prop)).toEqual(['assigned_user_id']);
    await socket.close();
  });

  test('who came to a team later is not shown what the team saw before', async () => {
    const teamId = await desk.addTeam('Late team');
    const { uuid } = (await openConversation(desk)).conversation;
    const since = await seqNow();
    await admin.put(`/api/v1/conversations/${uuid}/assignee/team`, { assignee_id: teamId });
    await desk.pool.query(
      `insert into custom_attributes (applies_to, name, key, data_type) values ('conversation', 'Order', 'order_no', 'text')
       on conflict do nothing`,
    );
    await admin.sendJson('PUT', `/api/v1/conversations/${uuid}/custom-attributes`, { order_no: 'secret' });
    await admin.put(`/api/v1/conversations/${uuid}/assignee/user`, { assignee_id: 2 });
    const permissions = ['conversations:read', 'conversations:read_team_inbox', 'messages:read'];
    await desk.addAgent({ email: 'late@desk.test', permissions, team_ids: [teamId] });
    const late = await ForeignClient.signedIn(address, 'late@desk.test');
    const socket = await late.open(`/ws?since=${since}`);
    await resumed(socket);
    expect(JSON.stringify(about(socket, uuid))).not.toContain('secret');
    await socket.close();
  });

  test('a number that nobody gave means: fetch anew', async () => {
    const socket = await admin.open(`/ws?since=${(await seqNow()) + 1000}`);
    expect((await resumed(socket)).type).toBe('reload');
    await socket.close();
  });

  test.each(['since=', 'since=-1', 'since=x', 'since=1e3', 'since=99999999999999999999', 'since=1;drop', 'other=1'])(
    '%s is a plain start',
    async (query) => {
      const socket = await admin.open(`/ws?${query}`);
      socket.send('ping');
      await socket.until(() => socket.texts.includes('pong'), 'pong');
      expect(socket.frames.filter(({ type }) => type === 'resumed' || type === 'reload')).toEqual([]);
      await socket.close();
    },
  );
});

describe('a socket ends with its session (behaviour 13.4)', () => {
  let email: string;
  let id: number;
  let agent: ForeignClient;
  let agents = 0;
  beforeEach(async () => {
    email = `ending${++agents}@desk.test`;
    id = await desk.addAgent({ email });
    agent = await ForeignClient.signedIn(address, email);
  });

  test('by logging out; sockets of other sessions stay', async () => {
    const other = await ForeignClient.signedIn(address, email);
    const [ended, stays] = [await agent.open(), await other.open()];
    await agent.send('GET', '/logout');
    expect(await ended.closed).toBe(1008);
    stays.send('ping');
    await stays.until(() => stays.texts.includes('pong'), 'pong');
    await stays.close();
  });

  test('by being disabled, at the next word from the database', async () => {
    const socket = await agent.open();
    await desk.pool.query('update users set enabled = false where id = $1', [id]);
    await desk.pool.query("select pg_notify('bellhop_sessions', $1)", [String(id)]);
    expect(await socket.closed).toBe(1008);
  });

  test('by its time running out, once the expired are cleared away', async () => {
    const socket = await agent.open();
    await desk.pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [id]);
    await tidy(desk.app.deps);
    expect(await socket.closed).toBe(1008);
  });
});
