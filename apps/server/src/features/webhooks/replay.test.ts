import { expect, test } from 'vitest';
import { addWebhook, useHookDesk } from '../../../test/webhooks.ts';
import { tidyWebhooks } from './index.ts';

const it = useHookDesk();
const everyEvent = ['conversation.created', 'conversation.priority_changed'] as const;

test('what waits when a webhook is switched off or deleted is not sent any more', async () => {
  const { id } = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  const { uuid } = await it.begin();
  const params = { id };
  expect((await it.admin.call('webhooks.get', { params })).data.waiting).toBe(1);
  await it.admin.call('webhooks.toggle', { params, body: { enabled: false } });
  expect(await it.states()).toEqual(['cancelled']);
  const gone = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  await it.setPriority(uuid, 1);
  await it.admin.call('webhooks.remove', { params: { id: gone.id } });
  await it.admin.call('webhooks.toggle', { params, body: { enabled: true } });
  it.deliverFrom();
  await it.setPriority(uuid, 2);
  await it.desk.until(async () => (await it.states()).includes('delivered'), 'what came after that');
  expect(it.receiver.calls).toHaveLength(1);
  expect(it.receiver.calls[0]!.body.changes).toEqual({ priority_id: { from: 1, to: 2 } });
});

test('finished deliveries can be sent once more, one or all of a span of time', async () => {
  const { id } = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  const from = it.desk.clock.now().toISOString();
  const { uuid } = await it.begin();
  await it.setPriority(uuid, 1);
  await it.setPriority(uuid, 2);
  const first = (await it.rows())[0]!;
  const one = { id, delivery_id: first.id };
  const waits = await it.admin.call('webhooks.replay', { params: one });
  expect(waits).toMatchObject({ status: 409, body: { code: 'webhook.delivery_waits' } });
  it.deliverFrom();
  await it.settled('delivered');
  expect((await it.admin.call('webhooks.replay', { params: one })).data).toEqual({ queued: 1 });
  await it.desk.until(async () => it.receiver.calls.length === 4, 'the replay');
  const ids = it.receiver.calls.map(({ body }) => body.event_id);
  expect(ids[3]).toBe(ids[0]);
  expect(it.receiver.calls[3]!.body).toMatchObject({ replay: true, attempt: 1 });
  await it.settled('delivered');
  const to = new Date(it.desk.clock.now().getTime() + 1000).toISOString();
  const range = (body: object) =>
    it.admin.call('webhooks.replay_range', { params: { id }, body: { from, to, ...body } });
  expect((await range({})).data).toEqual({ queued: 0, more: false });
  expect((await range({ states: ['delivered'], to: from })).data).toEqual({ queued: 0, more: false });
  expect((await range({ states: ['delivered'] })).data).toEqual({ queued: 3, more: false });
  await it.desk.until(async () => it.receiver.calls.length === 7, 'the replayed range');
  expect(it.receiver.calls.slice(4).map(({ body }) => body.event_id)).toEqual(ids.slice(0, 3));
  await it.admin.call('webhooks.toggle', { params: { id }, body: { enabled: false } });
  expect(await range({ states: ['delivered'] })).toMatchObject({ status: 409, body: { code: 'webhook.is_off' } });
  expect(await it.admin.call('webhooks.replay', { params: one })).toMatchObject({
    status: 409,
    body: { code: 'webhook.is_off' },
  });
});

test('the log is kept for a week, and strays of webhooks that are off come to an end', async () => {
  const { id } = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  await it.begin();
  await it.desk.pool.query("update webhook_events set created_at = created_at - interval '8 days'");
  await it.begin();
  await it.desk.pool.query('update webhooks set enabled = false');
  await tidyWebhooks(it.desk.app.deps);
  expect(await it.states()).toEqual(['cancelled']);
  const { data } = await it.admin.call('webhooks.deliveries', { params: { id } });
  expect(data.results).toHaveLength(1);
});
