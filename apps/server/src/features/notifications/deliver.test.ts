import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { adminEmail, createHarness, type Harness } from '../../../test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import type { DomainEvent } from '../../core/domain-events.ts';
import { sendSystemMail } from '../system-mail/index.ts';
import { loadActor, setAvailability } from '../users/index.ts';
import { deliverNotifications } from './index.ts';

/** Mails and pushes from the event to the server's door, by a clock that the tests move; no job runs but those that they run. */
let desk: Harness;
let other: Harness;
let admin: ApiClient;
let mia: ApiClient;
let sink: SmtpSink;
let miaId: number;
let conversation: { id: number; uuid: string; reference_number: string };

beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent' } });
  other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  sink = await startSmtpSink();
  miaId = await desk.addAgent({ email: 'mia@shop.example', first_name: 'Mia', last_name: 'Sol' });
  mia = await desk.as('mia@shop.example');
  const settings = { enabled: true, host: sink.host, port: sink.port, email_address: 'Desk <desk@shop.example>' };
  const further = { auth_protocol: 'none', tls_type: 'none', max_msg_retries: 0 };
  const body = Object.fromEntries(
    Object.entries({ ...settings, ...further }).map(([name, value]) => [`notification.email.${name}`, value]),
  );
  expect((await admin.call('settings.update_email_notifications', { body })).status).toBe(200);
}, 120_000);
afterAll(async () => {
  await other.close();
  await desk.close();
  await sink.close();
});
beforeEach(async () => {
  sink.behave({});
  desk.clock.set('2026-03-10T12:00:00Z');
  other.clock.set('2026-03-10T12:00:00Z');
  for (const table of ['notifications', 'system_mails', 'notification_choices', 'notification_times']) {
    await desk.pool.query(`delete from ${table}`);
  }
  await desk.pool.query("update users set availability_status = 'offline'");
  conversation = (await openConversation(desk)).conversation;
});

const minute = 60_000;
const publish = (event: DomainEvent) => desk.app.deps.work(desk.app.deps.system, (uow) => uow.publish(event));
const assign = async (one = conversation) =>
  expect(
    (await admin.call('conversations.assign_user', { params: { uuid: one.uuid }, body: { assignee_id: miaId } }))
      .status,
  ).toBe(200);
const deliver = (process = desk) => deliverNotifications(process.app.deps);
const mails = async () =>
  (await desk.pool.query('select id, kind, state, content, recipient from system_mails order by id')).rows;
const kinds = async () => (await mails()).map((mail) => mail.kind);
const waiting = async () =>
  (await desk.pool.query('select due_at, is_held from notification_deliveries where sent_at is null order by id')).rows;
const choose = async (body: Record<string, unknown>) =>
  expect((await mia.call('notifications.save_preferences', { body: body as never })).status).toBe(200);
const become = async (status: 'online' | 'away_manual' | 'offline') => {
  const actor = await loadActor(desk.app.deps.db, miaId);
  await setAvailability(desk.app.deps, actor, { status, source: 'manual', ip: '127.0.0.1' });
};

test('a mail waits a minute, says why it came, and goes once', async () => {
  await assign();
  await deliver();
  expect(await mails()).toEqual([]);
  desk.clock.advance(minute);
  await deliver();
  await deliver();
  const [mail, ...more] = await mails();
  expect([mail.kind, more]).toEqual(['Conversation assigned', []]);
  await sendSystemMail(desk.app.deps, Number(mail.id));
  const { html, subject } = await simpleParser(sink.messages.at(-1)!.raw);
  expect(subject).toContain(`#${conversation.reference_number}`);
  expect(html).toContain('Because it is assigned to you');
  expect(html).toContain('http://desk.test/account/notifications');
});

test('what happens in one conversation meanwhile comes in one mail, and is one entry', async () => {
  await choose({ matrix: { note: { mine: { in_app: true, mail: true } }, customer_reply: { mine: { mail: true } } } });
  await assign();
  for (const text of ['one', 'two', '<b>three</b>']) {
    const body = { message: `<p>${text}</p>`, private: true };
    expect((await admin.call('messages.send', { params: { uuid: conversation.uuid }, body })).status).toBe(200);
  }
  expect((await mia.call('notifications.list')).data.results).toMatchObject([{ kind: 'assignment', count: 4 }]);
  desk.clock.advance(minute);
  await deliver();
  expect(await kinds()).toEqual(['conversation-news']);
});

