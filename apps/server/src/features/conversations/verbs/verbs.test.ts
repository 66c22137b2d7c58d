import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { followUp, openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { findConversationForUpdate, reopen, wakeSnoozed } from '../index.ts';

let desk: Harness;
let admin: ApiClient;
let adminId: number;
let anaId: number;
let ordersId: number;
let returnsId: number;
let uuid: string;
let id: number;
let mark: number;

beforeAll(async () => {
  desk = await createHarness();
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed' });
  ordersId = await desk.addTeam('Orders', [anaId]);
  returnsId = await desk.addTeam('Returns');
  await desk.pool.query("insert into tags (name) values ('Returns'), ('vip'), ('spare part')");
  await desk.pool.query(
    `insert into custom_attributes (applies_to, name, key, data_type, values) values
     ('conversation', 'Order', 'order_no', 'text', '{}'), ('conversation', 'Seats', 'seats', 'number', '{}'),
     ('contact', 'Plan', 'plan', 'list', '{free,pro}')`,
  );
  admin = await desk.as();
  adminId = (await admin.call('agents.me')).data.id;
}, 120_000);
afterAll(() => desk.close());

beforeEach(async () => {
  const opened = await openConversation(desk);
  ({ uuid, id } = opened.conversation);
  await startHere();
});

/** From here on frames and entries are looked at. */
async function startHere(): Promise<void> {
  mark = (await desk.pool.query('select max(seq)::int as seq from events')).rows[0].seq ?? 0;
}

async function row(): Promise<Record<string, unknown>> {
  return (await desk.pool.query('select * from conversations where id = $1', [id])).rows[0];
}

/** Frames of the conversation since the mark, short: `prop = value` or the text of a new message. */
async function frames(): Promise<string[]> {
  const heard = await desk.frames(mark);
  return heard
    .filter(({ type }) => type !== 'notification')
    .map(({ type, data }) => {
      if (type === 'new_message') return `message: ${data.content}`;
      if (type === 'conversation_tags_update') return `tags: ${(data.tags as string[]).join(', ')}`;
      return `${data.prop} = ${typeof data.value === 'string' && /^\d{4}-/.test(data.value) ? '(time)' : JSON.stringify(data.value)}`;
    });
}

async function newEvents() {
  const events = await desk.events();
  return events.filter((event) => event.seq > mark).map(({ kind, payload }) => ({ kind, ...payload }));
}

type Verb = 'assign_user' | 'assign_team' | 'set_priority' | 'set_status' | 'set_tags' | 'set_attributes';
const put = (verb: Verb | 'remove_user' | 'remove_team' | 'mark_seen', body: object = {}, client = admin) =>
  client.call(`conversations.${verb}`, { params: { uuid }, body });

async function refused(answer: ReturnType<typeof put>): Promise<[number, string | undefined, string | undefined]> {
  const { status, body } = await answer;
  expect((await desk.frames(mark)).length).toBe(0);
  return [status, body.error_type, body.code];
}

describe('agent', () => {
  test('assigned by another', async () => {
    expect((await put('assign_user', { assignee_id: String(anaId) })).data).toBe(true);
    expect((await row()).assigned_user_id).toBe(anaId);
    expect(await frames()).toEqual([
      `assigned_user_id = ${anaId}`,
      'message: Admin assigned this conversation to Ana Reed',
    ]);
    expect(await newEvents()).toEqual([
      { kind: 'conversation.user_assigned', conversation_id: id, from: null, to: anaId },
    ]);
    const entry = (await desk.pool.query('select * from messages where conversation_id = $1 order by id desc', [id]))
      .rows[0];
    expect(entry).toMatchObject({
      type: 'activity',
      private: true,
      status: 'sent',
      sender_id: adminId,
      sender_type: 'agent',
      content_type: 'text',
      meta: { activity_type: 'assigned_user_change', params: { assignee: 'Ana Reed' } },
    });
  });

  test('taken by oneself', async () => {
    await put('assign_user', { assignee_id: adminId });
    expect(await frames()).toEqual([`assigned_user_id = ${adminId}`, 'message: Admin took this conversation']);
  });

  test('the same again is nothing', async () => {
    await put('assign_user', { assignee_id: anaId });
    await startHere();
    expect((await put('assign_user', { assignee_id: anaId })).data).toBe(true);
    expect([await frames(), await newEvents()]).toEqual([[], []]);
  });

  test('removed', async () => {
    await put('assign_user', { assignee_id: anaId });
    await startHere();
    expect((await put('remove_user')).data).toBe(true);
    expect(await frames()).toEqual([
      'assigned_user_id = null',
      'message: Admin removed Ana Reed from this conversation',
    ]);
    expect((await row()).assigned_user_id).toBeNull();
    await startHere();
    expect((await put('remove_user')).data).toBe(true);
    expect(await frames()).toEqual([]);
  });

  test('both sides of a reassignment hear the prop, only the new side the entry', async () => {
    await put('assign_user', { assignee_id: anaId });
    await startHere();
    await put('assign_user', { assignee_id: adminId });
    const [prop, entry] = await desk.frames(mark);
    const held = (user: number) => ({ assigned_user_id: user, assigned_team_id: null });
    expect(prop!.audience).toEqual({
      to: 'conversation',
      conversation_id: id,
      assignments: [held(adminId), held(anaId)],
    });
    expect(entry!.audience).toEqual({
      to: 'conversation',
      conversation_id: id,
      assignments: [held(adminId)],
      permission: 'messages:read',
    });
  });

  test('nobody who may not hold it', async () => {
    const disabled = await desk.addAgent({ email: `gone${id}@desk.test`, enabled: false });
    const contact = (await row()).contact_id;
    const system = (await desk.pool.query("select id from users where email = 'System'")).rows[0].id;
    for (const assignee_id of [disabled, contact, system, 99_999]) {
      expect(await refused(put('assign_user', { assignee_id }))).toEqual([
        400,
        'InputException',
        'agent.not_assignable',
      ]);
    }
    for (const assignee_id of ['', '0', 'x', '-1']) {
      expect((await refused(put('assign_user', { assignee_id }))).slice(0, 2)).toEqual([400, 'InputException']);
    }
  });
});

describe('team', () => {
  test('assigned, and its member keeps the conversation', async () => {
    await put('assign_user', { assignee_id: anaId });
    await startHere();
    expect((await put('assign_team', { assignee_id: ordersId })).data).toBe(true);
    expect(await frames()).toEqual([
      `assigned_team_id = ${ordersId}`,
      'message: Admin assigned this conversation to the team Orders',
    ]);
    expect((await row()).assigned_user_id).toBe(anaId);
    await startHere();
    await put('assign_team', { assignee_id: ordersId });
    expect(await frames()).toEqual([]);
  });

  test('an agent who is no member loses the conversation', async () => {
    await put('assign_user', { assignee_id: anaId });
    await startHere();
    await put('assign_team', { assignee_id: returnsId });
    expect(await frames()).toEqual([
      `assigned_team_id = ${returnsId}`,
      'message: Admin assigned this conversation to the team Returns',
      'assigned_user_id = null',
      'message: Admin removed Ana Reed from this conversation',
    ]);
    expect((await newEvents()).map((event) => event.kind)).toEqual([
      'conversation.team_assigned',
      'conversation.user_assigned',
    ]);
  });

  test('removing it keeps the agent', async () => {
    await put('assign_team', { assignee_id: ordersId });
    await put('assign_user', { assignee_id: anaId });
    await startHere();
    await put('remove_team');
    expect(await frames()).toEqual([
      'assigned_team_id = null',
      'message: Admin removed the team Orders from this conversation',
    ]);
    expect(await row()).toMatchObject({ assigned_user_id: anaId, assigned_team_id: null });
  });

  test('an unknown one is refused', async () => {
    expect(await refused(put('assign_team', { assignee_id: 99_999 }))).toEqual([
      400,
      'InputException',
      'team.not_found',
    ]);
  });
});

describe('priority', () => {
  test('set by name', async () => {
    expect((await put('set_priority', { priority: 'High' })).data).toBe(true);
    expect(await frames()).toEqual(['message: Admin set the priority to High', 'priority = "High"', 'priority_id = 3']);
    expect(await newEvents()).toEqual([
      { kind: 'conversation.priority_changed', conversation_id: id, from: null, to: 3 },
    ]);
    await startHere();
    await put('set_priority', { priority: 'High' });
    expect(await frames()).toEqual([]);
  });

  test('an unknown or missing name is refused', async () => {
    expect(await refused(put('set_priority', { priority: 'Urgent' }))).toEqual([
      400,
      'InputException',
      'conversation.priority_unknown',
    ]);
    expect((await refused(put('set_priority', { priority: '' })))[0]).toBe(400);
  });
});

describe('status', () => {
  const set = (status: string, snoozed_until?: string) =>
    put('set_status', { status, ...(snoozed_until === undefined ? {} : { snoozed_until }) });

  test('resolving needs an agent, closing does not', async () => {
    expect(await refused(set('Resolved'))).toEqual([400, 'InputException', 'conversation.resolve_needs_assignee']);
    await put('assign_team', { assignee_id: ordersId });
    expect((await set('Resolved')).status).toBe(400);
    expect((await set('Closed')).data).toBe(true);
  });

  test('resolve, reopen, resolve: the times', async () => {
    await put('assign_user', { assignee_id: anaId });
    await startHere();
    desk.clock.advance(3_600_000);
    await set('Resolved');
    expect(await frames()).toEqual([
      'message: Admin set the status to Resolved',
      'status = "Resolved"',
      'resolved_at = (time)',
    ]);
    const first = await row();
    expect(first.closed_at).toBeNull();
    expect(first.first_resolved_at).toEqual(first.resolved_at);

    desk.clock.advance(3_600_000);
    await startHere();
    await set('Closed');
    expect(await frames()).toEqual([
      'message: Admin set the status to Closed',
      'status = "Closed"',
      'closed_at = (time)',
    ]);
    expect((await row()).resolved_at).toEqual(first.resolved_at);

    await startHere();
    await set('Open');
    expect(await frames()).toEqual([
      'message: Admin set the status to Open',
      'status = "Open"',
      'resolved_at = null',
      'closed_at = null',
    ]);
    expect(await row()).toMatchObject({
      resolved_at: null,
      closed_at: null,
      first_resolved_at: first.first_resolved_at,
    });

    desk.clock.advance(3_600_000);
    await set('Resolved');
    const second = await row();
    expect((second.resolved_at as Date).getTime() - (first.resolved_at as Date).getTime()).toBeGreaterThan(7_000_000);
    expect(second.first_resolved_at).toEqual(first.first_resolved_at);
    desk.clock.set(new Date());
  });

  test('the same status is nothing', async () => {
    expect((await set('Open')).data).toBe(true);
    expect([await frames(), await newEvents()]).toEqual([[], []]);
  });

  test('an unknown name is refused', async () => {
    expect(await refused(set('Nowhere'))).toEqual([400, 'InputException', 'conversation.status_unknown']);
    expect((await refused(set('')))[0]).toBe(400);
  });

  test('custom statuses go by their category', async () => {
    await desk.pool.query(
      `insert into conversation_statuses (name, category) values ('Done ${id}', 'resolved'), ('Supplier ${id}', 'waiting')`,
    );
    expect((await refused(set(`Done ${id}`)))[2]).toBe('conversation.resolve_needs_assignee');
    await put('assign_user', { assignee_id: anaId });
    await set(`Done ${id}`);
    expect((await row()).resolved_at).not.toBeNull();
    await set(`Supplier ${id}`);
    expect(await row()).toMatchObject({ resolved_at: null, snoozed_until: null });
  });

  describe('snooze', () => {
    test.each([undefined, '', '0h', '-1h', '2d', '9000h', 'tomorrow', '2020-01-01T00:00:00Z'])(
      '%j is refused',
      async (until) => {
        expect(await refused(set('Snoozed', until))).toEqual([400, 'InputException', 'conversation.snooze_duration']);
      },
    );

    test('for a duration, again for longer, and over', async () => {
      expect((await set('Snoozed', '6h')).data).toBe(true);
      const until = (await row()).snoozed_until as Date;
      expect(Math.abs(until.getTime() - Date.now() - 6 * 3_600_000)).toBeLessThan(60_000);
      const [entry, ...props] = await frames();
      expect(entry).toBe(
        `message: Admin set the status to Snoozed until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      );
      expect(props).toEqual(['status = "Snoozed"', 'snoozed_until = (time)']);
      const jobs = await desk.pool.query('select run_at from graphile_worker.jobs where key = $1', [
        `conversation.unsnooze ${uuid}`,
      ]);
      expect(jobs.rows).toEqual([{ run_at: until }]);

      await startHere();
      await set('Snoozed', '2h');
      expect((await frames()).length).toBe(2);
      expect((await newEvents()).length).toBe(0);
      await set('Open');
      expect((await row()).snoozed_until).toBeNull();
    });

    test('until a time', async () => {
      const until = new Date(Date.now() + 86_400_000);
      await set('Snoozed', until.toISOString());
      expect((await row()).snoozed_until).toEqual(until);
    });

    test('until the exact time that stands beside the hours', async () => {
      const until = new Date(Date.now() + 90 * 60_000);
      const snoozed_until_at = until.toISOString();
      await put('set_status', { status: 'Snoozed', snoozed_until: '1h', snoozed_until_at });
      expect((await row()).snoozed_until).toEqual(until);
    });

    test('the job opens it when it is due, once, by System', async () => {
      await set('Snoozed', '1h');
      await wakeSnoozed(desk.app.deps);
      expect((await row()).snoozed_until).not.toBeNull();
      desk.clock.advance(3_600_000 + 1000);
      await startHere();
      await wakeSnoozed(desk.app.deps);
      await wakeSnoozed(desk.app.deps);
      expect(await frames()).toEqual([
        'status = "Open"',
        'snoozed_until = null',
        'message: The snooze is over: System set the status to Open',
      ]);
      expect((await newEvents()).map((event) => event.kind)).toEqual([
        'conversation.status_changed',
        'conversation.woken',
      ]);
      desk.clock.set(new Date());
    });

    test('what was resolved before it was due stays resolved', async () => {
      await put('assign_user', { assignee_id: anaId });
      await set('Snoozed', '1h');
      await set('Resolved');
      expect((await row()).snoozed_until).toBeNull();
      // A leftover of older data.
      await desk.pool.query("update conversations set snoozed_until = now() - interval '1 hour' where id = $1", [id]);
      await startHere();
      await wakeSnoozed(desk.app.deps);
      expect(await frames()).toEqual([]);
      expect((await row()).status_id).toBe(3);
    });
  });
});

describe('reopening by a customer', () => {
  test('a resolved conversation opens again', async () => {
    await put('assign_user', { assignee_id: anaId });
    await put('set_status', { status: 'Resolved' });
    await desk.pool.query('update conversations set waiting_since = null where id = $1', [id]);
    await startHere();
    await followUp(desk, id, { text: 'Still broken' });
    expect(await frames()).toEqual([
      'message: Still broken',
      'status = "Open"',
      'resolved_at = null',
      'message: System set the status to Open',
      'waiting_since = (time)',
    ]);
    expect(await row()).toMatchObject({ assigned_user_id: anaId, resolved_at: null, last_message: 'Still broken' });
  });

  test('the wait goes on from the first question', async () => {
    const waiting = (await row()).waiting_since;
    await followUp(desk, id, { text: 'Hello?' });
    expect((await row()).waiting_since).toEqual(waiting);
  });

  test('an agent who hands replies over loses it, open or not', async () => {
    await put('assign_user', { assignee_id: anaId });
    await desk.pool.query("update users set availability_status = 'away_and_reassigning' where id = $1", [anaId]);
    await startHere();
    await followUp(desk, id, { text: 'Anybody?' });
    expect(await frames()).toEqual([
      'message: Anybody?',
      'assigned_user_id = null',
      'message: System removed Ana Reed from this conversation',
    ]);
    await desk.pool.query("update users set availability_status = 'online' where id = $1", [anaId]);
  });

  test('a custom status that counts as open is left', async () => {
    await desk.pool.query(`insert into conversation_statuses (name, category) values ('In work ${id}', 'open')`);
    await put('set_status', { status: `In work ${id}` });
    const { work, system } = desk.app.deps;
    const { opened } = await work(system, async (uow) => reopen(uow, (await findConversationForUpdate(uow, id))!));
    expect(opened).toBe(false);
  });
});

describe('tags', () => {
  const set = (tags: unknown) => put('set_tags', { tags: typeof tags === 'string' ? tags : JSON.stringify(tags) });

  test('replaced by name, in any case; unknown ones are ignored', async () => {
    expect((await set(['returns', 'VIP', 'nonsense'])).data).toBe(true);
    expect(await frames()).toEqual([
      'message: Admin added the tag Returns',
      'message: Admin added the tag vip',
      'tags: Returns, vip',
    ]);
    await startHere();
    await set(['vip', 'spare part', 'vip']);
    expect(await frames()).toEqual([
      'message: Admin removed the tag Returns',
      'message: Admin added the tag spare part',
      'tags: spare part, vip',
    ]);
    expect(await newEvents()).toEqual([
      { kind: 'conversation.tags_changed', conversation_id: id, added: ['spare part'], removed: ['Returns'] },
    ]);
    expect((await admin.call('conversations.get', { params: { uuid } })).data.tags).toEqual(['spare part', 'vip']);
    await startHere();
    await set(['vip', 'spare part']);
    expect(await frames()).toEqual([]);
    await set([]);
    expect((await admin.call('conversations.get', { params: { uuid } })).data.tags).toEqual([]);
    expect((await desk.frames(mark)).some(({ data }) => data.prop === 'tags')).toBe(false);
  });

  test.each(['', '[', '{}', '"vip"', '[1]'])('%j is refused', async (tags) => {
    expect((await refused(set(tags))).slice(0, 2)).toEqual([400, 'InputException']);
  });
});

describe('an agent who may not read', () => {
  test('is assigned all the same, with a warning beside the answer', async () => {
    const blind = await desk.addAgent({
      email: `blind-${crypto.randomUUID()}@desk.test`,
      permissions: ['messages:write'],
    });
    const answer = await admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: blind } });
    expect(answer.body).toMatchObject({
      status: 'success',
      data: true,
      warnings: [{ code: 'warnings.agent_cannot_read', message: expect.stringContaining('may not read') }],
    });
    expect((await row()).assigned_user_id).toBe(blind);
    const seeing = await admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: anaId } });
    expect(seeing.body).toEqual({ status: 'success', data: true });
  });
});

describe('attributes', () => {
  const call = (
    route: 'set_attributes' | 'merge_attributes' | 'set_contact_attributes' | 'merge_contact_attributes',
    body: object,
  ) => admin.call(`conversations.${route}`, { params: { uuid }, body });

  test('replaced, merged and removed', async () => {
    expect((await call('set_attributes', { order_no: 'A-91', seats: '3' })).data).toBe(true);
    expect(await frames()).toEqual(['custom_attributes = {"seats":3,"order_no":"A-91"}']);
    expect(await newEvents()).toEqual([
      { kind: 'conversation.attributes_changed', conversation_id: id, keys: ['order_no', 'seats'], of: 'conversation' },
    ]);
    await call('merge_attributes', { seats: 4 });
    expect((await row()).custom_attributes).toEqual({ order_no: 'A-91', seats: 4 });
    await call('merge_attributes', { seats: null });
    await startHere();
    await call('set_attributes', { order_no: 'A-91' });
    expect(await frames()).toEqual([]);
    await call('set_attributes', {});
    expect((await row()).custom_attributes).toEqual({});
  });

  test("the contact's", async () => {
    expect((await call('set_contact_attributes', { plan: 'pro' })).data).toBe(true);
    expect(await frames()).toEqual(['contact.custom_attributes = {"plan":"pro"}']);
    const { data } = await admin.call('conversations.get', { params: { uuid } });
    expect(data.contact.custom_attributes).toEqual({ plan: 'pro' });
    await call('merge_contact_attributes', { plan: null });
    expect((await admin.call('conversations.get', { params: { uuid } })).data.contact.custom_attributes).toEqual({});
  });

  test('a value that does not fit is refused with its key', async () => {
    const { status, body } = await call('set_contact_attributes', { plan: 'gold' });
    expect([status, body.code]).toEqual([400, 'conversation.attribute_invalid']);
    expect(body.message).toContain('plan');
    expect((await call('set_attributes', { unknown: 1 })).status).toBe(400);
    await desk.pool.query("update custom_attributes set regex = '^(a+)+$' where key = 'order_no'");
    const endless = await call('set_attributes', { order_no: `${'a'.repeat(5_000)}!` });
    expect([endless.status, endless.body.code]).toEqual([400, 'conversation.attribute_invalid']);
    await desk.pool.query("update custom_attributes set regex = '' where key = 'order_no'");
    expect((await call('set_attributes', ['order_no'])).status).toBe(400);
    expect(await frames()).toEqual([]);
  });

  test('a value of a deleted definition survives', async () => {
    await desk.pool.query(`update conversations set custom_attributes = '{"old": "kept"}' where id = $1`, [id]);
    expect((await call('set_attributes', { old: 'kept', seats: 1 })).status).toBe(200);
    expect((await row()).custom_attributes).toEqual({ old: 'kept', seats: 1 });
  });
});

test('every verb on what the caller does not see is 404', async () => {
  await desk.addAgent({
    email: `narrow${id}@desk.test`,
    permissions: [
      'conversations:read',
      'conversations:read_assigned',
      'conversations:update_user_assignee',
      'conversations:update_team_assignee',
      'conversations:update_priority',
      'conversations:update_status',
      'conversations:update_tags',
    ],
  });
  const narrow = await desk.as(`narrow${id}@desk.test`);
  await startHere();
  const bodies: [Parameters<typeof put>[0], object][] = [
    ['assign_user', { assignee_id: anaId }],
    ['assign_team', { assignee_id: ordersId }],
    ['remove_user', {}],
    ['remove_team', {}],
    ['set_priority', { priority: 'Low' }],
    ['set_status', { status: 'Closed' }],
    ['set_tags', { tags: '[]' }],
    ['set_attributes', {}],
    ['mark_seen', {}],
  ];
  const foreign = uuid;
  for (const path of [foreign, 'x', crypto.randomUUID()]) {
    uuid = path;
    for (const [verb, body] of bodies) {
      expect(await refused(put(verb, body, narrow))).toEqual([404, 'NotFoundException', 'conversation.not_found']);
    }
  }
  uuid = foreign;
});
