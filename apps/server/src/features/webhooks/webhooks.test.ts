import { defaultWebhookEvents } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { answers, type HookReceiver, startHookReceiver } from '../../../test/fakes/hook-receiver.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { addWebhook, allowPrivate, isSignedWith } from '../../../test/webhooks.ts';
import { createSealer } from '../../lib/crypto.ts';
import { testWebhook } from './test-webhook.ts';

let desk: Harness;
let admin: ApiClient;
let receiver: HookReceiver;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  receiver = await startHookReceiver();
});
afterAll(async () => {
  await desk.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.behave(answers(200));
  receiver.calls.length = 0;
  await desk.pool.query('delete from webhooks');
  await allowPrivate(desk, true);
});

const input = () => ({
  name: 'Shop system',
  url: receiver.url,
  events: ['message.received'] as const,
  description: 'For the shop',
});
const lastChange = async () =>
  (await desk.pool.query("select * from activity_logs where target_model_type = 'webhook' order by id desc limit 1"))
    .rows[0];

test('a webhook is stored with a sealed secret, which is told once', async () => {
  const { status, data } = await admin.call('webhooks.create', { body: input() });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    ...input(),
    enabled: true,
    inbox_ids: [],
    disabled_reason: null,
    waiting: 0,
    failed: 0,
  });
  expect(data.secret).toMatch(/^whsec_[A-Za-z0-9]{40}$/);
  const { rows } = await desk.pool.query('select secret from webhooks where id = $1', [data.id]);
  expect(desk.app.deps.sealer.open(rows[0].secret)).toBe(data.secret);
  const { secret, ...shown } = data;
  const params = { id: data.id };
  expect((await admin.call('webhooks.get', { params })).data).toEqual(shown);
  expect((await admin.call('webhooks.list')).data).toEqual([shown]);
  expect(await lastChange()).toMatchObject({ activity_type: 'webhook_created', params: { name: 'Shop system' } });
  expect(JSON.stringify(await lastChange())).not.toMatch(/whsec_|sealed:/);
  expect(secret).not.toBe((await addWebhook(admin, { url: receiver.url })).secret);
});

test('events are kept in the order of the list, once each; a new one is told of everything but notes', async () => {
  const { id } = await addWebhook(admin, {
    url: receiver.url,
    events: ['contact.blocked', 'conversation.created', 'contact.blocked'],
  });
  expect((await admin.call('webhooks.get', { params: { id } })).data.events).toEqual([
    'conversation.created',
    'contact.blocked',
  ]);
  expect(defaultWebhookEvents).not.toContain('message.note_added');
});

test('changing, switching and deleting one are in the activity log; the second of two who save is told', async () => {
  const { id, updated_at } = await addWebhook(admin, { ...input(), events: ['message.received'] });
  const params = { id };
  const body = { ...input(), name: 'Warehouse', based_on: updated_at };
  const changed = await admin.call('webhooks.update', { params, body });
  expect(changed.data).toMatchObject({ name: 'Warehouse', enabled: true });
  expect((await lastChange()).params.changes).toEqual({ name: { before: 'Shop system', after: 'Warehouse' } });
  for (const name of ['webhooks.update', 'webhooks.toggle', 'webhooks.rotate_secret'] as const) {
    const second = await admin.call(name, { params, body: { ...body, enabled: false } });
    expect(second, name).toMatchObject({ status: 409, body: { code: 'config.changed_meanwhile' } });
  }
  await desk.pool.query('update webhooks set inbox_ids = array[1] where id = $1', [id]);
  const { name, url, events } = body;
  const kept = await admin.call('webhooks.update', { params, body: { name, url, events } });
  expect(kept.data).toMatchObject({ description: 'For the shop', inbox_ids: [1], enabled: true });
  const off = await admin.call('webhooks.toggle', { params, body: { enabled: false } });
  expect(off.data).toMatchObject({ enabled: false, disabled_reason: null, disabled_at: expect.any(String) });
  const on = await admin.call('webhooks.toggle', { params, body: { enabled: true } });
  expect(on.data).toMatchObject({ enabled: true, disabled_at: null });
  expect((await admin.call('webhooks.remove', { params })).data).toBe(true);
  expect(await lastChange()).toMatchObject({ activity_type: 'webhook_deleted' });
  expect((await admin.call('webhooks.get', { params })).status).toBe(404);
});

test('a sample event is signed, and its answer shown', async () => {
  const { id, secret } = await addWebhook(admin, { url: receiver.url, enabled: false });
  receiver.behave(answers(202, `thanks ${'x'.repeat(3000)}`));
  const { data } = await admin.call('webhooks.test', { params: { id } });
  expect(data).toMatchObject({ ok: true, status: 202, error: null, duration_ms: expect.any(Number) });
  expect(data.response_body).toHaveLength(1024);
  const [call] = receiver.calls;
  expect(call).toMatchObject({
    method: 'POST',
    path: '/hook',
    text: data.request_body,
    body: { event: 'webhook.test', webhook_id: id, attempt: 1, event_id: data.event_id },
    headers: {
      'bellhop-event': 'webhook.test',
      'bellhop-event-id': data.event_id,
      'content-type': 'application/json; charset=utf-8',
    },
  });
  expect(isSignedWith(call!, secret)).toBe(true);
  expect(isSignedWith(call!, `${secret}x`)).toBe(false);
});

