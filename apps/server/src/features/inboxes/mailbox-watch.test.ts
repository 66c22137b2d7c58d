import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { watchMailboxes } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let ops: ApiClient;
let other: ApiClient;
let id: number;

beforeAll(async () => {
  desk = await createHarness();
  await desk.addAgent({ email: 'ops@desk.test', permissions: ['inboxes:manage'] });
  await desk.addAgent({ email: 'other@desk.test' });
  admin = await desk.as();
  ops = await desk.as('ops@desk.test');
  other = await desk.as('other@desk.test');
  const server = { host: 'mail.shop.example', username: 'help@shop.example', password: 'secret' };
  const config = { imap: [{ ...server, port: 993 }], smtp: [{ ...server, port: 587 }] };
  await admin.call('inboxes.create', {
    body: { name: 'Shop', from: 'help@shop.example', channel: 'email', config },
  });
  id = (await admin.call('inboxes.list')).data.find(({ name }) => name === 'Shop')!.id;
});
afterAll(() => desk.close());
beforeEach(() => desk.pool.query('delete from inbox_alerts; delete from notifications'));

const watch = () => watchMailboxes(desk.app.deps);
const fail = (problem: string, detail: string) =>
  desk.pool.query(
    `update inboxes set receive_state = 'error', failing_since = now(), last_error = $3, last_error_at = now(),
      last_problem = $2 where id = $1`,
    [id, problem, detail],
  );
const heal = () =>
  desk.pool.query(
    "update inboxes set receive_state = 'idle', failing_since = null, last_success_at = now() where id = $1",
    [id],
  );
const listOf = async (client: ApiClient) => (await client.call('notifications.list')).data.results;
const health = async () => (await admin.call('inboxes.health')).data.find((inbox) => inbox.id === id)!.health;
const alerts = async () => (await ops.call('inboxes.alerts')).data;

test('who manages mailboxes is told once that one stopped, and it is over when it works again', async () => {
  await heal();
  await watch();
  expect(await alerts()).toEqual([]);
  await fail('login_refused', 'The server did not accept the user name or password');
  const before = (await desk.frames()).at(-1)?.seq ?? 0;
  await watch();
  await watch();
  expect(await alerts()).toMatchObject([
    { inbox_id: id, inbox_name: 'Shop', kind: 'receiving', problem: 'login_refused' },
  ]);
  expect(await health()).toMatchObject({
    verdict: 'stopped',
    problem: 'login_refused',
    alerts: [{ kind: 'receiving' }],
  });
  for (const client of [admin, ops]) {
    expect(await listOf(client)).toMatchObject([
      { kind: 'mailbox_stopped', read_at: null, conversation: null, inbox: { id, name: 'Shop' } },
    ]);
  }
  expect(await listOf(other)).toEqual([]);
  const frames = (await desk.frames(before)).map(({ type, audience }) => `${type} ${audience.to}`);
  expect(frames.toSorted()).toEqual(['config_changed everybody', 'notification agent', 'notification agent']);

  await heal();
  await watch();
  expect(await alerts()).toEqual([]);
  expect((await health()).verdict).toBe('ok');
  expect((await listOf(ops))[0]!.read_at).not.toBeNull();

  // It comes back: the same incident, nobody is told again.
  await fail('login_refused', 'No');
  await watch();
  expect(await alerts()).toHaveLength(1);
  expect(await listOf(ops)).toHaveLength(1);
});

test('what may pass is waited for by the clock; another reason replaces the first; switching the inbox off ends it', async () => {
  await heal();
  await fail('timeout', 'It did not answer in time');
  await watch();
  expect(await alerts()).toEqual([]);
  expect((await health()).verdict).toBe('trouble');
  desk.clock.advance(11 * 60_000);
  await watch();
  expect(await alerts()).toMatchObject([{ problem: 'timeout', detail: 'It did not answer in time' }]);
  await fail('host_unknown', 'No server of that name');
  await desk.pool.query("update inboxes set failing_since = now() - interval '1 hour' where id = $1", [id]);
  await watch();
  expect(await alerts()).toMatchObject([{ problem: 'host_unknown' }]);
  await admin.call('inboxes.toggle', { params: { id } });
  await watch();
  expect(await alerts()).toEqual([]);
  expect((await health()).verdict).toBe('disabled');
  await admin.call('inboxes.toggle', { params: { id } });
});

