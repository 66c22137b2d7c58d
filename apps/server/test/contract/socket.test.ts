import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';
import { ForeignClient } from './foreign-client.ts';

let desk: Harness;
let address: string;
beforeAll(async () => {
  desk = await createHarness();
  address = desk.app.address()!;
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
