import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createMailDesk, type MailDesk, plainMail } from '../../../test/mail-desk.ts';
import { promisesOn } from '../../../test/promises.ts';
import { recomputeSla } from './index.ts';

let desk: MailDesk;
let on: ReturnType<typeof promisesOn>;
let admin: ApiClient;
let asha: ApiClient;
let ashaId: number;

beforeAll(async () => {
  desk = await createMailDesk();
  on = promisesOn(desk);
  ashaId = await desk.addAgent({ email: 'asha@desk.test' });
  admin = await desk.as();
  asha = await desk.as('asha@desk.test');
}, 120_000);
afterAll(() => desk.close());
beforeEach(() => on.hours({ is_always_open: true }));

const minutes = (n: number) => n * 60_000;
const conversationOf = async (id: number) => {
  const { rows } = await desk.pool.query('select * from conversations where id = $1', [id]);
  return rows[0];
};
const setSla = (client: ApiClient, uuid: string, policy_id: number | null) =>
  client.call('conversations.set_sla', { params: { uuid }, body: { policy_id } });

test('by hand: set, seen by everybody who sees the conversation, taken away', async () => {
  const { id, uuid } = await on.opened();
  const policy = await on.policy({ first_response_time: '1h', next_response_time: '1h' });
  expect(await setSla(asha, uuid, policy)).toMatchObject({ status: 200, data: true });
  const answer = await admin.call('conversations.all', { query: { page_size: '100' } });
  expect(answer.data.results.find((row) => row.id === id)).toMatchObject({
    sla_policy_id: policy,
    next_sla_deadline_at: expect.any(String),
    first_response_deadline_at: expect.any(String),
  });
  expect((await setSla(asha, uuid, null)).status).toBe(200);
  expect((await setSla(asha, uuid, null)).status).toBe(200);
  expect(await conversationOf(id)).toMatchObject({
    sla_policy_id: null,
    applied_sla_id: null,
    next_sla_deadline_at: null,
    first_response_deadline_at: null,
  });
  const { rows } = await desk.pool.query(
    `select meta ->> 'activity_type' as kind, sender_id from messages where conversation_id = $1 and type = 'activity' order by id`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'sla_set', sender_id: ashaId },
    { kind: 'sla_removed', sender_id: ashaId },
  ]);
});

test('refused: without any update permission, an unknown policy, no hours to count by, bad input', async () => {
  const { id, uuid } = await on.opened();
  const policy = await on.policy({ first_response_time: '1h' });
  await desk.addAgent({ email: 'reader@desk.test', permissions: ['conversations:read', 'conversations:read_all'] });
  expect((await setSla(await desk.as('reader@desk.test'), uuid, policy)).status).toBe(403);
  expect(await setSla(admin, uuid, 999_999)).toMatchObject({ status: 404, body: { code: 'sla.not_found' } });
  await on.hours(null);
  expect(await setSla(admin, uuid, policy)).toMatchObject({ status: 409, body: { code: 'sla.no_hours' } });
  for (const policy_id of ['x', -1, 1.5, true, {}]) {
    expect((await setSla(admin, uuid, policy_id as number)).status).toBe(400);
  }
  expect((await conversationOf(id)).sla_policy_id).toBeNull();
});

test('a macro applies it, shows its name, and says what failed', async () => {
  const { uuid, id } = await on.opened();
  const policy = await on.policy({ first_response_time: '1h' });
  const body = {
    name: `Promise ${policy}`,
    message_content: '',
    visibility: 'all' as const,
    visible_when: ['replying' as const],
    actions: [{ type: 'set_sla' as const, value: [String(policy)] }],
  };
  expect(
    (await admin.call('macros.create', { body: { ...body, actions: [{ type: 'set_sla', value: ['999999'] }] } }))
      .status,
  ).toBe(400);
  const macro = (await admin.call('macros.create', { body })).data;
  expect(macro.actions).toMatchObject([{ type: 'set_sla', display_value: [expect.stringContaining('Policy')] }]);
  expect((await admin.call('sla.usage', { params: { id: policy } })).data.used_by).toEqual([
    { entity: 'macro', id: macro.id, name: body.name },
  ]);
  const apply = () => asha.call('macros.apply', { params: { uuid, id: macro.id }, body: body.actions });
  expect((await apply()).status).toBe(200);
  expect((await conversationOf(id)).sla_policy_id).toBe(policy);
});

