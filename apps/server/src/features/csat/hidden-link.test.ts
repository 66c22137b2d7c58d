import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webhookEvents } from '@bellhop/contract';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createMailDesk, type MailDesk, plainMail, supportAddress } from '../../../test/mail-desk.ts';
import { addWebhook, allowPrivate } from '../../../test/webhooks.ts';

let desk: MailDesk;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createMailDesk({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  await desk.pool.query('update inboxes set csat_enabled = true');
  await desk.pool.query("update settings set value = '0' where key = 'app.undo_send_seconds'");
  const { rows } = await desk.pool.query("select id from users where email = 'admin@bellhop.local'");
  adminId = rows[0].id;
}, 120_000);
afterAll(() => desk.close());
let adminId: number;

const customer = 'mina@customer.example';

/** A conversation from the customer's mail to the survey's; answers its uuid and that mail. */
async function askedByMail() {
  const raw = await desk.take(plainMail({ from: customer, subject: 'Lamp' }), { from: customer });
  const { rows } = await desk.pool.query('select uuid from conversations where id = $1', [
    raw.decision.conversation_id,
  ]);
  const params = { uuid: rows[0].uuid as string };
  await admin.call('conversations.assign_user', { params, body: { assignee_id: adminId } });
  const body = { message: '<p>Done</p>', private: false, to: [customer], cc: [], bcc: [], attachments: [] };
  await admin.call('messages.send', { params, body });
  await admin.call('conversations.set_status', { params, body: { status: 'Resolved' } });
  const survey = await desk.until(async () => {
    await desk.pool.query("update outgoing_mails set due_at = now() - interval '1 s' where state = 'queued'");
    await desk.pool.query("select pg_notify('bellhop_outgoing', '')");
    const { rows: found } = await desk.pool.query(
      `select messages.uuid, source_id from messages join outgoing_mails on message_id = messages.id
       where meta -> 'is_csat' = 'true' and state = 'kept_locally' and messages.conversation_id = $1`,
      [raw.decision.conversation_id],
    );
    return found[0] as { uuid: string; source_id: string } | undefined;
  }, 'the survey in the outbox');
  const mail = await simpleParser(await readFile(join(desk.config.data_dir, 'outbox', `${survey.uuid}.eml`)));
  return { ...params, id: raw.decision.conversation_id!, survey, mail };
}

// "The link must never reach agents" (wire B 11.1), whatever they look at and whoever listens.
it('an agent finds the link in nothing that the desk shows or sends, quoted or not', async () => {
  await allowPrivate(desk, true);
  await addWebhook(admin, { url: 'http://127.0.0.1:9/hook', events: [...webhookEvents] });
  const { uuid, id, survey, mail } = await askedByMail();
  const [, token, signature] = /\/csat\/([0-9a-f-]{36})\?s=([\w-]{22})"/.exec(String(mail.html))!;
  const path = `/csat/${token}?s=${signature}`;
  expect((await fetch(desk.app.address() + path)).status).toBe(200);

  const transport = createTransport({ streamTransport: true, buffer: true });
  const quoted = await transport.sendMail({
    from: customer,
    to: supportAddress,
    subject: 'Re: Lamp',
    inReplyTo: survey.source_id,
    references: survey.source_id,
    html: `<p>I cannot click</p><blockquote>${mail.html}</blockquote>`,
    text: `I cannot click\n> ${String(mail.text).replaceAll('\n', '\n> ')}\n> http://desk.test${path.slice(0, 60)}\n> ${path.slice(60)}`,
  });
  await desk.take(quoted.message as Buffer, { from: customer });
  const broken = plainMail({
    from: customer,
    subject: 'Re: Lamp',
    headers: [`In-Reply-To: <${survey.source_id}>`],
    body: `See\n> http://desk.test${path.slice(0, 20)}\n> ${path.slice(20, 58)}\n> ${path.slice(58)}\n\nThanks`,
  });
  await desk.take(broken, { from: customer });
  const messages = (await desk.messages(id)).filter(({ type }) => type !== 'activity');
  expect(messages.filter(({ meta }) => meta.hides_link)).toHaveLength(2);
  expect(messages.at(-1)!.text_content).toContain('Thanks');

  const params = { uuid };
  const of = (message_uuid: string) => ({ params: { uuid, message_uuid } });
  const seen: unknown[] = [
    await admin.call('messages.list', { params, query: { page: 1, page_size: 100 } }),
    await admin.call('conversations.get', { params }),
    await admin.call('conversations.all', { query: {} }),
    await admin.call('events.list', { query: { after: '0' } as never }),
    await desk.frames(),
    await desk.events(),
    (await desk.pool.query('select body from webhook_events')).rows,
    (await desk.pool.query('select words::text from message_search')).rows,
    (await desk.pool.query('select last_message from conversations')).rows,
    (await desk.pool.query('select trace from causes')).rows,
    (await desk.pool.query('select params from activity_logs')).rows,
    messages,
  ];
  for (const message of messages) {
    seen.push(await admin.call('messages.get', of(message.uuid)));
    seen.push(await (await admin.fetch(`/api/v1/conversations/${uuid}/messages/${message.uuid}/original`)).text());
    seen.push(await (await admin.fetch(`/api/v1/conversations/${uuid}/messages/${message.uuid}/eml`)).text());
  }
  for (const words of [signature!, token!])
    seen.push(await admin.call('search.messages', { query: { query: words } as never }));
  for (const [index, one] of seen.entries()) {
    const text = JSON.stringify(one);
    expect(text.length, String(index)).toBeGreaterThan(2);
    // A line break within it would hide it from a search for the whole.
    for (const part of [signature!, signature!.slice(0, 11), signature!.slice(11)])
      expect(text, String(index)).not.toContain(part);
  }
});

it('a mail without a link is taken in as it is, and its source can be read', async () => {
  const body = 'See https://shop.example/csat/?s=abc and https://shop.example/csat/1234?s=abcdefghijkl';
  const raw = await desk.take(plainMail({ from: 'other@customer.example', body }), { from: 'other@customer.example' });
  const [message] = await desk.messages(raw.decision.conversation_id);
  expect(message!.text_content.trim()).toBe(body);
  expect(message!.meta).not.toHaveProperty('hides_link');
});
