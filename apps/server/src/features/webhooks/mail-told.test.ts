import { WebhookBody } from '@bellhop/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { type HookReceiver, startHookReceiver } from '../../../test/fakes/hook-receiver.ts';
import { createMailDesk, type MailDesk, plainMail, supportAddress } from '../../../test/mail-desk.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import { addWebhook, allowPrivate } from '../../../test/webhooks.ts';

let desk: MailDesk;
let admin: ApiClient;
let sink: SmtpSink;
let receiver: HookReceiver;
beforeAll(async () => {
  desk = await createMailDesk({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  [sink, receiver] = await Promise.all([startSmtpSink(), startHookReceiver()]);
  await allowPrivate(desk, true);
  const smtp = { host: sink.host, port: sink.port, auth_protocol: 'none', tls_type: 'none', max_msg_retries: 0 };
  const config = { imap: [], smtp: [smtp] };
  const body = { name: 'Support', from: `Support <${supportAddress}>`, channel: 'email', config };
  expect((await admin.call('inboxes.update', { params: { id: 1 }, body })).status).toBe(200);
  await addWebhook(admin, {
    url: receiver.url,
    events: ['contact.created', 'conversation.created', 'message.received', 'message.sent', 'message.failed'],
  });
});
afterAll(async () => {
  await desk.close();
  await Promise.all([sink.close(), receiver.close()]);
});

const bodies = () => receiver.calls.map(({ text }) => WebhookBody.parse(JSON.parse(text)));
const told = (event: string) =>
  desk.until(async () => bodies().find((body) => body.event === event), `${event} to be told`);

async function reply(uuid: string, message: string) {
  const to = ['noa@customer.example'];
  const answer = await admin.call('messages.send', { params: { uuid }, body: { message, private: false, to } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await desk.pool.query("update outgoing_mails set due_at = now() - interval '1 second' where state = 'queued'");
  await desk.pool.query("select pg_notify('bellhop_outgoing', '')");
  return answer.data;
}

test('a mail, the answer to it and one that is refused are told as they happen', async () => {
  const mail = {
    id: 'first@customer.example',
    from: 'noa@customer.example',
    to: supportAddress,
    subject: 'Broken lamp',
  };
  await desk.take(plainMail(mail), { to: supportAddress });
  const { data } = await told('message.received');
  expect(data).toMatchObject({
    conversation: { subject: 'Broken lamp', status: 'Open', contact: { email: 'noa@customer.example' } },
    message: { type: 'incoming', status: 'received', sender_type: 'contact', private: false },
  });
  const { uuid } = data.conversation!;
  await desk.until(async () => receiver.calls.length === 3, 'what came with it');
  expect(
    bodies()
      .map(({ event }) => event)
      .sort(),
  ).toEqual(['contact.created', 'conversation.created', 'message.received']);
  const sent = await reply(uuid, '<p>We send <b>another</b> one</p>');
  expect((await told('message.sent')).data).toMatchObject({
    conversation: { uuid },
    message: {
      uuid: sent.uuid,
      status: 'sent',
      content: '<p>We send <b>another</b> one</p>',
      meta: { to: ['noa@customer.example'] },
    },
  });
  sink.behave({ onRcptTo: () => '550 5.1.1 No such person' });
  const refused = await reply(uuid, '<p>Never</p>');
  expect((await told('message.failed')).data.message).toMatchObject({ uuid: refused.uuid, status: 'failed' });
});