test('new conversations get the default policy of the settings, which a deleted policy leaves', async () => {
  const policy = await on.policy({ first_response_time: '1h', next_response_time: '1h', resolution_time: '8h' });
  const saved = await admin.call('settings.update_general', { body: { 'app.sla_policy_id': '999999' } });
  expect(saved.status).toBe(400);
  expect((await admin.call('settings.update_general', { body: { 'app.sla_policy_id': String(policy) } })).status).toBe(
    200,
  );
  const { decision } = await desk.take(plainMail({ id: 'promised@customer.example' }));
  const id = decision.conversation_id!;
  expect(await on.standing(id)).toMatchObject({ status: 'pending', first: { due: expect.any(String) } });
  // The customer's mail stands first in the thread.
  expect((await desk.messages(id)).map(({ type }) => type)).toEqual(['incoming', 'activity']);

  // An answer by HTTP and SMTP meets the first response, a further mail begins the next one.
  const { uuid } = await conversationOf(id);
  await asha.call('messages.send', {
    params: { uuid },
    body: { message: '<p>Soon</p>', to: ['ana@customer.example'] },
  });
  await desk.until(async () => (await on.standing(id)).first.met, 'the reply to be judged');
  const auto = plainMail({
    id: 'away@customer.example',
    headers: ['In-Reply-To: <promised@customer.example>', 'Auto-Submitted: auto-replied'],
  });
  await desk.take(auto);
  // Behaviour section 14, line 7.
  expect((await on.standing(id)).next).toEqual([]);
  await desk.take(plainMail({ id: 'further@customer.example', headers: ['In-Reply-To: <promised@customer.example>'] }));
  expect(await on.standing(id)).toMatchObject({ next: [{ status: 'pending' }] });

  expect((await admin.call('sla.remove', { params: { id: policy } })).status).toBe(200);
  await desk.until(async () => (await conversationOf(id)).applied_sla_id === null, 'what ran under it to end');
  expect(await conversationOf(id)).toMatchObject({ next_sla_deadline_at: null, resolution_deadline_at: null });
  const { rows } = await desk.pool.query('select status from applied_slas where conversation_id = $1', [id]);
  expect(rows).toEqual([{ status: 'cancelled' }]);
  expect((await admin.call('settings.admin')).data['app.sla_policy_id']).toBe('');
});

test('a changed policy is for new conversations only, or for open ones too', async () => {
  const policy = await on.policy({ first_response_time: '2h', resolution_time: '8h' });
  const [running, answered] = [await on.opened(), await on.opened()];
  for (const { id } of [running, answered]) await on.apply(id, policy);
  await on.reply(answered.id, ashaId);
  const { data } = await admin.call('sla.get', { params: { id: policy } });
  const before = await on.standing(running.id);
  const change = (more: object) =>
    admin.call('sla.update', {
      params: { id: policy },
      body: { name: data.name, first_response_time: '1h', resolution_time: '4h', ...more },
    });
  expect((await change({})).status).toBe(200);
  await recomputeSla(desk.app.deps, { policy_id: policy + 1 });
  expect(await on.standing(running.id)).toEqual(before);
  expect((await change({ apply_to_open: true })).status).toBe(200);
  const earlier = (due: string | null, by: number) => new Date(Date.parse(due!) - minutes(by)).toISOString();
  await desk.until(async () => (await on.standing(running.id)).first.due !== before.first.due, 'the new deadlines');
  expect(await on.standing(running.id)).toMatchObject({
    first: { due: earlier(before.first.due, 60) },
    resolution: { due: earlier(before.resolution.due, 240) },
    next_deadline: earlier(before.first.due, 60),
  });
  // What was decided stays.
  const decided = await on.standing(answered.id);
  expect(Date.parse(decided.first.due!) - Date.parse(decided.resolution.due!)).toBe(minutes(120 - 240));
});

test('changed business hours are for new conversations only, or for open ones too', async () => {
  const hours = await on.hours({ is_always_open: true });
  const { id } = await on.opened();
  await on.apply(id, await on.policy({ resolution_time: '1h' }));
  const before = await on.standing(id);
  const { data } = await admin.call('business_hours.get', { params: { id: hours } });
  const { name, description, is_always_open, holidays } = data;
  // Every day from midnight to midnight but for an hour: at one of two times an hour does not end where it did.
  const now = desk.clock.now();
  const closing = new Date(now.getTime() + minutes(30)).toISOString().slice(11, 16);
  const opening = new Date(now.getTime() + minutes(90)).toISOString().slice(11, 16);
  const day = { open: opening, close: closing };
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const week = Object.fromEntries(days.map((one) => [one, day]));
  const save = (body: object) =>
    admin.call('business_hours.update', { params: { id: hours }, body: { name, description, holidays, ...body } });
  expect((await save({ is_always_open })).status).toBe(200);
  expect(await on.standing(id)).toEqual(before);
  expect((await save({ is_always_open: false, hours: week, apply_to_open: true })).status).toBe(200);
  await desk.until(async () => (await on.standing(id)).resolution.due !== before.resolution.due, 'the new deadline');
});
