import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import { notificationServer } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let sink: SmtpSink;
beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  sink = await startSmtpSink({ users: { desk: 'secret 1' } });
});
afterAll(async () => {
  await desk.close();
  await sink.close();
});

const key = (settings: object) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`notification.email.${name}`, value]));
const working = () => ({
  enabled: true,
  host: sink.host,
  port: sink.port,
  username: 'desk',
  password: 'secret 1',
  auth_protocol: 'plain',
  tls_type: 'none',
  email_address: 'Desk <desk@shop.example>',
});
const update = (settings: object, encoding: 'form' | 'json' = 'form') =>
  admin.call('settings.update_email_notifications', { body: key(settings), encoding });
const read = async () => (await admin.call('settings.email_notifications')).data;
const probe = (settings: object) => admin.call('settings.test_email_notifications', { body: key(settings) });

test('nothing is set up at first', async () => {
  expect(await read()).toEqual({
    ...key({
      ...{ enabled: false, host: '', port: 587, username: '', password: '', max_conns: 5, idle_timeout: '25s' },
      ...{ wait_timeout: '60s', auth_protocol: 'plain', email_address: '', max_msg_retries: 3, tls_type: 'starttls' },
      ...{ tls_skip_verify: false, hello_hostname: '' },
    }),
    updated_at: expect.any(String),
  });
  expect((await probe({})).status).toBe(400);
});

test('a form with dotted keys is read back with real numbers; the password is sealed, masked, and kept', async () => {
  expect((await update({ ...working(), tls_skip_verify: 'f' })).data).toBe(true);
  expect(await read()).toMatchObject(key({ ...working(), password: '••••••••••', tls_skip_verify: false }));
  const { rows } = await desk.pool.query("select value from settings where key = 'notification.email.password'");
  expect(rows[0].value).toMatch(/^sealed:/);
  await update({ password: '', port: 25 });
  await update({ password: '••••••••••', port: sink.port }, 'json');
  const { config } = await notificationServer(desk.app.deps);
  expect(config.smtp[0]).toMatchObject({ host: sink.host, port: sink.port, password: 'secret 1' });
  const log = await desk.pool.query("select params::text from activity_logs where activity_type like 'notification%'");
  expect(log.rows.length).toBe(3);
  expect(JSON.stringify(log.rows)).not.toMatch(/secret 1|sealed:/);
});

test.each([
  ['port', 'abc'],
  ['port', '0x1f'],
  ['port', '70000'],
  ['max_conns', '0'],
  ['max_msg_retries', '1001'],
  ['enabled', 'maybe'],
  ['idle_timeout', '25'],
  ['wait_timeout', '1d'],
  ['auth_protocol', 'magic'],
  ['tls_type', 'ssl'],
  ['email_address', 'desk'],
  ['email_address', 'a@b.example, c@d.example'],
  ['host', ''],
  ['host', 'two words'],
])('%s cannot be %j', async (name, value) => {
  const answer = await update({ ...working(), [name]: value });
  expect(answer).toMatchObject({ status: 400, body: { data: key({ [name]: expect.any(String) }) } });
});

test('of two administrators who save, the second is told', async () => {
  const { updated_at } = await read();
  const body = { ...key({ max_conns: 6 }), based_on: updated_at };
  expect((await admin.call('settings.update_email_notifications', { body })).status).toBe(200);
  expect((await admin.call('settings.update_email_notifications', { body })).status).toBe(409);
});

test('a test mail goes to whoever asks, by settings that are not saved', async () => {
  await update({ ...working(), enabled: false, host: 'nowhere.invalid' });
  const { data } = await probe({ ...working(), password: '' });
  expect(data).toEqual({ ok: true, detail: expect.stringContaining('admin@bellhop.local') });
  const { raw, user } = await sink.waitFor(({ to }) => to.includes('admin@bellhop.local'));
  expect(user).toBe('desk');
  const mail = await simpleParser(raw);
  expect(mail.from?.text).toBe('"Desk" <desk@shop.example>');
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail.headers.get('x-bellhop-loop-prevention')).toBe('desk@shop.example');
  expect(mail.headers.has('x-bellhop-conversation-uuid')).toBe(false);
  expect((await read())['notification.email.host']).toBe('nowhere.invalid');
});

test('what went wrong is told in plain words', async () => {
  expect((await probe({ ...working(), password: 'wrong' })).data).toEqual({
    ok: false,
    detail: expect.stringMatching(/did not accept the user name or password/),
  });
  sink.behave({ onRcptTo: () => '552 5.2.2 Over quota' });
  expect((await probe(working())).data).toEqual({
    ok: false,
    detail: expect.stringMatching(/mailbox is full.*Over quota/),
  });
  sink.behave({});
});