test('a webhook that was switched off is mailed to who manages the desk, with what it failed of', async () => {
  const { rows } = await desk.pool.query(
    `insert into webhooks (name, url, events, secret, last_error) values ('Shop', 'https://x.example', '{}', 's', 'status 410')
     returning id`,
  );
  await publish({ kind: 'webhook.switched_off', webhook_id: rows[0].id });
  desk.clock.advance(minute);
  await deliver();
  expect(await mails()).toMatchObject([
    { kind: 'webhook-off', recipient: adminEmail, content: { Webhook: 'Shop', Reason: 'status 410' } },
  ]);
});

describe('reading in one place clears the others', () => {
  const ways: [string, () => Promise<unknown>][] = [
    ['in the list', () => mia.call('notifications.mark_all_read')],
    [
      'by a look at the conversation',
      () => mia.call('conversations.mark_seen', { params: { uuid: conversation.uuid } }),
    ],
    [
      'by acting on it',
      () => mia.call('conversations.set_priority', { params: { uuid: conversation.uuid }, body: { priority: 'High' } }),
    ],
  ];
  test.each(ways)('%s: the mail that waits is not sent', async (_way, read) => {
    await assign();
    await read();
    desk.clock.advance(minute);
    await deliver();
    expect([await mails(), await waiting()]).toEqual([[], []]);
  });

  test('nor is one that the server has refused so far', async () => {
    sink.behave({ onRcptTo: () => '450 4.2.0 Later' });
    await assign();
    desk.clock.advance(minute);
    await deliver();
    const [mail] = await mails();
    await sendSystemMail(desk.app.deps, Number(mail.id));
    expect(await mails()).toMatchObject([{ state: 'retrying' }]);
    await mia.call('notifications.mark_all_read');
    expect(await mails()).toMatchObject([{ state: 'dropped', content: null }]);
  });
});

describe('behaviour 14, line 39: a deadline', () => {
  const alert = (user_ids: number[]) =>
    publish({
      kind: 'sla.alerted',
      conversation_id: conversation.id,
      alert: 'breach',
      metric: 'first_response',
      deadline_at: '2026-03-10T09:55:00Z',
      user_ids,
    });

  test('is told at once, with its template and how long it is overdue in words', async () => {
    await alert([miaId]);
    await deliver();
    const [mail] = await mails();
    expect(mail.kind).toBe('SLA breached');
    expect(mail.content).toMatchObject({ 'SLA.Metric': 'First Response', 'SLA.OverdueBy': '2 hours 5 minutes' });
    await sendSystemMail(desk.app.deps, Number(mail.id));
    const { html } = await simpleParser(sink.messages.at(-1)!.raw);
    expect(html).toContain('2 hours 5 minutes');
    expect(html).toContain('Because the SLA policy names you');
  });

  test('resolved before it is sent: nobody', async () => {
    await choose({ quiet_hours: { from: '11:00', to: '13:00', zone: 'UTC' } });
    await alert([miaId]);
    await deliver();
    await desk.pool.query(
      "update conversations set status_id = (select id from conversation_statuses where category = 'resolved' limit 1) where id = $1",
      [conversation.id],
    );
    desk.clock.set('2026-03-10T13:00:00Z');
    await deliver();
    expect([await mails(), await waiting()]).toEqual([[], []]);
  });

  test('one of an assignment is not sent to whom it has left', async () => {
    await assign();
    const { data: me } = await admin.call('agents.me');
    const body = { assignee_id: me.id };
    await admin.call('conversations.assign_user', { params: { uuid: conversation.uuid }, body });
    desk.clock.advance(minute);
    await deliver();
    expect((await mails()).filter(({ recipient }) => recipient === 'mia@shop.example')).toEqual([]);
  });
});

