import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import {
  answersPush,
  createBrowser,
  type FakeBrowser,
  type PushService,
  startPushService,
  vapidClaims,
} from '../../../test/fakes/push-service.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { allowPrivate } from '../../../test/webhooks.ts';
import { queuePush, startPushes } from './index.ts';

let desk: Harness;
let service: PushService;
let asha: ApiClient;
let id: number;
let running: { stop(): Promise<void> }[] = [];
const hour = 3600_000;

beforeAll(async () => {
  // Hours pass within a test, and browsers end with their sessions.
  desk = await createHarness({ env: { LOG_LEVEL: 'silent', SESSION_LIFETIME: '9600h' } });
  service = await startPushService();
  id = await desk.addAgent({ email: 'asha@desk.test' });
  asha = await desk.as('asha@desk.test');
  await allowPrivate(desk, true);
});
afterAll(async () => {
  await desk.close();
  await service.close();
});
beforeEach(async () => {
  desk.clock.set(new Date());
  service.behave(answersPush(201));
  service.calls.length = 0;
  await desk.pool.query('delete from push_subscriptions');
});
afterEach(stopSending);

function send(limit_ms = 5000, from = desk) {
  running.push(startPushes(from.app.deps, desk.app.bus, { limit_ms }));
}
async function stopSending() {
  const stopping = running;
  running = [];
  await Promise.all(stopping.map((one) => one.stop()));
}
const wake = () => desk.app.deps.work(desk.app.deps.system, async (uow) => uow.wake('bellhop_push'));
async function subscribe(client = asha, path = '/one'): Promise<FakeBrowser & { id: number }> {
  const browser = createBrowser();
  const answer = await client.call('push.subscribe', {
    body: { endpoint: `${service.origin}${path}`, keys: browser.keys },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...browser, id: answer.data.id };
}
const news = (members: Partial<Record<'title' | 'body' | 'url' | 'tag', string>> = {}) => ({
  title: 'New assignment',
  body: 'Lampe défekt 💡',
  url: '/inboxes/assigned/conversation/x',
  tag: 'conversation x',
  ...members,
});
const queue = (payload = news(), agents = [id]) =>
  desk.app.deps.work(desk.app.deps.system, (uow) => queuePush(uow, agents, payload));
const rows = async () => (await desk.pool.query('select * from push_deliveries order by id')).rows;
const subscriptions = async () => (await desk.pool.query('select * from push_subscriptions order by id')).rows;
const settled = () => desk.until(async () => (await rows()).length === 0, 'nothing to be left');

test('what is queued reaches the browser encrypted for it and signed by the desk', async () => {
  const browser = await subscribe();
  send();
  await queue();
  await settled();
  const [call] = service.calls;
  expect(service.calls).toHaveLength(1);
  expect(JSON.parse(browser.decrypt(call!.body))).toEqual(news());
  expect(call!.body.includes('Lampe')).toBe(false);
  expect(call!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
  expect(Number(call!.headers.ttl)).toBeGreaterThan(3 * 3600);
  expect(call!.headers.topic).toMatch(/^[\w-]{32}$/);
  const { key, aud, sub } = vapidClaims(call!);
  expect({ key, aud, sub }).toEqual({
    key: (await asha.call('push.key')).data.public_key,
    aud: service.origin,
    sub: 'mailto:bellhop@desk.test',
  });
  expect((await asha.call('push.list')).data).toMatchObject([
    { id: browser.id, is_current: true, last_error: null, last_used_at: expect.any(String) },
  ]);
});

test('nothing is queued for who has no browser, for others, or where the work is undone', async () => {
  await queue();
  expect(await rows()).toEqual([]);
  await subscribe();
  await queue(news(), []);
  await queue(news(), [id + 1]);
  const { work, system } = desk.app.deps;
  const undone = work(system, async (uow) => {
    await queuePush(uow, [id], news());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await rows()).toEqual([]);
});

test('a later one of a conversation takes the place of an earlier that waits; long texts are cut', async () => {
  const browser = await subscribe();
  await queue();
  await queue(news({ body: '💡'.repeat(4000), title: 't'.repeat(5000) }));
  await queue(news({ tag: 'conversation y' }));
  expect(await rows()).toHaveLength(2);
  send();
  await settled();
  const got = service.calls.map(({ body }) => JSON.parse(browser.decrypt(body)));
  expect(got.map(({ tag }) => tag).sort()).toEqual(['conversation x', 'conversation y']);
  const long = got.find(({ tag }) => tag === 'conversation x');
  expect([long.title.length, long.body.length <= 300, long.body.isWellFormed()]).toEqual([120, true, true]);
  expect(Math.max(...service.calls.map(({ body }) => body.length))).toBeLessThan(4096);
});

test('the desk may keep what it is about to itself', async () => {
  const browser = await subscribe();
  const admin = await desk.as();
  const set = (shown: boolean) => admin.call('settings.update_general', { body: { 'app.push_shows_content': shown } });
  expect((await set(false)).status).toBe(200);
  try {
    send();
    await queue();
    await settled();
    expect(JSON.parse(browser.decrypt(service.calls[0]!.body))).toEqual(news({ body: '' }));
  } finally {
    await set(true);
  }
});

describe('push services on bad days', () => {
  test.each([404, 410])('%i: the browser is gone, and so is everything for it', async (status) => {
    await subscribe();
    service.behave(answersPush(status));
    send();
    await queue();
    await queue(news({ tag: 'another' }));
    await desk.until(async () => (await subscriptions()).length === 0, 'the browser to go');
    expect(await rows()).toEqual([]);
  });

  test('429 with Retry-After, then 500, then a day without an answer: later, and too late in the end', async () => {
    await subscribe();
    service.behave(answersPush(429, { 'retry-after': '900' }));
    send(300);
    await queue();
    await queue(news({ tag: 'another' }));
    const waits = async (attempts: number) =>
      desk.until(async () => {
        const all = await rows();
        return all.some((row) => row.attempts === attempts && row.state === 'waiting') && all;
      }, `attempt ${attempts}`);
    const first = await waits(1);
    // Nothing else goes there before.
    expect(service.calls).toHaveLength(1);
    const left = first.map((row: { due_at: Date }) =>
      Math.round((row.due_at.getTime() - desk.clock.now().getTime()) / 60_000),
    );
    expect(left).toEqual([15, 15]);
    await desk.pool.query("delete from push_deliveries where tag = 'another'");
    service.behave(answersPush(500));
    desk.clock.advance(16 * 60_000);
    await wake();
    await waits(2);
    expect((await asha.call('push.list')).data[0]!.last_error).toBe('the push service answers with status 500');
    service.behave(() => {});
    desk.clock.advance(hour);
    await wake();
    await waits(3);
    expect((await asha.call('push.list')).data[0]!.last_error).toBe('no whole answer within 0.3 seconds');
    desk.clock.advance(4 * hour);
    await wake();
    await settled();
    expect(service.calls).toHaveLength(3);
  });

  test.each([400, 403, 413, 302])('%i: it is not tried again, and the list says so', async (status) => {
    await subscribe();
    service.behave(answersPush(status, { location: 'http://127.0.0.1:1/' }));
    send();
    await queue();
    await settled();
    expect(service.calls).toHaveLength(1);
    expect((await asha.call('push.list')).data[0]!.last_error).toBe(`the push service answers with status ${status}`);
  });

  test('garbage instead of HTTP, and endless answers, hold nobody else up', async () => {
    await subscribe(asha, '/bad');
    await subscribe(asha, '/endless');
    const good = await subscribe(asha, '/good');
    service.behave((call, answer) => {
      if (call.path === '/bad') return void answer.socket!.end('garbage\r\n\r\n');
      if (call.path !== '/endless') return void answer.writeHead(201).end();
      answer.writeHead(201);
      answer.on('error', () => {});
      const more = () => {
        if (answer.destroyed) return;
        answer.write('x'.repeat(65_536));
        setImmediate(more);
      };
      more();
    });
    send(2000);
    await queue();
    await desk.until(
      async () => (await rows()).every(({ attempts, state }) => attempts > 0 && state === 'waiting'),
      'all to be tried',
    );
    const call = service.calls.find(({ path }) => path === '/good');
    expect(JSON.parse(good.decrypt(call!.body))).toEqual(news());
  });

  test('an address of the house is asked only where the desk allows it', async () => {
    await subscribe();
    await allowPrivate(desk, false);
    try {
      const body = { endpoint: `${service.origin}/two`, keys: createBrowser().keys };
      expect(await asha.call('push.subscribe', { body })).toMatchObject({ status: 400 });
      for (const endpoint of ['https://127.0.0.1/x', 'https://[::1]/x', 'http://push.example/x'])
        expect(await asha.call('push.subscribe', { body: { ...body, endpoint } })).toMatchObject({ status: 400 });
      send();
      await queue();
      await settled();
      expect(service.calls).toEqual([]);
      expect((await asha.call('push.list')).data[0]!.last_error).toContain('private network');
    } finally {
      await allowPrivate(desk, true);
    }
  });
});

test('two processes share the queue, and what one of them loses another sends', async () => {
  const browsers = await Promise.all([1, 2, 3, 4, 5].map((n) => subscribe(asha, `/${n}`)));
  const other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  try {
    for (let n = 0; n < 6; n++) await queue(news({ tag: `conversation ${n}` }));
    // The claim of a process that was killed.
    await desk.pool.query(
      `update push_deliveries set state = 'sending', attempts = 1, due_at = $1 where tag = 'conversation 0'`,
      [new Date(desk.clock.now().getTime() - 1000)],
    );
    send();
    send(5000, other);
    await settled();
    const got = service.calls.map(
      (call) => `${call.path} ${JSON.parse(browsers[Number(call.path.slice(1)) - 1]!.decrypt(call.body)).tag}`,
    );
    expect(new Set(got).size).toBe(30);
    expect(got).toHaveLength(30);
  } finally {
    await stopSending();
    await other.close();
  }
});

describe('browsers', () => {
  test('they end with their session, and with the agent', async () => {
    const again = await desk.as('asha@desk.test');
    const browser = await subscribe(again);
    expect((await asha.call('push.list')).data).toMatchObject([{ id: browser.id, is_current: false }]);
    await queue();
    await again.fetch('/logout');
    expect(await subscriptions()).toEqual([]);
    expect(await rows()).toEqual([]);
    const ben = await desk.addAgent({ email: 'ben@desk.test' });
    await subscribe(await desk.as('ben@desk.test'), '/ben');
    const admin = await desk.as();
    await admin.call('agents.remove', { params: { id: ben } });
    expect(await subscriptions()).toEqual([]);
  });

  test('a session that has run out gets nothing', async () => {
    await subscribe();
    desk.clock.advance(9700 * hour);
    await queue();
    expect(await rows()).toEqual([]);
  });

  test('the same browser again is one, and another agent in it takes it over', async () => {
    const first = await subscribe();
    await queue();
    const again = await subscribe();
    expect(again.id).toBe(first.id);
    await desk.addAgent({ email: 'cleo@desk.test' });
    const cleo = await desk.as('cleo@desk.test');
    await subscribe(cleo);
    expect((await asha.call('push.list')).data).toEqual([]);
    expect((await cleo.call('push.list')).data).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  test('at most 20 of an agent', async () => {
    for (let n = 0; n < 22; n++) await subscribe(asha, `/many/${n}`);
    expect((await asha.call('push.list')).data).toHaveLength(20);
  });

  test('a test is sent at once and says how it went; others’ are not found', async () => {
    const browser = await subscribe();
    const params = { id: browser.id };
    expect((await asha.call('push.test', { params })).data).toEqual({ ok: true, detail: '' });
    expect(JSON.parse(browser.decrypt(service.calls[0]!.body))).toMatchObject({
      tag: 'test',
      url: '/account/notifications',
    });
    service.behave(answersPush(503));
    expect((await asha.call('push.test', { params })).data).toEqual({
      ok: false,
      detail: 'the push service answers with status 503',
    });
    const admin = await desk.as();
    for (const call of ['push.test', 'push.unsubscribe'] as const) {
      expect(await admin.call(call, { params })).toMatchObject({
        status: 404,
        body: { code: 'push.subscription_not_found' },
      });
    }
    expect(await asha.call('push.unsubscribe', { params })).toMatchObject({ status: 200, data: true });
    expect(await asha.call('push.unsubscribe', { params })).toMatchObject({ status: 404 });
  });

  test.each([
    ['endpoint', { endpoint: 'javascript:alert(1)' }],
    ['endpoint', { endpoint: `https://push.example/${'x'.repeat(2000)}` }],
    ['endpoint', { endpoint: 'https://push.example/\0' }],
    ['keys', { keys: { p256dh: 'AAAA', auth: createBrowser().keys.auth } }],
    ['keys', { keys: { p256dh: createBrowser().keys.p256dh, auth: 'no+base64/' } }],
    ['keys', { keys: 7 }],
  ])('bad input in %s is refused', async (field, members) => {
    const body = { endpoint: 'https://push.example/x', keys: createBrowser().keys, ...members };
    const answer = await asha.call('push.subscribe', { body: body as never });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(field)]);
    expect(await subscriptions()).toEqual([]);
  });
});

test('the keys are made once, with the private one sealed, and anew where another secret sealed them', async () => {
  await desk.pool.query("delete from settings where key = 'push.vapid'");
  const keys = await Promise.all(Array.from({ length: 8 }, () => asha.call('push.key')));
  const [key, ...others] = new Set(keys.map(({ data }) => data.public_key));
  expect(others).toEqual([]);
  const { rows: stored } = await desk.pool.query("select value from settings where key = 'push.vapid'");
  expect(stored[0].value).toEqual({ public_key: key, private_key: expect.stringMatching(/^sealed:/) });
  await subscribe();
  const other = await createHarness({
    share: desk,
    env: { BELLHOP_SECRET_KEY: 'another secret of thirty-two bytes', LOG_LEVEL: 'silent' },
  });
  try {
    const client = await other.as();
    expect((await client.call('push.key')).data.public_key).not.toBe(key);
    expect(await subscriptions()).toEqual([]);
  } finally {
    await other.close();
  }
});
