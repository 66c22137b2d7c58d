import { WebhookBody } from '@bellhop/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { answers, type HookReceiver, startHookReceiver } from '../../../test/fakes/hook-receiver.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { addWebhook, allowPrivate, isSignedWith } from '../../../test/webhooks.ts';
import type { Deps } from '../../core/deps.ts';
import { startDeliveries, tidyWebhooks } from './index.ts';

const hourMs = 3600_000;
let desk: Harness;
let admin: ApiClient;
let receiver: HookReceiver;
let running: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  // Days pass within a test.
  desk = await createHarness({ env: { LOG_LEVEL: 'silent', SESSION_LIFETIME: '9600h' } });
  admin = await desk.as();
  receiver = await startHookReceiver();
  await allowPrivate(desk, true);
});
afterAll(async () => {
  await desk.close();
  await receiver.close();
});
beforeEach(async () => {
  desk.clock.set(new Date());
  receiver.behave(answers(200, 'thanks'));
  receiver.calls.length = 0;
  await desk.pool.query('truncate webhooks, webhook_events, webhook_deliveries restart identity cascade');
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
});

/** Starts the part of a process that delivers; `limit_ms` long enough for any of these receivers. */
function deliverFrom(deps: Deps = desk.app.deps, limit_ms = 5000) {
  running.push(startDeliveries(deps, desk.app.bus, { limit_ms }));
}
const wake = () => desk.app.deps.work(desk.app.deps.system, async (uow) => uow.wake('bellhop_webhooks'));
const rows = async () =>
  (await desk.pool.query('select d.*, d.seq::int, d.id::int from webhook_deliveries as d order by d.id')).rows;
const states = async () => (await rows()).map(({ state }) => state);
/** Waits until every delivery is in one of these states. */
const settled = (...wanted: string[]) =>
  desk.until(async () => (await states()).every((state) => wanted.includes(state)), `deliveries to be ${wanted}`);