test('a replaced secret signs beside the new one for a day', async () => {
  const { id, secret } = await addWebhook(admin, { url: receiver.url });
  const params = { id };
  const { data: rotated } = await admin.call('webhooks.rotate_secret', { params });
  expect(rotated.secret).not.toBe(secret);
  expect(new Date(rotated.old_secret_until!).getTime()).toBeGreaterThan(desk.clock.now().getTime());
  expect(JSON.stringify(await lastChange())).not.toMatch(/whsec_|sealed:/);
  const signedBy = async () => {
    await admin.call('webhooks.test', { params });
    const call = receiver.calls.at(-1)!;
    return [isSignedWith(call, secret), isSignedWith(call, rotated.secret)];
  };
  expect(await signedBy()).toEqual([true, true]);
  await desk.pool.query("update webhooks set old_secret_until = now() - interval '1 second' where id = $1", [id]);
  expect(await signedBy()).toEqual([false, true]);
  expect((await admin.call('webhooks.get', { params })).data.old_secret_until).toBeNull();
});

test('what a receiver does wrong is told in plain words', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url });
  const result = async () => (await admin.call('webhooks.test', { params: { id } })).data;
  receiver.behave(answers(500, 'broken'));
  expect(await result()).toMatchObject({
    ok: false,
    status: 500,
    error: 'it answers with status 500',
    response_body: 'broken',
  });
  receiver.behave(answers(302, '', { location: 'http://127.0.0.1/else' }));
  expect(await result()).toMatchObject({ ok: false, status: 302, error: expect.stringMatching(/redirects \(302\)/) });
  receiver.behave((_call, answer) => answer.destroy());
  expect(await result()).toMatchObject({
    ok: false,
    status: null,
    error: expect.stringMatching(/broke off the connection/),
  });
  receiver.behave((_call, answer) => void answer.socket!.end('garbage\r\n\r\n'));
  expect(await result()).toMatchObject({ ok: false, status: null, error: expect.stringMatching(/127\.0\.0\.1: /) });
  receiver.behave(answers(200, 'a\u0000b\ud800'));
  expect((await result()).response_body).toMatch(/^a\ufffdb/);
  // A flood is read up to a limit, and no longer.
  receiver.behave((_call, answer) => {
    answer.writeHead(200);
    const pour = () => {
      while (!answer.destroyed && answer.write('x'.repeat(65_536)));
      answer.once('drain', pour);
    };
    pour();
  });
  expect(await result()).toMatchObject({ ok: true, status: 200, error: null });
  await allowPrivate(desk, false);
  expect(await result()).toMatchObject({ ok: false, status: null, error: expect.stringMatching(/private network/) });
});

test('a secret that cannot be opened any more is a failure like others', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url });
  await desk.pool.query('update webhooks set secret = $1', [createSealer('another key').seal('whsec_lost')]);
  const { data } = await admin.call('webhooks.test', { params: { id } });
  expect(data).toMatchObject({ ok: false, status: null, error: expect.stringMatching(/another BELLHOP_SECRET_KEY/) });
  expect(receiver.calls).toEqual([]);
});

test('one that hangs, before its answer or in the midst of it, is given up', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url });
  const { deps } = desk.app;
  const result = () => testWebhook(deps, deps.system, id, { limit_ms: 50 });
  const hung = { ok: false, status: null, error: 'no whole answer within 0.05 seconds' };
  receiver.behave(() => {});
  expect(await result()).toMatchObject(hung);
  receiver.behave((_call, answer) => void answer.writeHead(200).write('and then'));
  expect(await result()).toMatchObject(hung);
});

test('a certificate that nobody trusts is refused', async () => {
  const secure = await startHookReceiver({ tls: true });
  try {
    const { id } = await addWebhook(admin, { url: secure.url });
    const { data } = await admin.call('webhooks.test', { params: { id } });
    expect(data).toMatchObject({ ok: false, status: null, error: expect.stringMatching(/signed by itself/) });
    expect(secure.calls).toEqual([]);
  } finally {
    await secure.close();
  }
});

