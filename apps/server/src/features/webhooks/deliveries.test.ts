import { expect, test } from 'vitest';
import { answers, startHookReceiver } from '../../../test/fakes/hook-receiver.ts';
import { adminEmail, createHarness } from '../../../test/harness.ts';
import { addWebhook, useHookDesk } from '../../../test/webhooks.ts';
import type { Deps } from '../../core/deps.ts';

const it = useHookDesk();
const everyEvent = ['conversation.created', 'conversation.priority_changed'] as const;
const hourMs = 3600_000;

test('a failure is tried again after a growing pause, with the same event id', async () => {
  const { id } = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  it.receiver.behave(answers(500, 'broken'));
  await it.begin();
  it.deliverFrom();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt++) {
    const row = await it.desk.until(async () => {
      const one = (await it.rows())[0]!;
      return one.attempts === attempt && one.state === 'waiting' && one;
    }, `attempt ${attempt}`);
    expect(row).toMatchObject({ status: 500, error: 'it answers with status 500', response_body: 'broken' });
    pauses.push(row.due_at.getTime() - row.last_attempt_at.getTime());
    if (attempt === 4) it.receiver.behave(answers(204));
    it.desk.clock.set(new Date(row.due_at.getTime() + 1));
    await it.wake();
  }
  await it.settled('delivered');
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
  expect(new Set(it.receiver.calls.map(({ body }) => body.event_id)).size).toBe(1);
  expect(it.receiver.calls.map(({ body }) => body.attempt)).toEqual([1, 2, 3, 4, 5]);
  const { data } = await it.admin.call('webhooks.deliveries', { params: { id } });
  const params = { id, delivery_id: data.results[0]!.id };
  const { tries } = (await it.admin.call('webhooks.delivery', { params })).data;
  expect(tries.map(({ status }) => status)).toEqual([500, 500, 500, 500, 204]);
  expect((await it.admin.call('webhooks.get', { params: { id } })).data).toMatchObject({
    failing_since: null,
    last_error: null,
  });
});

test('what fails holds back later events of its conversation, for that webhook alone', async () => {
  const steady = await startHookReceiver();
  try {
    const one = await it.begin();
    const other = await it.begin();
    await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
    await addWebhook(it.admin, { url: steady.url, events: [...everyEvent] });
    it.receiver.behave((call, answer) => answers(call.body.data.conversation!.id === one.id ? 503 : 200)(call, answer));
    it.deliverFrom();
    await it.setPriority(one.uuid, 1);
    await it.desk.until(async () => it.receiver.calls.length === 1, 'the first to fail');
    await it.setPriority(one.uuid, 2);
    await it.setPriority(other.uuid, 1);
    await it.setPriority(one.uuid, 3);
    await it.setPriority(other.uuid, 2);
    await it.desk.until(
      async () => (await it.states()).filter((state) => state === 'delivered').length === 7,
      'the others',
    );
    expect(
      it.receiver.calls.map(({ body }) => [body.data.conversation!.id, body.data.conversation!.priority_id]),
    ).toEqual([
      [one.id, 1],
      [other.id, 1],
      [other.id, 2],
    ]);
    expect(steady.calls).toHaveLength(5);
    it.receiver.behave(answers(200));
    it.receiver.calls.length = 0;
    it.desk.clock.advance(hourMs);
    await it.wake();
    await it.settled('delivered');
    expect(it.receiver.calls.map(({ body }) => body.data.conversation!.priority_id)).toEqual([1, 2, 3]);
    expect(steady.calls).toHaveLength(5);
  } finally {
    await steady.close();
  }
});

test('a receiver that hangs takes no place of others, and is given up', async () => {
  const quick = await startHookReceiver();
  const slow = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  await addWebhook(it.admin, { url: quick.url, events: [...everyEvent] });
  it.receiver.behave(() => {});
  it.deliverFrom(it.desk.app.deps, 2_000);
  try {
    // Twice as many as are called at once.
    for (let i = 0; i < 8; i++) await it.begin();
    await it.desk.until(async () => quick.calls.length === 8, 'the quick one to be done');
    await it.desk.until(async () => {
      const of = (await it.rows()).filter(({ webhook_id }) => webhook_id === slow.id);
      return of.every(({ state, attempts }) => state === 'waiting' && attempts === 1);
    }, 'the slow one to be given up');
    const [row] = (await it.rows()).filter(({ webhook_id }) => webhook_id === slow.id);
    expect(row).toMatchObject({ status: null, error: 'no whole answer within 2 seconds' });
  } finally {
    await quick.close();
  }
});

test('several processes share the queue, and each event is delivered once', async () => {
  await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  const other = await createHarness({ share: it.desk, env: { LOG_LEVEL: 'silent' } });
  try {
    it.deliverFrom();
    it.deliverFrom(other.app.deps);
    const conversations = await Promise.all(Array.from({ length: 10 }, it.begin));
    for (const priority of [1, 2, 3] as const)
      await Promise.all(conversations.map(({ uuid }) => it.setPriority(uuid, priority)));
    await it.settled('delivered');
    await it.desk.until(async () => it.receiver.calls.length >= 40, 'all calls');
    expect(new Set(it.receiver.calls.map(({ body }) => body.event_id)).size).toBe(40);
    expect(it.receiver.calls).toHaveLength(40);
    for (const { id } of conversations) {
      const seqs = it.receiver.calls
        .filter(({ body }) => body.data.conversation!.id === id)
        .map(({ body }) => body.seq);
      expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
    }
  } finally {
    await it.stopDelivering();
    await other.close();
  }
});

