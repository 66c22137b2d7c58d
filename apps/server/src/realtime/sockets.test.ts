import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Actor } from '../core/actor.ts';
import { systemClock } from '../lib/clock.ts';
import { type Sockets, serveSockets } from './sockets.ts';

const actor: Actor = {
  kind: 'agent',
  id: 7,
  first_name: 'Ana',
  last_name: '',
  email: 'ana@desk.test',
  permissions: new Set(),
  roles: [],
  team_ids: [],
  created_at: new Date(),
};

let server: ReturnType<typeof createServer>;
let sockets: Sockets;
let listeners: number;
/** When the session ends; null: it has ended. */
let session: { expires_at: Date } | null;
beforeEach(async () => {
  listeners = 0;
  session = { expires_at: new Date(Date.now() + 3_600_000) };
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  sockets = serveSockets({
    server,
    hub: {
      add() {
        listeners++;
        return () => listeners--;
      },
      inOrder() {},
      catchUp() {},
      lag: async () => 0,
      size: () => listeners,
      close() {},
    },
    presence: {
      join: () => ({ say() {}, leave() {} }),
      list: async () => [],
      close: async () => {},
    },
    findCaller: async () =>
      session && {
        ...session,
        session: { id_hash: Buffer.alloc(32), csrf_token: 'x', confirmed_at: null, is_limited: false },
        agent: actor,
        is_limited: false,
        set_cookies: [],
      },
    rootHost: async () => 'desk.test',
    trustsPeer: () => false,
    onPing() {},
    errorText: ({ code }) => code,
    clock: systemClock,
    beatMs: 50,
    limits: { perAgent: 3, perMinute: 20 },
  });
});
afterEach(async () => {
  sockets.close();
  server.close();
  await once(server, 'close');
});

const port = () => (server.address() as AddressInfo).port;

test('a client that went away without a word is let go; one that merely says nothing stays', async () => {
  const silent = new WebSocket(`ws://127.0.0.1:${port()}/ws`);
  await once(silent, 'open');
  // Speaks no further word after the handshake, not even the protocol's own.
  const gone = connect(port(), '127.0.0.1', () => {
    gone.write(
      'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  });
  gone.resume();
  await once(gone, 'close');
  await once(silent, 'ping');
  await once(silent, 'ping');
  expect([sockets.count(), listeners]).toEqual([1, 1]);
  expect(silent.readyState).toBe(WebSocket.OPEN);
});

test('a socket ends when its session has expired, and stays when that was renewed', async () => {
  session = { expires_at: new Date(Date.now() - 1) };
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws`);
  await once(socket, 'open');
  await once(socket, 'ping');
  await once(socket, 'ping');
  expect(socket.readyState).toBe(WebSocket.OPEN);
  session = null;
  expect((await once(socket, 'close'))[0]).toBe(1008);
});

test('who says too much is let go, and the others stay', async () => {
  const [loud, calm] = [0, 0].map(() => new WebSocket(`ws://127.0.0.1:${port()}/ws`));
  await Promise.all([once(loud!, 'open'), once(calm!, 'open')]);
  let answers = 0;
  loud!.on('message', () => answers++);
  for (let count = 0; count < 500; count++) loud!.send('ping');
  expect((await once(loud!, 'close'))[0]).toBe(1013);
  expect(answers).toBe(20);
  calm!.send('ping');
  expect(String((await once(calm!, 'message'))[0])).toBe('pong');
});

test('a message larger than any that is meant ends the socket', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws`);
  await once(socket, 'open');
  socket.send('x'.repeat(64 * 1024 + 1));
  expect((await once(socket, 'close'))[0]).toBe(1009);
});

test('one agent has only so many sockets in a process; one that closes makes room', async () => {
  const open = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws`);
    const [kind] = await Promise.race([
      once(socket, 'open').then(() => ['open']),
      once(socket, 'unexpected-response').then(([, answer]) => [(answer as { statusCode: number }).statusCode]),
    ]);
    return { socket, kind };
  };
  const first = await open();
  expect([first.kind, (await open()).kind, (await open()).kind]).toEqual(['open', 'open', 'open']);
  expect((await open()).kind).toBe(429);
  first.socket.close();
  await once(first.socket, 'close');
  await expect.poll(() => sockets.count()).toBe(2);
  expect((await open()).kind).toBe('open');
});
