import { simpleParser } from 'mailparser';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, describe, expect, test } from 'vitest';
import { type Dovecot, findDovecot, startDovecot } from '../../apps/server/test/dovecot.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { checkReply } from '../check-reply.ts';
import { useDesk } from '../desk.ts';
import { customer, firstLetter } from '../letters.ts';
import { png } from '../pictures.ts';
import { soon } from '../soon.ts';

const installation = findDovecot();
const address = 'desk@shop.example';
const subject = 'Where is my order?';
const picture = png(50, 50, [60, 60, 160]);
const file = Buffer.from('Tracking: 00340434\n');

describe.skipIf(installation.missing !== null)(
  `the main job on a real IMAP and SMTP server${installation.missing === null ? '' : ` (skipped: ${installation.missing})`}`,
  () => {
    let dovecot: Dovecot;
    let sink: SmtpSink;
    const desk = useDesk({}, async () => {
      dovecot = await startDovecot(installation.path!, address);
      sink = await startSmtpSink({ users: { [address]: 'sesame out' }, tls: 'starttls' });
    });
    afterAll(async () => {
      await dovecot?.close();
      await sink?.close();
    });
    const config = (password: string) => ({
      imap: [
        {
          host: dovecot.host,
          port: dovecot.tls_port,
          username: dovecot.user,
          password: dovecot.password,
          tls_type: 'tls',
          tls_skip_verify: true,
        },
      ],
      smtp: [
        {
          host: sink.host,
          port: sink.port,
          username: address,
          password,
          auth_protocol: 'login',
          tls_type: 'starttls',
          tls_skip_verify: true,
        },
      ],
    });

    test('the connections are tried before they are saved', async () => {
      const admin = await desk.as(adminEmail);
      const wrong = await admin.call('inboxes.test_connection', { body: { config: config('wrong') } });
      expect(wrong.data).toMatchObject([
        { kind: 'imap', ok: true },
        { kind: 'smtp', ok: false, detail: expect.stringMatching(/password|sign|credentials/i) },
      ]);
      const right = await admin.call('inboxes.test_connection', { body: { config: config('sesame out') } });
      expect(right.data).toMatchObject([
        { kind: 'imap', ok: true },
        { kind: 'smtp', ok: true },
      ]);
      const created = await admin.call('inboxes.create', {
        body: {
          name: 'Shop',
          from: `Shop desk <${address}>`,
          channel: 'email',
          enabled: true,
          config: config('sesame out'),
        },
      });
      expect(created.status).toBe(200);
    });

    test('a mail in the mailbox appears live, the answer leaves over STARTTLS, and what comes back threads', async () => {
      const before = sink.messages.length;
      const { page, list, conversation, composer } = await desk.seat(adminEmail);
      await page.goto('/inboxes/unassigned');
      await list.titled('Unassigned').waitFor();
      await dovecot.append(await source(firstLetter(address, subject, { messageId: '<where@customer.example>' })));
      await list.row(subject).click();
      await conversation.shows(subject);
      const lamp = conversation
        .mail(conversation.entry('Message from Mina Oak'))
        .getByRole('img', { name: 'The broken lamp' });
      await soon(() => lamp.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);

      await page.keyboard.press('i');
      await composer.startReply();
      await composer.text().pressSequentially('It is on its way.');
      await composer.text().press('Enter');
      await composer.insertPicture({ name: 'map.png', mimeType: 'image/png', buffer: picture });
      await composer.attach({ name: 'tracking.txt', mimeType: 'text/plain', buffer: file });
      await composer.send().click();
      await conversation.entry('Reply by Admin').getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
      await soon(() => sink.messages.length).toBe(before + 1);
      const sent = sink.messages[before]!;
      expect(sent).toMatchObject({ from: address, to: [customer.address], user: address, is_encrypted: true });
      const mail = await simpleParser(sent.raw);
      checkReply(sent.raw, mail, {
        from: address,
        to: customer.address,
        subject: `Re: ${subject}`,
        conversation_uuid: /conversation\/([0-9a-f-]{36})/.exec(page.url())![1]!,
        in_reply_to: '<where@customer.example>',
        // Its host has not shown that it delivers plus addresses.
        reply_to: null,
        text: 'It is on its way.',
        picture,
        attachments: [{ filename: 'tracking.txt', content: file }],
      });
      expect(await desk.outbox()).toEqual([]);

      await page.keyboard.press('Escape');
      await conversation.action('Resolve').click();
      // It was the only one of the list; the way back leads to it.
      await page.waitForURL(/\/inboxes\/\w+$/);
      await page.goBack();
      await conversation.fact('Status: Resolved').waitFor();
      await dovecot.append(
        await source({
          from: customer,
          to: address,
          subject: `Re: ${subject}`,
          inReplyTo: mail.messageId!,
          references: mail.messageId!,
          text: 'It has come, thank you!',
        }),
      );
      await conversation.thread.getByText('It has come, thank you!').waitFor();
      await conversation.fact('Status: Open').waitFor();
      const { rows } = await desk.pool.query('select count(*)::int from conversations');
      expect(rows[0].count).toBe(1);
    });
  },
);

/** The letter as it lies in a mailbox. */
async function source(letter: SendMailOptions): Promise<Buffer> {
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
    letter,
  );
  return message as Buffer;
}
