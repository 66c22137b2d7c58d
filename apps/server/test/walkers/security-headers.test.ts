import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type RouteSpec, routes } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import { createHarness, type Harness } from '../harness.ts';

const dist = join(import.meta.dirname, '../../../web/dist');

let desk: Harness;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness({ env: { TRUST_PROXY: 'loopback' } });
  admin = await desk.as();
});
afterAll(() => desk.close());

type Headers = { get(name: string): string | null };

/** What every answer of the product carries, whoever asked for whatever. */
function expectCommon(headers: Headers, what: string, frames: 'DENY' | 'SAMEORIGIN' = 'DENY'): void {
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('x-frame-options'), what).toBe(frames);
  expect(headers.get('referrer-policy'), what).toBe('no-referrer');
  expect(headers.get('cross-origin-opener-policy'), what).toBe('same-origin');
  expect(headers.get('x-powered-by'), what).toBeNull();
  expect(headers.get('server'), what).toBeNull();
  expect(headers.get('access-control-allow-origin'), what).toBeNull();
  const powers = headers.get('permissions-policy');
  for (const power of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(powers).toContain(`${power}=()`);
  for (const power of ['publickey-credentials-get', 'clipboard-write']) expect(powers).toContain(`${power}=(self)`);
}

function policyOf(headers: Headers): Record<string, string[]> {
  const parts = (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources]));
}

function expectPage(headers: Headers, what: string): void {
  expectCommon(headers, what);
  expect(policyOf(headers), what).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}

function expectData(headers: Headers, what: string): void {
  expectCommon(headers, what);
  const policy = policyOf(headers);
  expect(policy, what).toMatchObject({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });
  expect(policy, what).not.toHaveProperty('script-src');
}

/** Sends bytes and reads the answer to its end. */
async function speak(bytes: string): Promise<{ status: number; headers: Headers }> {
  const { hostname, port } = new URL(desk.app.address()!);
  let heard = '';
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  socket.setEncoding('utf8').on('data', (part: string) => {
    heard += part;
  });
  await once(socket, 'close');
  const [line = '', ...lines] = heard.split('\r\n\r\n')[0]!.split('\r\n');
  const headers = new Headers(
    lines.map((text): [string, string] => [text.split(':')[0]!, text.slice(text.indexOf(':') + 1).trim()]),
  );
  return { status: Number(line.split(' ')[1]), headers };
}

test('every call of the API, refused and not', async () => {
  for (const [name, spec] of Object.entries<RouteSpec>(routes)) {
    const path = spec.path.replace(/:\w+/g, '1');
    const { headers } = await desk.anonymous().fetch(path, { method: spec.method, redirect: 'manual' });
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    if (!isPage) expectData(headers, name);
  }
  expectData((await admin.call('agents.me')).headers, 'success');
  expectData((await admin.fetch('/api/v1/nothing')).headers, 'unknown route');
  expectData((await admin.fetch('/api/v1/agents/me', { method: 'PATCH' })).headers, 'wrong method');
  expectData(
    (await admin.fetch('/api/v1/login', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }))
      .headers,
    'bad input',
  );
  expectData((await admin.fetch('/api/v1/conversations/%ff')).headers, 'undecodable address');
  expectData((await admin.fetch('/health')).headers, 'health');
  expectData((await admin.fetch('/metrics')).headers, 'metrics');
});

test('pages, redirects, files of the client and what is none of them', async () => {
  const anybody = desk.anonymous();
  for (const path of ['/', '/set-password?token=x', '/nonsense']) expectPage((await anybody.fetch(path)).headers, path);
  for (const path of ['/api/docs', '/api/docs/docs.js']) expectPage((await anybody.fetch(path)).headers, path);
  const redirected = await anybody.fetch('/inboxes/assigned');
  expect(redirected.status).toBe(302);
  expectPage(redirected.headers, 'redirect');
  expectPage((await admin.fetch('/logout')).headers, 'logout');
  admin = await desk.as();
  expectPage((await anybody.fetch('/assets/nothing.js')).headers, 'missing asset');
  expectPage((await anybody.fetch('/emoji/1f44d.svg')).headers, 'emoji');
  const logo = (await anybody.fetch('/logo.png')).headers;
  expectPage(logo, 'logo');
  expect(logo.get('cross-origin-resource-policy')).toBe('cross-origin');
});