const begin = async () => (await openConversation(desk)).conversation;
async function setPriority(uuid: string, id: 1 | 2 | 3) {
  const priority = ['Low', 'Medium', 'High'][id - 1];
  const answer = await admin.call('conversations.set_priority', { params: { uuid }, body: { priority } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
const everyEvent = ['conversation.created', 'conversation.priority_changed'] as const;
/** What a receiver got, in short. */
const received = (from = receiver) => from.calls.map(({ body }) => `${body.event} ${body.data.conversation?.id}`);

test('a change is told with the state at its end, signed, and stands in the log', async () => {
  const { id, secret } = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  const { uuid, id: conversationId, reference_number } = await begin();
  deliverFrom();
  await setPriority(uuid, 3);
  await setPriority(uuid, 1);
  await settled('delivered');
  await desk.until(async () => receiver.calls.length === 3, 'three calls');
  const bodies = receiver.calls.map((call) => WebhookBody.strict().parse(JSON.parse(call.text)));
  expect(bodies.map(({ event }) => event)).toEqual([
    'conversation.created',
    'conversation.priority_changed',
    'conversation.priority_changed',
  ]);
  expect(bodies[1]).toMatchObject({
    webhook_id: id,
    attempt: 1,
    replay: false,
    actor: { id: expect.any(Number), first_name: expect.any(String) },
    changes: { priority_id: { from: null, to: 3 } },
    data: { conversation: { uuid, priority_id: 3, reference_number, contact: { email: 'mina@mail.example' } } },
  });
  expect(bodies[2]!.data.conversation!.priority_id).toBe(1);
  expect(bodies[2]!.seq).toBeGreaterThan(bodies[1]!.seq);
  expect(receiver.calls.every((call) => isSignedWith(call, secret))).toBe(true);
  expect(receiver.calls[0]!.headers['bellhop-event-id']).toBe(bodies[0]!.event_id);
  const { data: log } = await admin.call('webhooks.deliveries', { params: { id }, query: { limit: 2 } });
  expect(log.results.map(({ event_id }) => event_id)).toEqual([bodies[2]!.event_id, bodies[1]!.event_id]);
  expect(log.results[0]).toMatchObject({
    state: 'delivered',
    attempts: 1,
    status: 200,
    error: null,
    conversation_uuid: uuid,
  });
  const next = await admin.call('webhooks.deliveries', {
    params: { id },
    query: { limit: 2, cursor: log.next_cursor! },
  });
  expect(next.data).toMatchObject({ results: [{ event: 'conversation.created' }], next_cursor: null });
  const filtered = await admin.call('webhooks.deliveries', {
    params: { id },
    query: { event: 'conversation.created', state: 'delivered' },
  });
  expect(filtered.data.results).toHaveLength(1);
  const params = { id, delivery_id: log.results[1]!.id };
  expect((await admin.call('webhooks.delivery', { params })).data).toMatchObject({
    url: receiver.url,
    request_body: receiver.calls[1]!.text,
    request_is_cut: false,
    request_headers: { 'Bellhop-Event-Id': bodies[1]!.event_id },
    response_body: 'thanks',
    tries: [{ status: 200, error: null }],
  });
  expect((await admin.call('webhooks.get', { params })).data).toMatchObject({
    last_success_at: expect.any(String),
    last_error: null,
    waiting: 0,
    failed: 0,
  });
  expect(conversationId).toBe(bodies[0]!.data.conversation!.id);
});

test('private notes are told to those who ask for them, and nothing of them to others', async () => {
  const plain = await startHookReceiver();
  try {
    await addWebhook(admin, { url: receiver.url, events: ['message.note_added'] });
    await addWebhook(admin, { url: plain.url, events: [...everyEvent] });
    const { uuid } = await begin();
    deliverFrom();
    const params = { uuid };
    const note = { message: '<p>Between us: secret-word</p>', private: true };
    expect((await admin.call('messages.send', { params, body: note })).status).toBe(200);
    await setPriority(uuid, 2);
    await settled('delivered');
    await desk.until(async () => plain.calls.length === 2 && receiver.calls.length === 1, 'all calls');
    expect(receiver.calls[0]!.body).toMatchObject({
      event: 'message.note_added',
      data: {
        message: { private: true, text_content: expect.stringContaining('secret-word') },
        conversation: { uuid },
      },
    });
    expect(receiver.calls[0]!.body.data.message).not.toHaveProperty('send_id');
    expect(plain.calls.map(({ text }) => text).join()).not.toContain('secret-word');
  } finally {
    await plain.close();
  }
});

test('contacts are told when they come, change and are blocked', async () => {
  await addWebhook(admin, {
    url: receiver.url,
    events: ['contact.created', 'contact.updated', 'contact.blocked', 'contact.unblocked'],
    inbox_ids: [1],
  });
  const { contact_id: id } = (await openConversation(desk, { from: 'new@mail.example', name: 'Noa New' })).conversation;
  deliverFrom();
  const params = { id };
  const form = new FormData();
  for (const [name, value] of Object.entries({ first_name: 'Noa', last_name: 'Newer', email: 'new@mail.example' })) {
    form.set(name, value);
  }
  expect((await admin.call('contacts.update', { params, body: form })).status).toBe(200);
  for (const enabled of [false, false, true]) await admin.call('contacts.block', { params, body: { enabled } });
  await settled('delivered');
  await desk.until(async () => receiver.calls.length === 4, 'four calls');
  expect(receiver.calls.map(({ body }) => [body.event, body.changes, body.data.contact?.enabled])).toEqual([
    ['contact.created', {}, true],
    ['contact.updated', { fields: ['last_name'] }, true],
    ['contact.blocked', { enabled: { from: true, to: false } }, false],
    ['contact.unblocked', { enabled: { from: false, to: true } }, true],
  ]);
});

test('of other inboxes nothing is told', async () => {
  const {
    rows: [inbox],
  } = await desk.pool.query(
    `insert into inboxes (name, "from", address, config) select 'Else', 'else@desk.test', 'else@desk.test', config from inboxes where id = 1 returning id`,
  );
  await addWebhook(admin, { url: receiver.url, events: [...everyEvent], inbox_ids: [inbox.id] });
  await begin();
  expect(await rows()).toEqual([]);
  await addWebhook(admin, { url: receiver.url, events: [...everyEvent], inbox_ids: [1, inbox.id] });
  await begin();
  expect(await rows()).toHaveLength(1);
});

test('a failure is tried again after a growing pause, with the same event id', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  receiver.behave(answers(500, 'broken'));
  await begin();
  deliverFrom();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt++) {
    const row = await desk.until(async () => {
      const [one] = await rows();
      return one.attempts === attempt && one.state === 'waiting' && one;
    }, `attempt ${attempt}`);
    expect(row).toMatchObject({ status: 500, error: 'it answers with status 500', response_body: 'broken' });
    pauses.push(row.due_at.getTime() - row.last_attempt_at.getTime());
    if (attempt === 4) receiver.behave(answers(204));
    desk.clock.set(new Date(row.due_at.getTime() + 1));
    await wake();
  }
  await settled('delivered');
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
  expect(new Set(receiver.calls.map(({ body }) => body.event_id)).size).toBe(1);
  expect(receiver.calls.map(({ body }) => body.attempt)).toEqual([1, 2, 3, 4, 5]);
  const { data } = await admin.call('webhooks.deliveries', { params: { id } });
  const params = { id, delivery_id: data.results[0]!.id };
  const { tries } = (await admin.call('webhooks.delivery', { params })).data;
  expect(tries.map(({ status }) => status)).toEqual([500, 500, 500, 500, 204]);
  expect((await admin.call('webhooks.get', { params: { id } })).data).toMatchObject({
    failing_since: null,
    last_error: null,
  });
});

test('what fails holds back later events of its conversation, for that webhook alone', async () => {
  const steady = await startHookReceiver();
  try {
    const one = await begin();
    const other = await begin();
    await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
    await addWebhook(admin, { url: steady.url, events: [...everyEvent] });
    receiver.behave((call, answer) => answers(call.body.data.conversation!.id === one.id ? 503 : 200)(call, answer));
    deliverFrom();
    await setPriority(one.uuid, 1);
    await desk.until(async () => receiver.calls.length === 1, 'the first to fail');
    await setPriority(one.uuid, 2);
    await setPriority(other.uuid, 1);
    await setPriority(one.uuid, 3);
    await setPriority(other.uuid, 2);
    await desk.until(async () => (await states()).filter((state) => state === 'delivered').length === 7, 'the others');
    expect(receiver.calls.map(({ body }) => [body.data.conversation!.id, body.data.conversation!.priority_id])).toEqual(
      [
        [one.id, 1],
        [other.id, 1],
        [other.id, 2],
      ],
    );
    expect(steady.calls).toHaveLength(5);
    receiver.behave(answers(200));
    receiver.calls.length = 0;
    desk.clock.advance(hourMs);
    await wake();
    await settled('delivered');
    expect(receiver.calls.map(({ body }) => body.data.conversation!.priority_id)).toEqual([1, 2, 3]);
    expect(steady.calls).toHaveLength(5);
  } finally {
    await steady.close();
  }
});

test('a receiver that hangs takes no place of others, and is given up', async () => {
  const quick = await startHookReceiver();
  const slow = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  await addWebhook(admin, { url: quick.url, events: [...everyEvent] });
  receiver.behave(() => {});
  deliverFrom(desk.app.deps, 300);
  try {
    for (let i = 0; i < 20; i++) await begin();
    await desk.until(async () => quick.calls.length === 20, 'the quick one to be done');
    await desk.until(async () => {
      const of = (await rows()).filter(({ webhook_id }) => webhook_id === slow.id);
      return of.every(({ state, attempts }) => state === 'waiting' && attempts === 1);
    }, 'the slow one to be given up');
    const [row] = (await rows()).filter(({ webhook_id }) => webhook_id === slow.id);
    expect(row).toMatchObject({ status: null, error: 'no whole answer within 0.3 seconds' });
  } finally {
    await quick.close();
  }
});

test('several processes share the queue, and each event is delivered once', async () => {
  await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  const other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  try {
    deliverFrom();
    deliverFrom(other.app.deps);
    const conversations = await Promise.all(Array.from({ length: 10 }, begin));
    for (const priority of [1, 2, 3] as const)
      await Promise.all(conversations.map(({ uuid }) => setPriority(uuid, priority)));
    await settled('delivered');
    await desk.until(async () => receiver.calls.length >= 40, 'all calls');
    expect(new Set(receiver.calls.map(({ body }) => body.event_id)).size).toBe(40);
    expect(receiver.calls).toHaveLength(40);
    for (const { id } of conversations) {
      const seqs = receiver.calls.filter(({ body }) => body.data.conversation!.id === id).map(({ body }) => body.seq);
      expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
    }
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    running = [];
    await other.close();
  }
});

test('what a process had in hand when it was killed, another one delivers', async () => {
  await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  const dying = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  const { uuid } = await begin();
  await setPriority(uuid, 1);
  try {
    let claims = 0;
    // It dies after its call, before it can write down how that ended.
    const work: Deps['work'] = (actor, body) => {
      claims++;
      return claims === 1 ? dying.app.deps.work(actor, body) : Promise.reject(new Error('the process is gone'));
    };
    deliverFrom({ ...dying.app.deps, work });
    await desk.until(async () => receiver.calls.length === 1, 'its call');
    await Promise.all(running.map((one) => one.stop()));
    running = [];
    deliverFrom();
    expect(await states()).toEqual(['sending', 'waiting']);
    desk.clock.advance(61_000);
    await wake();
    await settled('delivered');
    expect(receiver.calls.map(({ body }) => [body.event, body.attempt])).toEqual([
      ['conversation.created', 1],
      ['conversation.created', 2],
      ['conversation.priority_changed', 1],
    ]);
    expect(receiver.calls[0]!.body.event_id).toBe(receiver.calls[1]!.body.event_id);
  } finally {
    await dying.close();
  }
});

test('a webhook without success for a whole day is switched off, with a reason and an entry in the log', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  receiver.behave(answers(410));
  const { uuid } = await begin();
  await setPriority(uuid, 1);
  const begun = desk.clock.now().getTime();
  deliverFrom();
  const get = async () => (await admin.call('webhooks.get', { params: { id } })).data;
  const switchedOff = await desk.until(async () => {
    const webhook = await get();
    if (!webhook.enabled) return webhook;
    const [head] = await rows();
    if (head.state === 'waiting' && head.attempts > 0) desk.clock.set(new Date(head.due_at.getTime() + 1));
    await wake();
    return null;
  }, 'it to be switched off');
  expect(switchedOff.disabled_reason).toMatch(/^no delivery succeeded for 24 hours; .*status 410$/);
  expect(desk.clock.now().getTime() - begun).toBeGreaterThanOrEqual(24 * hourMs);
  expect(receiver.calls.length).toBeGreaterThan(8);
  expect(receiver.calls.length).toBeLessThan(30);
  expect(await states()).toEqual(['failed', 'cancelled']);
  const { rows: entries } = await desk.pool.query(
    "select * from activity_logs where activity_type = 'webhook_changed' order by id desc limit 1",
  );
  expect(entries[0]).toMatchObject({
    actor_id: desk.app.deps.system.id,
    params: { changes: { enabled: { before: true, after: false } } },
  });
  expect((await desk.events()).at(-1)).toMatchObject({ kind: 'webhook.switched_off', payload: { webhook_id: id } });
  // Nothing is queued while it is off, and switched on it starts anew.
  await begin();
  expect(await rows()).toHaveLength(2);
  receiver.behave(answers(200));
  const { data } = await admin.call('webhooks.toggle', { params: { id }, body: { enabled: true } });
  expect(data).toMatchObject({
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    failed: 1,
  });
  await begin();
  await desk.until(async () => (await states()).at(-1) === 'delivered', 'the next one');
});