test('an inbox with mail every hour that falls silent', async () => {
  desk.clock.set(new Date());
  await heal();
  await desk.pool.query(
    "insert into inbox_leases (inbox_id, owner, expires_at) values ($1, $2, now() + interval '1 day')",
    [id, randomUUID()],
  );
  await desk.pool.query("update processes set started_at = now() - interval '20 days'");
  await desk.pool.query(
    `insert into raw_mails (inbox_id, received_at, source, storage_key, size, sha256, state)
     select $1, now() - make_interval(hours => n), 'smtp', 'raw/none', 1, '', 'processed' from generate_series(6, 330) n`,
    [id],
  );
  await watch();
  expect(await alerts()).toMatchObject([{ kind: 'silent', problem: null }]);
  expect(await listOf(ops)).toMatchObject([{ kind: 'mailbox_silent' }]);
  expect(await health()).toMatchObject({ verdict: 'silent', usual_gap: 3600 });
  await desk.pool.query(
    `insert into raw_mails (inbox_id, received_at, source, storage_key, size, sha256, state)
     values ($1, now(), 'smtp', 'raw/none', 1, '', 'processed')`,
    [id],
  );
  await watch();
  expect(await alerts()).toEqual([]);
});

test('an inbox is saved as it was loaded or not at all, every change is logged without its secrets, and its use is told', async () => {
  desk.clock.set(new Date());
  const params = { id };
  const { data: inbox } = await admin.call('inboxes.get', { params });
  const body = { ...inbox, name: 'Shop desk', based_on: inbox.updated_at };
  body.config.imap[0]!.password = 'new secret';
  body.config.imap[0]!.port = 1993;
  const saved = await admin.call('inboxes.update', { params, body });
  expect(saved.status, saved.body.message).toBe(200);
  expect(await admin.call('inboxes.update', { params, body })).toMatchObject({
    status: 409,
    body: { code: 'config.changed_meanwhile' },
  });
  const { rows } = await desk.pool.query(
    "select activity_type, params from activity_logs where target_model_type = 'inbox' order by id desc limit 1",
  );
  expect(rows[0]).toMatchObject({
    activity_type: 'inbox_changed',
    params: {
      name: 'Shop desk',
      changes: {
        name: { before: 'Shop', after: 'Shop desk' },
        'imap.0.port': { before: 993, after: 1993 },
        'imap.0.password': { before: '••••••••••', after: '••••••••••' },
      },
    },
  });
  expect(JSON.stringify(rows[0])).not.toMatch(/new secret|sealed/);
  const condition = { field: 'inbox', field_type: 'conversation', operator: 'equals', value: String(id) };
  const rules = [{ groups: [{ logical_op: 'OR', rules: [condition] }], group_operator: 'OR', actions: [] }];
  await desk.pool.query("insert into automation_rules (type, name, rules) values ('new_conversation', 'Route', $1)", [
    JSON.stringify(rules),
  ]);
  const { data: usage } = await admin.call('inboxes.usage', { params });
  expect(usage).toMatchObject({ used_by: [{ entity: 'automation', name: 'Route' }], total: 1, conversations: 0 });
  for (const [member, value] of [
    ['name', 'Shop\u202e'],
    ['name', 'a\u0000b'],
    ['name', 'x'.repeat(141)],
    ['from', 'two\nlines@shop.example'],
    ['from', '<nobody>'],
    ['reply_to', 'nobody'],
  ]) {
    const { based_on: _, ...rest } = body;
    const refused = await admin.call('inboxes.update', { params, body: { ...rest, [member!]: value } });
    expect([refused.status, Object.keys(refused.body.data ?? {})]).toEqual([400, [member]]);
  }
  for (const call of ['inboxes.usage', 'inboxes.round_trip', 'inboxes.round_trip_state'] as const) {
    const unknown = await admin.call(call, { params: { id: 999_999 } });
    expect(unknown.body.code, call).toBe('inbox.not_found');
  }
});