test('who may read messages or manage webhooks no longer is not told of them any more', async () => {
  const email = 'temp@shop.example';
  const id = await desk.addAgent({
    email,
    permissions: ['conversations:read', 'conversations:read_all', 'messages:read', 'general_settings:manage'],
  });
  const temp = await desk.as(email);
  const matrix = { customer_reply: { all: { mail: true } } };
  expect((await temp.call('notifications.save_preferences', { body: { matrix } as never })).status).toBe(200);
  const { rows } = await desk.pool.query(
    `insert into webhooks (name, url, events, secret) values ('Gone', 'https://x.example', '{}', 's') returning id`,
  );
  const { rows: sent } = await desk.pool.query(
    "select id from messages where conversation_id = $1 and type = 'incoming' limit 1",
    [conversation.id],
  );
  await publish({ kind: 'webhook.switched_off', webhook_id: rows[0].id });
  await publish({
    kind: 'message.received',
    conversation_id: conversation.id,
    message_id: sent[0].id,
    is_auto_reply: false,
    opened: false,
  });
  expect(await waiting()).toHaveLength(3);
  desk.clock.advance(minute);
  await desk.pool.query(
    `update roles set permissions = '{conversations:read,conversations:read_all}'
     where id in (select role_id from user_roles where user_id = $1)`,
    [id],
  );
  await deliver();
  expect((await mails()).filter(({ recipient }) => recipient === email)).toEqual([]);
});

describe('when', () => {
  test.each([
    ['always', 'online', 1],
    ['always', 'away_manual', 1],
    ['not_online', 'online', 0],
    ['not_online', 'offline', 1],
    ['when_back', 'away_manual', 0],
    ['when_back', 'offline', 0],
    ['when_back', 'online', 1],
  ] as const)('%s, being %s: %i mails', async (mail_when, status, count) => {
    await choose({ mail_when });
    await become(status);
    await assign();
    desk.clock.advance(minute);
    await deliver();
    expect((await mails()).length).toBe(count);
  });

  test('what was held while one was away goes on coming back, together', async () => {
    await choose({ mail_when: 'when_back', digest: { mails: 1, minutes: 10 } });
    await become('away_manual');
    await assign();
    await assign((await openConversation(desk)).conversation as typeof conversation);
    desk.clock.advance(minute);
    await deliver();
    expect((await waiting()).map((row) => row.is_held)).toEqual([true, true]);
    await become('online');
    await deliver();
    expect(await kinds()).toEqual(['notification-digest']);
  });

  test('quiet hours hold until they end on the own clock, over the change to summer time too', async () => {
    // In Berlin the clocks go from 2 to 3 in this night.
    desk.clock.set('2026-03-29T00:30:00Z');
    await choose({ quiet_hours: { from: '22:00', to: '07:30', zone: 'Europe/Berlin' } });
    await assign();
    desk.clock.advance(minute);
    await deliver();
    expect((await waiting()).map((row) => row.due_at.toISOString())).toEqual(['2026-03-29T05:30:00.000Z']);
    desk.clock.set('2026-03-29T05:29:00Z');
    await deliver();
    expect(await mails()).toEqual([]);
    desk.clock.set('2026-03-29T05:30:00Z');
    await deliver();
    expect(await kinds()).toEqual(['Conversation assigned']);
  });

  test('a clock that jumps back sends nothing twice', async () => {
    await assign();
    desk.clock.advance(minute);
    await deliver();
    desk.clock.set('2026-03-10T10:00:00Z');
    await deliver();
    desk.clock.set('2026-03-11T12:00:00Z');
    await deliver();
    expect((await mails()).length).toBe(1);
  });
});

