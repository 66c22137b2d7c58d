import {
  type NotificationChannel,
  type NotificationEvent,
  type NotificationScope,
  notificationChannels,
  notificationDefaults,
  notificationEvents,
  notificationMatrix,
} from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import type { DomainEvent } from '../../core/domain-events.ts';

/**
 * Every event of the matrix, in every scope, on every channel: told when that one cell is on, and only to the agent whom it concerns in that scope.
 */
let desk: Harness;
let admin: ApiClient;
let mia: ApiClient;
const ids: Record<string, number> = {};
let team: number;
let conversation: { id: number; uuid: string };

beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  ids.mia = await desk.addAgent({ email: 'mia@desk.test', first_name: 'Mia', last_name: 'Sol', roles: ['Admin'] });
  ids.ota = await desk.addAgent({ email: 'ota@desk.test', first_name: 'Ota', last_name: 'Key' });
  team = await desk.addTeam('Support', [ids.mia!]);
  mia = await desk.as('mia@desk.test');
  // A browser that asked for pushes, or none are queued.
  await desk.pool.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
     select user_id, id_hash, 'https://push.example/' || user_id, 'p', 'a' from sessions`,
  );
}, 120_000);
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from notifications');
  await desk.pool.query('delete from notification_choices');
  conversation = (await openConversation(desk)).conversation;
  await desk.pool.query('delete from notifications');
});

const publish = (event: DomainEvent) => desk.app.deps.work(desk.app.deps.system, (uow) => uow.publish(event));
const put = (columns: string, values: unknown[]) =>
  desk.pool.query(`update conversations set ${columns} where id = ${conversation.id}`, values);

/** Makes the conversation concern Mia in one scope, and in as few others as can be. */
const situations: Record<NotificationScope, () => Promise<unknown>> = {
  named: async () => {},
  mine: () => put('assigned_user_id = $1', [ids.mia]),
  my_teams: () => put('assigned_team_id = $1, assigned_user_id = $2', [team, ids.ota]),
  unassigned: async () => {},
  taking_part: async () => {
    await put('assigned_user_id = $1', [ids.ota]);
    await desk.pool.query('insert into conversation_participants values ($1, $2)', [conversation.id, ids.mia]);
  },
  all: () => put('assigned_user_id = $1', [ids.ota]),
};

/** Makes the event happen. */
const happenings: Record<NotificationEvent, () => Promise<unknown>> = {
  assignment: () =>
    publish({ kind: 'conversation.user_assigned', conversation_id: conversation.id, from: null, to: ids.mia! }),
  team_assignment: () =>
    publish({ kind: 'conversation.team_assigned', conversation_id: conversation.id, from: null, to: team }),
  mention: () => note(`<span data-mention="agent:${ids.mia}">@Mia</span> look`),
  note: () => note('All is well'),
  customer_reply: async () => {
    const { id } = await followUp(desk, conversation.id, { text: 'Any news?' });
    await publish({
      kind: 'message.received',
      conversation_id: conversation.id,
      message_id: Number(id),
      is_auto_reply: false,
      opened: false,
    });
  },
  new_conversation: () =>
    publish({
      kind: 'message.received',
      conversation_id: conversation.id,
      message_id: 1,
      is_auto_reply: false,
      opened: true,
    }),
  sla_warning: () => alerted('warning'),
  sla_breach: () => alerted('breach'),
  snooze_woken: () => publish({ kind: 'conversation.woken', conversation_id: conversation.id }),
  rule: () =>
    publish({
      kind: 'automation.notified',
      conversation_id: conversation.id,
      user_ids: [ids.mia!],
      subject: 'Look here',
      message: 'It is urgent',
    }),
  mailbox_trouble: () => publish({ kind: 'inbox.in_trouble', inbox_id: 1, alert: 'silent' }),
  webhook_off: async () => {
    const { rows } = await desk.pool.query(
      `insert into webhooks (name, url, events, secret) values (gen_random_uuid()::text, 'https://x.example', '{}', 's') returning id`,
    );
    await publish({ kind: 'webhook.switched_off', webhook_id: rows[0].id });
  },
};
const alerted = (alert: 'warning' | 'breach') =>
  publish({
    kind: 'sla.alerted',
    conversation_id: conversation.id,
    alert,
    metric: 'first_response',
    deadline_at: new Date().toISOString(),
    user_ids: [ids.mia!],
  });
async function note(text: string) {
  const sent = await admin.call('messages.send', {
    params: { uuid: conversation.uuid },
    body: { message: `<p>${text}</p>`, private: true },
  });
  expect(sent.status).toBe(200);
}

/** Where Mia, and anybody else, was told. */
async function toldTo(agentId: number) {
  const { rows } = await desk.pool.query(
    `select n.kind, n.scope, n.in_app, n.cause_id is not null as has_cause,
       array(select d.channel from notification_deliveries d where d.notification_id = n.id order by 1) as deliveries
     from notifications n where n.agent_id = $1`,
    [agentId],
  );
  return rows.map((row) => ({
    ...row,
    channels: notificationChannels.filter((one) => (one === 'in_app' ? row.in_app : row.deliveries.includes(one))),
  }));
}

/** Everything off for Mia but one cell. */
async function only(event: NotificationEvent, scope: NotificationScope, channel: NotificationChannel) {
  const off = { in_app: false, mail: false, push: false };
  const matrix = Object.fromEntries(
    notificationEvents.map((one) => [one, Object.fromEntries(notificationMatrix[one].map((each) => [each, off]))]),
  );
  matrix[event]![scope] = { ...off, [channel]: true };
  expect((await mia.call('notifications.save_preferences', { body: { matrix } })).status).toBe(200);
}

const cells = notificationEvents.flatMap((event) => notificationMatrix[event].map((scope) => ({ event, scope })));
describe.each(cells)('$event, $scope', ({ event, scope }) => {
  test.each(notificationChannels)('%s', async (channel) => {
    await situations[scope]();
    await only(event, scope, channel);
    await happenings[event]();
    expect(await toldTo(ids.mia!)).toMatchObject([{ scope, channels: [channel], has_cause: true }]);
  });

  test('by default', async () => {
    await situations[scope]();
    await happenings[event]();
    const channels = notificationDefaults[`${event}.${scope}`] ?? [];
    expect(await toldTo(ids.mia!)).toMatchObject(
      channels.length > 0 ? [{ scope, channels: notificationChannels.filter((one) => channels.includes(one)) }] : [],
    );
  });

  test('nothing while another scope is meant', async () => {
    const other = { mine: 'all', my_teams: 'all', unassigned: 'all', taking_part: 'all' } as const;
    if (!(scope in other) || event === 'assignment' || event === 'team_assignment') return;
    await situations[other[scope as keyof typeof other]]();
    await only(event, scope, 'in_app');
    await happenings[event]();
    expect(await toldTo(ids.mia!)).toEqual([]);
  });
});

test('nobody is told of an own act; what a rule does in somebody’s unit of work is nobody’s', async () => {
  await situations.mine();
  await mia.call('notifications.save_preferences', {
    body: { matrix: { note: { all: { in_app: true } }, new_conversation: { all: { in_app: true } } } },
  });
  const sent = await mia.call('messages.send', {
    params: { uuid: conversation.uuid },
    body: { message: '<p>mine</p>', private: true },
  });
  expect(sent.status).toBe(200);
  await mia.call('conversations.assign_user', { params: { uuid: conversation.uuid }, body: { assignee_id: ids.mia! } });
  expect(await toldTo(ids.mia!)).toEqual([]);
  const { work, db } = desk.app.deps;
  const { loadActor } = await import('../users/index.ts');
  const { because, recordCause } = await import('../../core/cause.ts');
  const actor = await loadActor(db, ids.mia!);
  await work(actor, async (uow) => {
    const rule = { id: 1, name: 'Night shift', version: 1, type: 'update_conversation' };
    const cause = await recordCause(uow, { kind: 'automation', conversation_id: conversation.id, trace: { rule } });
    await because(uow, cause, () =>
      uow.publish({
        kind: 'automation.notified',
        conversation_id: conversation.id,
        user_ids: [ids.mia!],
        subject: 'Wake up',
        message: 'All of it',
      }),
    );
  });
  const { data } = await mia.call('notifications.list');
  expect(data.results).toMatchObject([
    {
      kind: 'rule',
      scope: 'named',
      actor: { first_name: 'System' },
      rule: { name: 'Night shift', subject: 'Wake up' },
    },
  ]);
  const { rows } = await desk.pool.query('select kind, trace, parent_id from causes where id = $1', [
    data.results[0]!.cause_id,
  ]);
  expect(rows).toMatchObject([
    {
      kind: 'notification',
      trace: { facts: [{ name: 'told_named', value: 'Mia Sol' }] },
      parent_id: expect.anything(),
    },
  ]);
});

test('who may not see the conversation hears nothing, whatever was asked for; nor does a disabled agent', async () => {
  const id = await desk.addAgent({
    email: 'narrow@desk.test',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read'],
  });
  const everything = notificationMatrix.customer_reply.map(
    (scope) => `(${id}, 'customer_reply', '${scope}', 'in_app', true)`,
  );
  await desk.pool.query(`insert into notification_choices values ${everything.join()}`);
  await desk.pool.query('insert into conversation_participants values ($1, $2)', [conversation.id, id]);
  await happenings.customer_reply();
  expect(await toldTo(id)).toEqual([]);
  await put('assigned_user_id = $1', [id]);
  await happenings.customer_reply();
  expect(await toldTo(id)).toMatchObject([{ scope: 'mine' }]);
  await desk.pool.query('delete from notifications');
  await desk.pool.query('update users set enabled = false where id = $1', [id]);
  await happenings.customer_reply();
  expect(await toldTo(id)).toEqual([]);
});

describe('preferences', () => {
  const save = (body: Record<string, unknown>, client = mia) =>
    client.call('notifications.save_preferences', { body: body as never });

  test('only what differs from the defaults is stored, and what is left out stays', async () => {
    const matrix = {
      assignment: { mine: { in_app: true, mail: false, push: true } },
      note: { all: { in_app: true, mail: false } },
    };
    const { data } = await save({ matrix });
    expect(data.matrix.assignment.mine).toEqual({ in_app: true, mail: false, push: true });
    const { rows } = await desk.pool.query(
      'select event, scope, channel, is_on from notification_choices order by 1, 2, 3',
    );
    expect(rows).toEqual([
      { event: 'assignment', scope: 'mine', channel: 'mail', is_on: false },
      { event: 'note', scope: 'all', channel: 'in_app', is_on: true },
    ]);
    await save({ matrix: { assignment: { mine: { mail: true } } }, mail_when: 'when_back' });
    const { data: after } = await mia.call('notifications.preferences');
    expect(after).toMatchObject({
      matrix: { assignment: { mine: { mail: true } }, note: { all: { in_app: true } } },
      mail_when: 'when_back',
      quiet_hours: null,
      digest: { mails: 5, minutes: 10 },
    });
    expect((await desk.pool.query('select 1 from notification_choices')).rowCount).toBe(1);
  });

  test.each([
    [{ matrix: { assignment: { all: { mail: true } } } }, 'matrix.assignment.all'],
    [{ matrix: { lunch: { mine: { mail: true } } } }, 'matrix.lunch.mine'],
    [{ matrix: { note: { mine: { mail: 'yes' } } } }, 'matrix.note.mine.mail'],
    [{ matrix: { note: { mine: { fax: true } } } }, 'matrix.note.mine'],
    [{ matrix: { constructor: { name: { mail: true } } } }, 'matrix.constructor.name'],
    [{ mail_when: 'never' }, 'mail_when'],
    [{ quiet_hours: { from: '22:00', to: '25:00', zone: 'UTC' } }, 'quiet_hours.to'],
    [{ quiet_hours: { from: '22:00', to: '22:00', zone: 'UTC' } }, 'quiet_hours.to'],
    [{ quiet_hours: { from: '22:00', to: '06:00', zone: 'Mars/Base' } }, 'quiet_hours.zone'],
    [{ digest: { mails: -1, minutes: 10 } }, 'digest.mails'],
    [{ digest: { mails: 5, minutes: 1 } }, 'digest.minutes'],
  ])('%j names %s', async (body, field) => {
    const answer = await save(body);
    expect([answer.status, Object.keys(answer.body.data ?? {})]).toEqual([400, [field]]);
  });

  test('a second tab that knows something older is told', async () => {
    const { data } = await save({ mail_when: 'always' });
    expect((await save({ mail_when: 'not_online', based_on: data.updated_at })).status).toBe(200);
    const late = await save({ mail_when: 'when_back', based_on: data.updated_at });
    expect([late.status, late.body.code]).toEqual([409, 'config.changed_meanwhile']);
  });

  test('each has their own, and those of a deleted agent are gone', async () => {
    const id = await desk.addAgent({ email: 'gone@desk.test' });
    const gone = await desk.as('gone@desk.test');
    await save({ matrix: { note: { all: { in_app: true } } }, mail_when: 'not_online' }, gone);
    expect((await mia.call('notifications.preferences')).data.matrix.note).toMatchObject({ all: { in_app: false } });
    expect((await admin.call('agents.remove', { params: { id } })).status).toBe(200);
    const left = await desk.pool.query(
      'select (select count(*) from notification_choices where agent_id = $1)::int + (select count(*) from notification_times where agent_id = $1)::int as n',
      [id],
    );
    expect(left.rows).toEqual([{ n: 0 }]);
    await happenings.note();
    expect(await toldTo(id)).toEqual([]);
  });
});