test.skipIf(!existsSync(dist))('a script of the built client', async () => {
  const script = (await readdir(join(dist, 'assets'))).find((name) => name.endsWith('.js'));
  const answer = await desk.anonymous().fetch(`/assets/${script}`);
  expect(answer.status).toBe(200);
  for (const [name, value] of Object.entries({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': null,
    'access-control-allow-origin': null,
  }))
    expect(answer.headers.get(name), name).toBe(value);
  const policy = policyOf(answer.headers);
  expect(policy).toMatchObject({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });
  expect(policy).not.toHaveProperty('script-src');
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

describe('uploads', () => {
  async function upload(name: string, type: string, bytes: Buffer): Promise<Response> {
    const body = new FormData();
    body.set('files', new Blob([new Uint8Array(bytes)], { type }), name);
    const { data } = await admin.call('media.upload', { body });
    return admin.fetch(`/uploads/${data.uuid}`);
  }
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  test.each([
    ['page.html', 'text/html', Buffer.from('<script>alert(1)</script>'), 'attachment'],
    ['drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'attachment'],
    ['dot.png', 'image/png', png, 'inline'],
  ])('%s acts nowhere', async (name, type, bytes, disposition) => {
    const { headers } = await upload(name, type, bytes);
    expectCommon(headers, name, 'SAMEORIGIN');
    const policy = policyOf(headers);
    expect(policy).toMatchObject({ sandbox: [], 'default-src': ["'none'"], 'frame-ancestors': ["'self'"] });
    expect(policy).not.toHaveProperty('script-src');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
  });

  test('a PDF stands in a frame of ours and reaches nothing', async () => {
    const { headers } = await upload('a.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n%%EOF\n'));
    expectCommon(headers, 'pdf', 'SAMEORIGIN');
    expect(policyOf(headers)).toMatchObject({ 'default-src': ["'none'"], 'object-src': ["'self'"] });
  });

  test('a refusal is an answer like others', async () => {
    expectData((await desk.anonymous().fetch('/uploads/nothing')).headers, 'without a session');
    expectData((await admin.fetch('/uploads/nothing')).headers, 'unknown');
  });
});

test('answers below any route: a socket refused, bytes that are no HTTP', async () => {
  const handshake =
    'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  const refused = await speak(handshake);
  expect(refused.status).toBe(401);
  expectData(refused.headers, 'socket');
  const broken = await speak('hello\r\n\r\n');
  expect(broken.status).toBe(400);
  expectData(broken.headers, 'no HTTP');
});

test('browsers are told to come by https only where they come by https', async () => {
  const transport = async (headers: Record<string, string> = {}, path = '/') =>
    (await desk.anonymous().fetch(path, { headers })).headers.get('strict-transport-security');
  expect(await transport()).toBeNull();
  expect(await transport({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000');
  expect(await transport({ 'x-forwarded-proto': 'https' }, '/api/v1/settings/general')).toBe('max-age=31536000');
  await admin.fetch('/');
  await desk.pool.query(`update settings set value = '"https://desk.test"' where key = 'app.root_url'`);
  await desk.pool.query('notify bellhop_settings');
  await desk.until(async () => (await transport()) === 'max-age=31536000', 'the new root address');
});

test('a forwarded https is believed of a trusted proxy alone', async () => {
  const bare = await createHarness({ share: desk });
  await desk.pool.query(`update settings set value = '"http://desk.test"' where key = 'app.root_url'`);
  await desk.pool.query('notify bellhop_settings');
  const asked = async () => (await bare.anonymous().fetch('/', { headers: { 'x-forwarded-proto': 'https' } })).headers;
  await desk.until(async () => (await asked()).get('strict-transport-security') === null, 'the old root address');
  await bare.close();
});
