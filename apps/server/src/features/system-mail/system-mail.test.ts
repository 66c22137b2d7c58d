import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import { queueSystemMail, type SystemMail, sendSystemMail } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let sink: SmtpSink;
let ben: number;
beforeAll(async () => {
  desk = await createHarness({ roles: ['web', 'worker'], env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  sink = await startSmtpSink();
  ben = await desk.addAgent({ email: 'ben@shop.example', first_name: 'Ben', last_name: 'Ito' });
  await switchMail(true);
});
afterAll(async () => {
  await desk.close();
  await sink.close();
});
beforeEach(() => sink.behave({}));

async function switchMail(enabled: boolean, port = sink.port) {
  const settings = { enabled, host: sink.host, port, email_address: 'Desk <desk@shop.example>' };
  const further = { auth_protocol: 'none', tls_type: 'none', max_msg_retries: 0 };
  const body = Object.fromEntries(
    Object.entries({ ...settings, ...further }).map(([name, value]) => [`notification.email.${name}`, value]),
  );
  expect((await admin.call('settings.update_email_notifications', { body })).status).toBe(200);
}
const queue = (mail: SystemMail) => desk.app.deps.work(desk.app.deps.system, (uow) => queueSystemMail(uow, mail));
const welcome = (to: string): SystemMail => ({
  to,
  kind: 'welcome',
  values: { ResetToken: desk.app.deps.sealer.seal('a/b c'), Email: to },
});
const stateOf = async (to: string) =>
  (await desk.pool.query('select * from system_mails where recipient = $1 order by id desc limit 1', [to])).rows[0];
const readMail = async (to: string) => simpleParser((await sink.waitFor((mail) => mail.to.includes(to))).raw);

test('an assignment by somebody else is mailed with its template, and never answered as a ticket', async () => {
  const { conversation } = await openConversation(desk, { subject: 'Lamp <b>broken</b>' });
  const assign = (id: number) =>
    admin.call('conversations.assign_user', { params: { uuid: conversation.uuid }, body: { assignee_id: id } });
  expect((await assign(ben)).status).toBe(200);
  await desk.pool.query("update notification_deliveries set due_at = now() - interval '1 second'");
  await desk.pool.query("select graphile_worker.add_job('notifications.deliver')");
  const mail = await readMail('ben@shop.example');
  expect(mail.subject).toBe(`#${conversation.reference_number} was assigned to you: Lamp <b>broken</b>`);
  expect(mail.html).toContain('Hello Ben,');
  expect(mail.html).toContain('Lamp &lt;b&gt;broken&lt;/b&gt;');
  expect(mail.html).toContain(`http://desk.test/inboxes/assigned/conversation/${conversation.uuid}`);
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail.headers.get('x-bellhop-loop-prevention')).toBe('desk@shop.example');
  const sent = await desk.until(async () => {
    const row = await stateOf('ben@shop.example');
    return row.state === 'sent' && row;
  }, 'the mail to be written down as sent');
  expect(sent).toMatchObject({ attempts: 1, content: null, error: null });
  const { rows } = await desk.pool.query('select 1 from system_mails');
  const { data: me } = await admin.call('agents.me');
  await assign(me.id);
  expect((await desk.pool.query('select 1 from notification_deliveries where sent_at is null')).rows).toEqual([]);
  expect((await desk.pool.query('select 1 from system_mails')).rows.length).toBe(rows.length);
});

test('a welcome mail leads to the page that takes its token', async () => {
  await queue(welcome('kim@shop.example'));
  const mail = await readMail('kim@shop.example');
  expect(mail.subject).toBe('Welcome to Bellhop');
  expect(mail.html).toContain('http://desk.test/set-password?token=a%2Fb%20c');
  expect(mail.text).toContain('kim@shop.example');
});

test('while mails are off nothing is queued, and what somebody needs is refused aloud', async () => {
  await switchMail(false);
  expect(await queue({ to: 'x@shop.example', kind: 'SLA breached', values: {} })).toBeNull();
  await expect(queue(welcome('x@shop.example'))).rejects.toMatchObject({ code: 'system_mail.off' });
  expect(await stateOf('x@shop.example')).toBeUndefined();
  await switchMail(true);
});

test('a passing failure is tried again, a refusal is not, and new settings count from the next attempt', async () => {
  sink.behave({
    onRcptTo: (address) => (address === 'gone@shop.example' ? '550 5.1.1 No such user' : '450 4.2.0 Later'),
  });
  await queue(welcome('gone@shop.example'));
  await queue(welcome('busy@shop.example'));
  const failed = await desk.until(async () => (await stateOf('gone@shop.example')).finished_at, 'the refused mail');
  expect(failed).toBeTruthy();
  expect(await stateOf('gone@shop.example')).toMatchObject({ state: 'failed', content: null });
  const waiting = await desk.until(async () => {
    const row = await stateOf('busy@shop.example');
    return row.state === 'retrying' && row;
  }, 'the mail to wait');
  expect(waiting).toMatchObject({ attempts: 1, error: expect.stringContaining('Later') });
  const { rows } = await desk.pool.query('select run_at > now() as later from graphile_worker.jobs where key = $1', [
    `system_mail:${waiting.id}`,
  ]);
  expect(rows).toEqual([{ later: true }]);
  const second = await startSmtpSink();
  await switchMail(true, second.port);
  await sendSystemMail(desk.app.deps, Number(waiting.id));
  expect(await stateOf('busy@shop.example')).toMatchObject({ state: 'sent', attempts: 2 });
  expect(second.messages.length).toBe(1);
  await sendSystemMail(desk.app.deps, Number(waiting.id));
  expect(second.messages.length).toBe(1);
  await switchMail(true);
  await second.close();
});

test('a broken template does not keep the news back', async () => {
  await desk.pool.query("update templates set body = '{{ if .X }}' where name = 'SLA breached'");
  await queue({
    to: 'amy@shop.example',
    kind: 'SLA breached',
    values: {
      'Conversation.ReferenceNumber': '77',
      'SLA.Metric': 'Resolution',
      'Conversation.URL': 'http://desk.test/x',
    },
  });
  const mail = await readMail('amy@shop.example');
  expect(mail.subject).toBe('#77: Resolution is overdue');
  expect(mail.html).toContain('href="http://desk.test/x"');
});

test('values are escaped, what has none here is empty, and what does not exist stays as it was written', async () => {
  const body =
    '<p>{{ .Contact.FullName }}|{{ .SLA.DueIn }}|{{ if .Author.FullName }}by{{ else }}alone{{ end }}|{{ .ResetToken }}|{{ .No.Such }}|{{ RootURL }}|{{ SiteName }}|{{ Date "2006" }}</p>';
  await desk.pool.query("update templates set body = $1 where name = 'SLA breach warning'", [body]);
  const values = { 'Contact.FullName': '<script>{{ SiteName }}</script>', ResetToken: 'secret' };
  await queue({ to: 'eve@shop.example', kind: 'SLA breach warning', values });
  const { html } = await readMail('eve@shop.example');
  const year = new Date().getUTCFullYear();
  expect(html).toContain(
    `<p>&lt;script&gt;{{ SiteName }}&lt;/script&gt;||alone|{{ .ResetToken }}|{{ .No.Such }}|http://desk.test|Bellhop|${year}</p>`,
  );
});

test('mails to agents stand in the default template where the desk wants it so', async () => {
  const body = { 'app.wrap_notifications': true };
  await admin.call('settings.update_general', { body });
  await desk.pool.query(
    `update templates set body = '<i>{{ SiteName }}</i>{{ template "content" . }}' where is_default`,
  );
  await queue(welcome('wrapped@shop.example'));
  expect((await readMail('wrapped@shop.example')).html).toMatch(/^<i>Bellhop<\/i><div/);
});
