import { WebhookBody } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { openConversation } from '../../../test/conversations.ts';
import { startHookReceiver } from '../../../test/fakes/hook-receiver.ts';
import { addWebhook, isSignedWith, useHookDesk } from '../../../test/webhooks.ts';

const it = useHookDesk();
const everyEvent = ['conversation.created', 'conversation.priority_changed'] as const;

test('a change is told with the state at its end, signed, and stands in the log', async () => {
  const { id, secret } = await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  const { uuid, id: conversationId, reference_number } = await it.begin();
  it.deliverFrom();
  await it.setPriority(uuid, 3);
  await it.setPriority(uuid, 1);
  await it.settled('delivered');
  await it.desk.until(async () => it.receiver.calls.length === 3, 'three calls');
  const bodies = it.receiver.calls.map((call) => WebhookBody.strict().parse(JSON.parse(call.text)));
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
  expect(it.receiver.calls.every((call) => isSignedWith(call, secret))).toBe(true);
  expect(it.receiver.calls[0]!.headers['bellhop-event-id']).toBe(bodies[0]!.event_id);
  const { data: log } = await it.admin.call('webhooks.deliveries', { params: { id }, query: { limit: 2 } });
  expect(log.results.map(({ event_id }) => event_id)).toEqual([bodies[2]!.event_id, bodies[1]!.event_id]);
  expect(log.results[0]).toMatchObject({
    state: 'delivered',
    attempts: 1,
    status: 200,
    error: null,
    conversation_uuid: uuid,
  });
  const next = await it.admin.call('webhooks.deliveries', {
    params: { id },
    query: { limit: 2, cursor: log.next_cursor! },
  });
  expect(next.data).toMatchObject({ results: [{ event: 'conversation.created' }], next_cursor: null });
  const filtered = await it.admin.call('webhooks.deliveries', {
    params: { id },
    query: { event: 'conversation.created', state: 'delivered' },
  });
  expect(filtered.data.results).toHaveLength(1);
  const params = { id, delivery_id: log.results[1]!.id };
  expect((await it.admin.call('webhooks.delivery', { params })).data).toMatchObject({
    url: it.receiver.url,
    request_body: it.receiver.calls[1]!.text,
    request_is_cut: false,
    request_headers: { 'Bellhop-Event-Id': bodies[1]!.event_id },
    response_body: 'thanks',
    tries: [{ status: 200, error: null }],
  });
  expect((await it.admin.call('webhooks.get', { params })).data).toMatchObject({
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
    await addWebhook(it.admin, { url: it.receiver.url, events: ['message.note_added'] });
    await addWebhook(it.admin, { url: plain.url, events: [...everyEvent] });
    const { uuid } = await it.begin();
    it.deliverFrom();
    const params = { uuid };
    const note = { message: '<p>Between us: secret-word</p>', private: true };
    expect((await it.admin.call('messages.send', { params, body: note })).status).toBe(200);
    await it.setPriority(uuid, 2);
    await it.settled('delivered');
    await it.desk.until(async () => plain.calls.length === 2 && it.receiver.calls.length === 1, 'all calls');
    expect(it.receiver.calls[0]!.body).toMatchObject({
      event: 'message.note_added',
      data: {
        message: { private: true, text_content: expect.stringContaining('secret-word') },
        conversation: { uuid },
      },
    });
    expect(it.receiver.calls[0]!.body.data.message).not.toHaveProperty('send_id');
    expect(plain.calls.map(({ text }) => text).join()).not.toContain('secret-word');
  } finally {
    await plain.close();
  }
});

test('contacts are told when they come, change and are blocked', async () => {
  await addWebhook(it.admin, {
    url: it.receiver.url,
    events: ['contact.created', 'contact.updated', 'contact.blocked', 'contact.unblocked'],
    inbox_ids: [1],
  });
  const { contact_id: id } = (await openConversation(it.desk, { from: 'new@mail.example', name: 'Noa New' }))
    .conversation;
  it.deliverFrom();
  const params = { id };
  const form = new FormData();
  for (const [name, value] of Object.entries({ first_name: 'Noa', last_name: 'Newer', email: 'new@mail.example' })) {
    form.set(name, value);
  }
  expect((await it.admin.call('contacts.update', { params, body: form })).status).toBe(200);
  for (const enabled of [false, false, true]) await it.admin.call('contacts.block', { params, body: { enabled } });
  await it.settled('delivered');
  await it.desk.until(async () => it.receiver.calls.length === 4, 'four calls');
  expect(it.receiver.calls.map(({ body }) => [body.event, body.changes, body.data.contact?.enabled])).toEqual([
    ['contact.created', {}, true],
    ['contact.updated', { fields: ['last_name'] }, true],
    ['contact.blocked', { enabled: { from: true, to: false } }, false],
    ['contact.unblocked', { enabled: { from: false, to: true } }, true],
  ]);
});

test('of other inboxes nothing is told', async () => {
  const {
    rows: [inbox],
  } = await it.desk.pool.query(
    `insert into inboxes (name, "from", address, config) select 'Else', 'else@it.desk.test', 'else@it.desk.test', config from inboxes where id = 1 returning id`,
  );
  await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent], inbox_ids: [inbox.id] });
  await it.begin();
  expect(await it.rows()).toEqual([]);
  await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent], inbox_ids: [1, inbox.id] });
  await it.begin();
  expect(await it.rows()).toHaveLength(1);
});

test('a deleted inbox may stay among those of a webhook, which is told nothing then', async () => {
  const { rows } = await it.desk.pool.query(
    `insert into inboxes (name, "from", address, config) select 'Gone', 'gone@desk.test', 'gone@desk.test', config
     from inboxes where id = 1 returning id`,
  );
  const inbox_ids = [rows[0].id];
  const { id, name, events, url } = await addWebhook(it.admin, { url: it.receiver.url, inbox_ids });
  const usage = await it.admin.call('inboxes.usage', { params: { id: rows[0].id } });
  expect(usage.data).toMatchObject({ used_by: [{ entity: 'webhook', id, name }], total: 1 });
  await it.desk.pool.query('update inboxes set deleted_at = now() where id = $1', inbox_ids);
  const body = { name, events, url, inbox_ids };
  expect((await it.admin.call('webhooks.update', { params: { id }, body })).data.inbox_ids).toEqual(inbox_ids);
  expect((await it.admin.call('webhooks.create', { body: { ...body, name: 'Else' } })).status).toBe(400);
  await it.begin();
  expect(await it.rows()).toEqual([]);
});

test('without a webhook nothing is written beside the change log, and what fails is not told', async () => {
  const { deps } = it.desk.app;
  await addWebhook(it.admin, { url: it.receiver.url, events: ['conversation.tags_changed'] });
  await it.begin();
  const {
    rows: [{ count }],
  } = await it.desk.pool.query('select count(*)::int from webhook_events');
  expect(count).toBe(0);
  await addWebhook(it.admin, { url: it.receiver.url, events: [...everyEvent] });
  const { id } = await it.begin();
  const failing = deps.work(deps.system, async (uow) => {
    await uow.publish({ kind: 'conversation.priority_changed', conversation_id: id, from: null, to: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await it.rows()).toHaveLength(1);
});
