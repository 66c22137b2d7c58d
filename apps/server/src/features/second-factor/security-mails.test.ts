import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { addApp, addPasskey, moveToTls } from '../../../test/second-factor.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';

let desk: Harness;
let admin: ApiClient;
let sink: SmtpSink;
beforeAll(async () => {
  desk = await createHarness({ roles: ['web', 'worker'], env: { LOG_LEVEL: 'silent' } });
  await moveToTls(desk);
  admin = await desk.as();
  sink = await startSmtpSink();
  const { host, port } = sink;
  const settings = { enabled: true, host, port, email_address: 'Desk <desk@shop.example>' };
  const further = { auth_protocol: 'none', tls_type: 'none', max_msg_retries: 0 };
  const body = Object.fromEntries(
    Object.entries({ ...settings, ...further }).map(([name, value]) => [`notification.email.${name}`, value]),
  );
  expect((await admin.call('settings.update_email_notifications', { body })).status).toBe(200);
});
afterAll(async () => {
  await desk.close();
  await sink.close();
});

/** Waits for a security notice to somebody that says this, and reads it. */
async function noticeOf(to: string, said: string) {
  const isIt = async (raw: Buffer | string) => (await simpleParser(raw)).text?.includes(said);
  return desk.until(async () => {
    for (const mail of sink.messages) if (mail.to.includes(to) && (await isIt(mail.raw))) return simpleParser(mail.raw);
    return undefined;
  }, `the mail to ${to}: ${said}`);
}

test('an agent is told by mail of every change to their second factor, whoever made it', async () => {
  const email = 'ada@shop.example';
  const id = await desk.addAgent({ email });
  const client = await desk.as(email);
  const { codes } = await addApp(desk, client);
  const first = await noticeOf(email, 'A second factor was added to your account');
  expect(first.subject).toMatch(/^Security notice from /);
  expect(first.text).toContain('authenticator app');
  expect(first.text).toContain('If this was not you, change your password at once');
  expect(first.headers.get('auto-submitted')).toBe('auto-generated');
  await noticeOf(email, 'New recovery codes were made');

  await addPasskey(client, '<b>Blue</b> key');
  const second = await noticeOf(email, ': <b>Blue</b> key.');
  expect(second.html).toContain('&lt;b&gt;Blue&lt;/b&gt; key');

  const browser = desk.anonymous();
  await browser.call('auth.login', { body: { email, password: testPassword } });
  expect((await browser.call('login.second_factor', { body: { code: codes[0]! } })).status).toBe(200);
  await noticeOf(email, 'A recovery code of your account');

  expect((await client.call('account.remove_totp')).status).toBe(200);
  await noticeOf(email, 'A second factor was removed from your account at Bellhop: authenticator app');
  expect((await admin.call('agents.reset_second_factor', { params: { id } })).status).toBe(200);
  await noticeOf(email, 'An administrator has taken away the second factor');
  const text = sink.messages.map(({ raw }) => raw.toString()).join();
  for (const code of codes) expect(text).not.toContain(code);
});

test('a code that was wrong is told to nobody', async () => {
  const email = 'bo@shop.example';
  await desk.addAgent({ email });
  const client = await desk.as(email);
  await addApp(desk, client);
  await noticeOf(email, 'New recovery codes were made');
  const browser = desk.anonymous();
  await browser.call('auth.login', { body: { email, password: testPassword } });
  await browser.call('login.second_factor', { body: { code: 'aaaa-aaaa-aaaa-aaaa' } });
  const { rows } = await desk.pool.query(
    "select kind from system_mails where recipient = $1 and kind = 'agent_recovery_code_used'",
    [email],
  );
  expect(rows).toEqual([]);
});