test('a name that leads into a private network is refused when the connection is made, whatever it led to before', async () => {
  await allowPrivate(desk, false);
  const { id } = await addWebhook(admin, { url: `http://rebinding.example:${receiver.port}/hook` });
  const { deps } = desk.app;
  const asked: string[] = [];
  const result = (...addresses: string[]) =>
    testWebhook(deps, deps.system, id, {
      limit_ms: 2000,
      lookup: (host, _options, callback) => {
        asked.push(host);
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      },
    });
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.215.14', '10.0.0.7'],
    ['::1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
  ]) {
    expect(await result(...addresses), addresses.join()).toMatchObject({
      ok: false,
      error: 'rebinding.example is an address of a private network',
    });
  }
  expect(receiver.calls).toEqual([]);
  await allowPrivate(desk, true);
  expect(await result('127.0.0.1')).toMatchObject({ ok: true });
  expect(asked).toHaveLength(6);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(141) }, 'name'],
  [{ name: 'Sh\u202eop' }, 'name'],
  [{ url: 'shop.example.com' }, 'url'],
  [{ url: 'ftp://shop.example.com' }, 'url'],
  [{ url: 'javascript:alert(1)' }, 'url'],
  [{ url: 'https://user:pass@shop.example.com' }, 'url'],
  [{ url: 'https://shop.example.com/#part' }, 'url'],
  [{ url: 'https://shop.exa\u0000mple.com' }, 'url'],
  [{ url: `https://shop.example.com/${'x'.repeat(2000)}` }, 'url'],
  [{ events: [] }, 'events'],
  [{ events: ['conversation.exploded'] }, 'events'],
  [{ events: 'message.received' }, 'events'],
  [{ inbox_ids: [999_999] }, 'inbox_ids'],
  [{ inbox_ids: ['x'] }, 'inbox_ids'],
  [{ description: 'x'.repeat(1001) }, 'description'],
  [{ description: 'a\u0000' }, 'description'],
  [{ enabled: 'maybe' }, 'enabled'],
])('%j is refused, and the member named', async (member, named) => {
  const answer = await admin.call('webhooks.create', { body: { ...input(), ...member } });
  expect(answer).toMatchObject({ status: 400, body: { error_type: 'InputException' } });
  expect(Object.keys(answer.body.data).join()).toContain(named);
  expect((await admin.call('webhooks.list')).data).toEqual([]);
});

test('addresses of private networks are refused at once, unless the settings allow them', async () => {
  await allowPrivate(desk, false);
  for (const host of [
    '127.0.0.1',
    'localhost',
    'a.localhost',
    '[::1]',
    '10.1.2.3',
    '2130706433',
    '[::ffff:7f00:1]',
    '169.254.169.254',
  ]) {
    const answer = await admin.call('webhooks.create', { body: { ...input(), url: `http://${host}/hook` } });
    expect(answer, host).toMatchObject({
      status: 400,
      body: { code: 'webhook.private_address', data: { url: expect.any(String) } },
    });
  }
});

test('names are taken without regard to case', async () => {
  await addWebhook(admin, { ...input(), events: ['message.received'] });
  const { id } = await addWebhook(admin, { url: receiver.url });
  const taken = { status: 409, body: { code: 'config.name_taken', data: { name: 'it is taken' } } };
  const body = { ...input(), name: 'SHOP system' };
  expect(await admin.call('webhooks.create', { body })).toMatchObject(taken);
  expect(await admin.call('webhooks.update', { params: { id }, body })).toMatchObject(taken);
});

test('unknown ones are not found by any call', async () => {
  const params = { id: 999_999, delivery_id: 1 };
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
  const bodies = { 'webhooks.update': input(), 'webhooks.toggle': { enabled: true }, 'webhooks.replay_range': range };
  const calls = [
    'webhooks.get',
    'webhooks.remove',
    'webhooks.rotate_secret',
    'webhooks.test',
    'webhooks.deliveries',
  ] as const;
  const further = [
    'webhooks.delivery',
    'webhooks.replay',
    'webhooks.update',
    'webhooks.toggle',
    'webhooks.replay_range',
  ] as const;
  for (const name of [...calls, ...further]) {
    const body = name in bodies ? bodies[name as keyof typeof bodies] : undefined;
    expect(await admin.call(name, { params, body }), name).toMatchObject({
      status: 404,
      body: { error_type: 'NotFoundException', code: 'webhook.not_found' },
    });
  }
  const { id } = await addWebhook(admin, { url: receiver.url });
  for (const name of ['webhooks.delivery', 'webhooks.replay'] as const) {
    const answer = await admin.call(name, { params: { id, delivery_id: 999_999 } });
    expect(answer, name).toMatchObject({ status: 404, body: { code: 'webhook.delivery_not_found' } });
    const bad = await admin.call(name, { params: { id, delivery_id: 'x' } });
    expect(bad.status, name).toBe(400);
  }
});

test.each([
  ['webhooks.deliveries', { query: { limit: 101 } }],
  ['webhooks.deliveries', { query: { limit: 0 } }],
  ['webhooks.deliveries', { query: { cursor: 'x' } }],
  ['webhooks.deliveries', { query: { state: 'gone' } }],
  ['webhooks.replay_range', { body: { from: 'yesterday', to: '2026-02-01T00:00:00Z' } }],
  ['webhooks.replay_range', { body: { from: '2026-02-01T00:00:00Z' } }],
  [
    'webhooks.replay_range',
    { body: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', states: ['waiting'] } },
  ],
  ['webhooks.toggle', { body: { enabled: 'perhaps' } }],
] as const)('%s with %j is refused', async (name, options) => {
  const { id } = await addWebhook(admin, { url: receiver.url });
  const answer = await admin.call(name, { params: { id }, ...options });
  expect(answer).toMatchObject({ status: 400, body: { error_type: 'InputException' } });
});
