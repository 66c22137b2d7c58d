import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '../../src/http/create-server.ts';
import { createLog } from '../../src/lib/log.ts';

let server: FastifyInstance;
let port: number;
beforeAll(async () => {
  server = await createServer({
    log: createLog('silent'),
    trustProxy: false,
    languagePack: () => ({}),
    // Long enough for a quick request on a machine that has much else to do.
    patience: { headersMs: 1_500, requestMs: 2_000, idleMs: 1_500, standstillMs: 2_500, lookMs: 50 },
  });
  server.get('/quick', async () => ({ status: 'success' }));
  server.post('/body', async ({ body }) => body);
  // More than the buffers of both sides hold.
  server.get('/large', async (_request, reply) => {
    const part = Buffer.alloc(64 * 1024, 'x');
    return reply.type('application/octet-stream').send(
      Readable.from(
        (function* () {
          for (let count = 0; count < 4_000; count++) yield part;
        })(),
      ),
    );
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.server.address() as AddressInfo);
});
afterAll(() => server.close());

/** A connection that says its first words and then goes on one byte at a time for as long as it is let. */
function trickle(first: string, byte: string): { socket: Socket; ended: Promise<string> } {
  let heard = '';
  let pace: NodeJS.Timeout | undefined;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(first);
    pace = setInterval(() => socket.writable && socket.write(byte), 10);
  });
  socket.setEncoding('utf8').on('data', (part: string) => {
    heard += part;
  });
  const ended = closeOf(socket).then(() => {
    clearInterval(pace);
    return heard;
  });
  return { socket, ended };
}

/** Waits for a connection's end. A server that has closed may answer further bytes with a reset, for which `once` would reject. */
function closeOf(socket: Socket): Promise<void> {
  socket.on('error', () => {});
  return new Promise((resolve) => socket.on('close', () => resolve()));
}

const quick = async () => (await fetch(`http://127.0.0.1:${port}/quick`, { headers: { connection: 'close' } })).status;

test('a head that trickles in is cut off, however many come at once, and others are served meanwhile', async () => {
  const slow = Array.from({ length: 50 }, () => trickle('GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x'));
  await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
  expect(await quick()).toBe(200);
  for (const { ended } of slow) expect(await ended).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test('a body that trickles in is cut off', async () => {
  const head = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const counted = trickle(`${head}Content-Length: 100000\r\n\r\n["`, 'x');
  const chunked = trickle(`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n');
  await Promise.all([counted, chunked].map(({ socket }) => once(socket, 'connect')));
  expect(await quick()).toBe(200);
  for (const { ended } of [counted, chunked]) expect(await ended).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test('connections that say nothing at all are closed', async () => {
  const silent = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
  const closed = silent.map((socket) => closeOf(socket.resume()));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  expect(await quick()).toBe(200);
  await Promise.all(closed);
});

test('a connection that was used and then says nothing more is closed', async () => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n'));
  const ended = closeOf(socket);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  await ended;
});

test('who asks for an answer and does not read it is let go', async () => {
  const accepted = once(server.server, 'connection');
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'));
  socket.on('error', () => {});
  const [ours] = (await accepted) as [Socket];
  const gone = closeOf(ours);
  await once(socket, 'readable');
  expect(await quick()).toBe(200);
  await gone;
  socket.destroy();
});
