import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { isPrivateAddress, outboundFetch } from './outbound.ts';

const servers: Server[] = [];
let seen: string[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});
afterEach(() => {
  seen = [];
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test.each([
  ...[
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
  ],
  ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1', '::', '::1', '::ffff:127.0.0.1', '::ffff:a00:1'],
  ...['::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1'],
  ...['localhost', ''],
])('%s is no address of the internet', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::8a', '::ffff:8.8.8.8'])(
  '%s is one',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

const strict = { allow_private: false, most_bytes: 1_000 };
const open = { ...strict, allow_private: true };

test('a private address is refused however it is written, and nothing arrives there', async () => {
  const port = await serve((_request, response) => response.end('secret'));
  // URL reads the odd ones as 127.0.0.1; localhost is looked up.
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    await expect(outboundFetch(`http://${host}:${port}/`, strict), host).rejects.toMatchObject({
      name: 'OutboundError',
      kind: 'private_address',
    });
  }
  expect(seen).toEqual([]);
});

test('where it is allowed the whole answer comes, and a redirect is one', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/away') return response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
    if (request.url === '/empty') return response.writeHead(204).end();
    response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => response.end(JSON.stringify({ method: request.method, body })));
  });
  const base = `http://127.0.0.1:${port}`;
  const posted = await outboundFetch(base, open, { method: 'POST', body: 'hello' });
  expect([posted.status, await posted.json()]).toEqual([201, { method: 'POST', body: 'hello' }]);
  expect(posted.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const away = await outboundFetch(`${base}/away`, open);
  expect([away.status, away.headers.get('location')]).toEqual([302, 'http://elsewhere.example/']);
  expect((await outboundFetch(`${base}/empty`, open)).body).toBeNull();
});

test('an answer that is too large, a server that is not there and one that breaks off are told apart', async () => {
  const large = await serve((_request, response) => response.end('x'.repeat(1_001)));
  await expect(outboundFetch(`http://127.0.0.1:${large}/`, open)).rejects.toMatchObject({ kind: 'too_large' });
  const broken = await serve((request) => request.socket.destroy());
  await expect(outboundFetch(`http://127.0.0.1:${broken}/`, open)).rejects.toMatchObject({
    kind: 'unreachable',
    message: '127.0.0.1: it broke off the connection',
  });
  await expect(outboundFetch('http://nowhere.invalid/', strict)).rejects.toMatchObject({ kind: 'unreachable' });
});

test('it ends with the reason of its signal', async () => {
  const port = await serve(() => {});
  const abort = new AbortController();
  const pending = outboundFetch(`http://127.0.0.1:${port}/`, open, { signal: abort.signal });
  setTimeout(() => abort.abort(new Error('enough')), 20);
  await expect(pending).rejects.toThrow('enough');
  await expect(outboundFetch(`http://127.0.0.1:${port}/`, open, { signal: abort.signal })).rejects.toThrow('enough');
});

test.each([
  [
    'a status that there is not',
    'HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n',
    'answers with status 999, which there is not',
  ],
  ['status 0', 'HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n', 'answers with status 0, which there is not'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    'answers in another protocol',
  ],
  ['another protocol without a name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'status 101'],
])('a server that answers with %s is a failure, and ends nothing else', async (_name, answer, message) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answer));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(outboundFetch(`http://127.0.0.1:${port}/`, open)).rejects.toMatchObject({
    name: 'OutboundError',
    kind: 'unreachable',
    message: expect.stringContaining(message),
  });
});