test('what a process had in hand when it was killed, another one delivers', async () => {
  await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  const dying = await createHarness({ share: it.desk, env: { LOG_LEVEL: 'silent' } });
  const { uuid } = await it.begin();
  await it.setPriority(uuid, 1);
  try {
    let claims = 0;
    // It dies after its call, before it can write down how that ended.
    const work: Deps['work'] = (actor, body) => {
      claims++;
      return claims === 1 ? dying.app.deps.work(actor, body) : Promise.reject(new Error('the process is gone'));
    };
    it.deliverFrom({ ...dying.app.deps, work });
    await it.desk.until(async () => it.receiver.calls.length === 1, 'its call');
    await it.stopDelivering();
    it.deliverFrom();
    expect(await it.states()).toEqual(['sending', 'waiting']);
    it.desk.clock.advance(61_000);
    await it.wake();
    await it.settled('delivered');
    expect(it.receiver.calls.map(({ body }) => [body.event, body.attempt])).toEqual([
      ['conversation.created', 1],
      ['conversation.created', 2],
      ['conversation.priority_changed', 1],
    ]);
    expect(it.receiver.calls[0]!.body.event_id).toBe(it.receiver.calls[1]!.body.event_id);
  } finally {
    await dying.close();
  }
});

test('a webhook without success for a whole day is switched off, with a reason and an entry in the log', async () => {
  await it.desk.addAgent({ email: 'eve@shop.example' });
  await it.admin.call('settings.update_email_notifications', {
    body: {
      'notification.email.enabled': true,
      'notification.email.host': '127.0.0.1',
      'notification.email.email_address': 'desk@shop.example',
    },
  });
  const { id, name } = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  it.receiver.behave(answers(410));
  const { uuid } = await it.begin();
  await it.setPriority(uuid, 1);
  const begun = it.desk.clock.now().getTime();
  it.deliverFrom();
  const get = async () => (await it.admin.call('webhooks.get', { params: { id } })).data;
  const switchedOff = await it.desk.until(async () => {
    const webhook = await get();
    if (!webhook.enabled) return webhook;
    const head = (await it.rows())[0]!;
    if (head.state === 'waiting' && head.attempts > 0) it.desk.clock.set(new Date(head.due_at.getTime() + 1));
    await it.wake();
    return null;
  }, 'it to be switched off');
  expect(switchedOff.disabled_reason).toMatch(/^no delivery succeeded for 24 hours; .*status 410$/);
  expect(it.desk.clock.now().getTime() - begun).toBeGreaterThanOrEqual(24 * hourMs);
  expect(it.receiver.calls.length).toBeGreaterThan(8);
  expect(it.receiver.calls.length).toBeLessThan(30);
  expect(await it.states()).toEqual(['failed', 'cancelled']);
  const { rows: entries } = await it.desk.pool.query(
    "select * from activity_logs where activity_type = 'webhook_changed' order by id desc limit 1",
  );
  expect(entries[0]).toMatchObject({
    actor_id: it.desk.app.deps.system.id,
    params: { changes: { enabled: { before: true, after: false } } },
  });
  expect((await it.desk.events()).at(-1)).toMatchObject({ kind: 'webhook.switched_off', payload: { webhook_id: id } });
  // Those who manage webhooks are told, and nobody else.
  const news = await it.admin.call('notifications.list', { query: { unread: 'true' } });
  expect(news.data.results).toMatchObject([{ kind: 'webhook_off', webhook: { id, name }, conversation: null }]);
  expect((await (await it.desk.as('eve@shop.example')).call('notifications.list')).data.results).toEqual([]);
  const { rows: mails } = await it.desk.pool.query(
    'select u.email, d.channel from notification_deliveries d join users u on u.id = d.agent_id',
  );
  expect(mails).toEqual([{ email: adminEmail, channel: 'mail' }]);
  // Nothing is queued while it is off, and switched on it starts anew.
  await it.begin();
  expect(await it.rows()).toHaveLength(2);
  it.receiver.behave(answers(200));
  const { data } = await it.admin.call('webhooks.toggle', { params: { id }, body: { enabled: true } });
  expect(data).toMatchObject({
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    failed: 1,
  });
  await it.begin();
  await it.desk.until(async () => (await it.states()).at(-1) === 'delivered', 'the next one');
});

test('one success within the day keeps it on, and what nobody takes is given up after a day', async () => {
  const { id } = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  const bad = await it.begin();
  it.receiver.behave((call, answer) => answers(call.body.data.conversation!.id === bad.id ? 500 : 200)(call, answer));
  it.deliverFrom();
  await it.desk.until(async () => {
    const head = (await it.rows())[0]!;
    if (head.state === 'failed') return true;
    if (head.state === 'waiting' && head.attempts > 0) {
      await it.begin();
      it.desk.clock.set(new Date(head.due_at.getTime() + 1));
      await it.wake();
    }
    return false;
  }, 'the delivery to be given up');
  const { data } = await it.admin.call('webhooks.get', { params: { id } });
  expect(data).toMatchObject({ enabled: true, failed: 1, last_success_at: expect.any(String) });
});