test('one success within the day keeps it on, and what nobody takes is given up after a day', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  const bad = await begin();
  receiver.behave((call, answer) => answers(call.body.data.conversation!.id === bad.id ? 500 : 200)(call, answer));
  deliverFrom();
  await desk.until(async () => {
    const [head] = await rows();
    if (head.state === 'failed') return true;
    if (head.state === 'waiting' && head.attempts > 0) {
      await begin();
      desk.clock.set(new Date(head.due_at.getTime() + 1));
      await wake();
    }
    return false;
  }, 'the delivery to be given up');
  const { data } = await admin.call('webhooks.get', { params: { id } });
  expect(data).toMatchObject({ enabled: true, failed: 1, last_success_at: expect.any(String) });
});

test('what waits when a webhook is switched off or deleted is not sent any more', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  const { uuid } = await begin();
  const params = { id };
  expect((await admin.call('webhooks.get', { params })).data.waiting).toBe(1);
  await admin.call('webhooks.toggle', { params, body: { enabled: false } });
  expect(await states()).toEqual(['cancelled']);
  const gone = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  await setPriority(uuid, 1);
  await admin.call('webhooks.remove', { params: { id: gone.id } });
  await admin.call('webhooks.toggle', { params, body: { enabled: true } });
  deliverFrom();
  await setPriority(uuid, 2);
  await desk.until(async () => (await states()).includes('delivered'), 'what came after that');
  expect(received()).toHaveLength(1);
  expect(receiver.calls[0]!.body.changes).toEqual({ priority_id: { from: 1, to: 2 } });
});

