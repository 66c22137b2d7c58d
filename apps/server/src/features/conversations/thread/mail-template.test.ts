import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { queueReply } from './queue-reply.ts';
import { sendDueMail } from './send-due-mail.ts';

let desk: Harness;
let admin: ApiClient;
let conversation: Awaited<ReturnType<typeof openConversation>>['conversation'];
beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  ({ conversation } = await openConversation(desk, { from: 'mina@mail.example', name: '<Mina> Oak' }));
});
afterAll(() => desk.close());

const houseStyle = `<table width="100%"><tr><td>
<img src="{{ LogoURL }}" alt="{{ SiteName }}">
{{ template "content" . }}
{{- if .Author.FullName }}
<p>{{ .Author.FullName }} for {{ .Recipient.FirstName | default "you" }}, about #{{ .Conversation.ReferenceNumber }}</p>
{{- end }}
</td></tr></table>`;

async function wrapIn(body: string): Promise<void> {
  await desk.pool.query('update templates set body = $1 where is_default', [body]);
}
async function htmlOf(messageUuid: string): Promise<string> {
  desk.clock.advance(60_000);
  await sendDueMail(desk.app.deps, crypto.randomUUID());
  const raw = await readFile(join(desk.config.data_dir, 'outbox', `${messageUuid}.eml`));
  return String((await simpleParser(raw)).html).trim();
}
const reply = async (message: string) =>
  (
    await admin.call('messages.send', {
      params: { uuid: conversation.uuid },
      body: { message, private: false, to: ['mina@mail.example'], cc: [], bcc: [], attachments: [] },
    })
  ).data;
const letter = (text: string) =>
  `<div dir="ltr" style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5"><p style="margin:0 0 12px">${text}</p></div>`;

test('a reply leaves in the default template; the thread shows what the agent wrote', async () => {
  await wrapIn(houseStyle);
  const sent = await reply('<p>On its way, {{ .Contact.FirstName }}</p>');
  expect(await htmlOf(sent.uuid)).toBe(`<table width="100%"><tr><td>
<img src="http://desk.test/logo.png" alt="Bellhop">
${letter('On its way, &lt;Mina&gt;')}
<p>Admin for &lt;Mina&gt;, about #${conversation.reference_number}</p>
</td></tr></table>`);
  const params = { uuid: conversation.uuid, message_uuid: sent.uuid };
  const { data: stored } = await admin.call('messages.get', { params });
  expect(stored.content).toBe('<p>On its way, &lt;Mina&gt;</p>');
});

test('what no person wrote has no author to sign it', async () => {
  await wrapIn(houseStyle);
  const { work, system } = desk.app.deps;
  const automated = { html: '<p>We got it</p>', attachments: [], to: [], cc: [], bcc: [] };
  const { message } = await work(system, (uow) =>
    queueReply(uow, conversation, { ...automated, flags: { is_automated: true } }),
  );
  const html = await htmlOf(message.uuid);
  expect(html).toContain('We got it');
  expect(html).not.toContain('about #');
});

test('without a default, and with a broken one, the content leaves alone', async () => {
  await wrapIn('{{ if .Author.FullName }}{{ template "content" . }}');
  expect(await htmlOf((await reply('<p>One</p>')).uuid)).toBe(letter('One'));
  await desk.pool.query('update templates set is_default = false');
  expect(await htmlOf((await reply('<p>Two</p>')).uuid)).toBe(letter('Two'));
  await desk.pool.query("update templates set is_default = true where name = 'Default'");
  expect(await htmlOf((await reply('<p>Three</p>')).uuid)).toBe(letter('Three'));
});

test('a reply is previewed as its reader would get it', async () => {
  await wrapIn(houseStyle);
  const params = { uuid: conversation.uuid };
  const body = { message: '<p>Hi {{ .Contact.FirstName }}</p><script>x()</script>' };
  const { data } = await admin.call('messages.preview_reply', { params, body });
  expect(data.html).toContain(letter('Hi &lt;Mina&gt;'));
  expect(data.html).toContain('Admin for &lt;Mina&gt;');
  expect(data.html).not.toContain('script');
  await desk.addAgent({ email: 'far@shop.example', permissions: ['messages:write', 'conversations:read'] });
  const stranger = await desk.as('far@shop.example');
  expect((await stranger.call('messages.preview_reply', { params, body })).status).toBe(404);
});
