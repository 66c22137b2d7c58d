import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as it came. */
export interface PushCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser's push service on this machine; it answers 201 unless told otherwise. */
export interface PushService {
  origin: string;
  calls: PushCall[];
  behave(behaviour: (call: PushCall, answer: ServerResponse) => void): void;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  let behaviour: (call: PushCall, answer: ServerResponse) => void = answersPush(201);
  const calls: PushCall[] = [];
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
    calls.push(call);
    behaviour(call, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    behave(next) {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function answersPush(status: number, headers: Record<string, string> = {}) {
  return (_call: PushCall, answer: ServerResponse) => void answer.writeHead(status, headers).end();
}

/** What a browser keeps of a subscription. */
export interface FakeBrowser {
  keys: { p256dh: string; auth: string };
  /** Opens what was sent to it (RFC 8188 and 8291, written from them and not with the library that sends). */
  decrypt(body: Buffer): string;
}

export function createBrowser(): FakeBrowser {
  const ecdh = createECDH('prime256v1');
  const own = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const size = body.readUInt32BE(16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const record = body.subarray(21 + sender.length);
      if (record.length > size) throw new Error('more than one record');
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
      const end = padded.lastIndexOf(2);
      return padded.subarray(0, end).toString('utf8');
    },
  };
}

/** The claims of a call's VAPID header, when they are signed by the key that it names; throws otherwise (RFC 8292). */
export function vapidClaims(call: PushCall): { key: string; aud: string; exp: number; sub: string } {
  const found = /^vapid t=([^,]+), ?k=(.+)$/.exec(call.headers.authorization ?? '');
  if (!found) throw new Error(`no VAPID header: ${call.headers.authorization}`);
  const [, token, key] = found as unknown as [string, string, string];
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isGood = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('the VAPID signature is wrong');
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) };
}