test('finished deliveries can be sent once more, one or all of a span of time', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  const from = desk.clock.now().toISOString();
  const { uuid } = await begin();
  await setPriority(uuid, 1);
  await setPriority(uuid, 2);
  const [first] = await rows();
  const one = { id, delivery_id: first.id };
  const waits = await admin.call('webhooks.replay', { params: one });
  expect(waits).toMatchObject({ status: 409, body: { code: 'webhook.delivery_waits' } });
  deliverFrom();
  await settled('delivered');
  expect((await admin.call('webhooks.replay', { params: one })).data).toEqual({ queued: 1 });
  await desk.until(async () => receiver.calls.length === 4, 'the replay');
  const ids = receiver.calls.map(({ body }) => body.event_id);
  expect(ids[3]).toBe(ids[0]);
  expect(receiver.calls[3]!.body).toMatchObject({ replay: true, attempt: 1 });
  await settled('delivered');
  const to = new Date(desk.clock.now().getTime() + 1000).toISOString();
  const range = (body: object) => admin.call('webhooks.replay_range', { params: { id }, body: { from, to, ...body } });
  expect((await range({})).data).toEqual({ queued: 0, more: false });
  expect((await range({ states: ['delivered'], to: from })).data).toEqual({ queued: 0, more: false });
  expect((await range({ states: ['delivered'] })).data).toEqual({ queued: 3, more: false });
  await desk.until(async () => receiver.calls.length === 7, 'the replayed range');
  expect(receiver.calls.slice(4).map(({ body }) => body.event_id)).toEqual(ids.slice(0, 3));
  await admin.call('webhooks.toggle', { params: { id }, body: { enabled: false } });
  expect(await range({ states: ['delivered'] })).toMatchObject({ status: 409, body: { code: 'webhook.is_off' } });
  expect(await admin.call('webhooks.replay', { params: one })).toMatchObject({
    status: 409,
    body: { code: 'webhook.is_off' },
  });
});

test('the log is kept for a week, and strays of webhooks that are off come to an end', async () => {
  const { id } = await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  await begin();
  await desk.pool.query("update webhook_events set created_at = created_at - interval '8 days'");
  await begin();
  await desk.pool.query('update webhooks set enabled = false');
  await tidyWebhooks(desk.app.deps);
  expect(await states()).toEqual(['cancelled']);
  const { data } = await admin.call('webhooks.deliveries', { params: { id } });
  expect(data.results).toHaveLength(1);
});

test('without a webhook nothing is written beside the change log, and what fails is not told', async () => {
  const { deps } = desk.app;
  await addWebhook(admin, { url: receiver.url, events: ['conversation.tags_changed'] });
  await begin();
  const {
    rows: [{ count }],
  } = await desk.pool.query('select count(*)::int from webhook_events');
  expect(count).toBe(0);
  await addWebhook(admin, { url: receiver.url, events: [...everyEvent] });
  const { id } = await begin();
  const failing = deps.work(deps.system, async (uow) => {
    await uow.publish({ kind: 'conversation.priority_changed', conversation_id: id, from: null, to: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await rows()).toHaveLength(1);
});