describe('storms', () => {
  const storm = async (count: number) => {
    const { rows } = await desk.pool.query<{ id: number }>(
      `insert into conversations (contact_id, inbox_id, subject, status_id)
       select contact_id, inbox_id, 'Storm ' || n, status_id
       from conversations, generate_series(1, $2) n where id = $1 returning id`,
      [conversation.id, count],
    );
    for (const { id } of rows) {
      await desk.pool.query('update conversations set assigned_user_id = $1 where id = $2', [miaId, id]);
      await publish({ kind: 'conversation.user_assigned', conversation_id: id, from: null, to: miaId });
    }
  };

  test('500 assigned at once are one mail that lists them', async () => {
    await storm(500);
    desk.clock.advance(minute);
    await deliver();
    const [digest, ...more] = await mails();
    expect(more).toEqual([]);
    expect(digest).toMatchObject({
      kind: 'notification-digest',
      content: { Subject: '500 notifications from Bellhop', Rest: 'And 450 more.' },
    });
    expect(JSON.parse(digest.content.Entries)).toHaveLength(50);
    expect((await mia.call('notifications.counts')).data.unread).toBe(500);
  }, 120_000);

  test('up to the chosen number each comes by itself, then they come together, at the chosen distance', async () => {
    await choose({ digest: { mails: 2, minutes: 30 } });
    await storm(2);
    desk.clock.advance(minute);
    await deliver();
    expect(await kinds()).toEqual(['Conversation assigned', 'Conversation assigned']);
    await storm(3);
    desk.clock.advance(minute);
    await deliver();
    expect((await kinds()).slice(2)).toEqual(['notification-digest']);
    await storm(4);
    desk.clock.advance(minute);
    await deliver();
    expect((await kinds()).length).toBe(3);
    desk.clock.advance(30 * minute);
    await deliver();
    expect((await kinds()).slice(3)).toEqual(['notification-digest']);
    expect(await waiting()).toEqual([]);
  });

  test('a server that is down for an hour gets a few mails, and nobody else waits', async () => {
    sink.behave({ onRcptTo: () => '450 4.2.0 Later' });
    const attempt = async () => {
      const { rows } = await desk.pool.query(
        'select id from system_mails where finished_at is null and due_at <= $1 order by id',
        [desk.clock.now()],
      );
      for (const { id } of rows) await sendSystemMail(desk.app.deps, Number(id));
    };
    for (let passed = 0; passed < 60; passed += 5) {
      await storm(4);
      desk.clock.advance(5 * minute);
      await deliver();
      await attempt();
    }
    const down = await mails();
    expect(down.length).toBeLessThanOrEqual(4 + 60 / 10);
    expect((await mia.call('notifications.counts')).data.unread).toBe(48);
    sink.behave({});
    sink.messages.length = 0;
    for (let passed = 0; passed < 240; passed += 15) {
      desk.clock.advance(15 * minute);
      await deliver();
      await attempt();
    }
    expect((await mails()).map(({ state }) => state)).toEqual((await mails()).map(() => 'sent'));
    expect(await waiting()).toEqual([]);
    // Each conversation was told of once.
    const { rows } = await desk.pool.query('select count(*)::int as n from notification_deliveries');
    expect(rows).toEqual([{ n: 48 }]);
  }, 120_000);
});

describe('restarts and neighbours', () => {
  test('what a process began and did not finish is done by the next', async () => {
    await assign();
    desk.clock.advance(minute);
    const broken = {
      ...desk.app.deps,
      work: ((actor, body) =>
        desk.app.deps.work(actor, async (uow) => {
          await body(uow);
          throw new Error('killed');
        })) as typeof desk.app.deps.work,
    };
    await expect(deliverNotifications(broken)).rejects.toThrow('could not be handed over');
    expect([await mails(), (await waiting()).length]).toEqual([[], 1]);
    await deliver();
    expect(await kinds()).toEqual(['Conversation assigned']);
  });

  test('two processes at once send each mail once', async () => {
    const all = [conversation];
    for (let count = 0; count < 3; count++) {
      all.push((await openConversation(desk)).conversation as typeof conversation);
    }
    for (const one of all) await assign(one);
    desk.clock.advance(minute);
    other.clock.advance(minute);
    await Promise.all([deliver(), deliver(other), deliver(), deliver(other)]);
    await deliver();
    expect((await mails()).length).toBe(4);
    expect(await waiting()).toEqual([]);
  });

  test('an agent who was disabled or lost sight of it meanwhile gets nothing', async () => {
    await assign();
    await desk.pool.query('update users set enabled = false where id = $1', [miaId]);
    desk.clock.advance(minute);
    await deliver();
    await desk.pool.query('update users set enabled = true where id = $1', [miaId]);
    expect([await mails(), await waiting()]).toEqual([[], []]);
  });

  test('while mails to agents are off none waits, and the bell rings all the same', async () => {
    await desk.pool.query("update settings set value = 'false' where key = 'notification.email.enabled'");
    await assign();
    desk.clock.advance(minute);
    await deliver();
    await desk.pool.query("update settings set value = 'true' where key = 'notification.email.enabled'");
    expect([await mails(), await waiting()]).toEqual([[], []]);
    expect((await mia.call('notifications.counts')).data.unread).toBe(1);
  });
});
