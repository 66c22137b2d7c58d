import { afterAll, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { soon } from '../soon.ts';

let sink: SmtpSink;
// Refused mails are warnings in the log.
const desk = useDesk({ env: { LOG_LEVEL: 'error' } }, async () => {
  sink = await startSmtpSink();
  const admin = await desk.as(adminEmail);
  const { status } = await admin.call('inboxes.create', {
    body: {
      name: 'Sales',
      from: 'Sales <sales@bellhop.local>',
      channel: 'email',
      enabled: true,
      config: {
        imap: [],
        smtp: [{ host: sink.host, port: sink.port, tls_type: 'none', auth_protocol: 'none', max_msg_retries: 0 }],
      },
    },
  });
  expect(status).toBe(200);
});
afterAll(() => sink?.close());

/** A mail comes in, is opened and answered. */
async function answered(subject: string, text: string) {
  const seat = await desk.seat(adminEmail);
  await seat.page.goto('/inboxes/all');
  await seat.list.titled('All').waitFor();
  await desk.mail({ from: customer, to: 'sales@bellhop.local', subject, text: 'How much is it?' });
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  await seat.composer.startReply();
  await seat.composer.text().pressSequentially(text);
  await seat.composer.send().click();
  return { ...seat, reply: seat.conversation.entry('Reply by Admin') };
}

test('a refused mail says why and who did not get it, and Retry sends it', async () => {
  const before = sink.messages.length;
  sink.behave({ onRcptTo: () => '550 5.1.1 No such mailbox here' });
  const { reply, page } = await answered('Refused', 'It is 89.');
  const problem = reply.getByRole('alert');
  await problem.getByText('Not sent.').waitFor();
  await soon(() => problem.textContent()).toMatch(/No such mailbox here/);
  expect(sink.messages).toHaveLength(before);
  await page.reload();
  await problem.getByText('Not sent.').waitFor();

  sink.behave({});
  await problem.getByRole('button', { name: 'Retry' }).click();
  const mail = await sink.waitFor(({ to }) => to.includes(customer.address));
  await reply.getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
  await problem.waitFor({ state: 'hidden' });
  expect(mail.from).toBe('sales@bellhop.local');
  expect(sink.messages).toHaveLength(before + 1);
});

test('a server that is busy is tried again later, or now', async () => {
  const before = sink.messages.length;
  sink.behave({ onMailFrom: () => '451 4.3.0 Come back later' });
  const { reply } = await answered('Busy', 'Still 89.');
  const waiting = reply.getByRole('status').filter({ hasText: 'Not sent yet' });
  await waiting.waitFor();
  await soon(() => waiting.textContent()).toMatch(/Next try: .*Come back later/s);
  sink.behave({});
  await waiting.getByRole('button', { name: 'Retry now' }).click();
  await reply.getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
  expect(sink.messages).toHaveLength(before + 1);
});

test('a reply whose answer is lost on the way is not sent twice', async () => {
  const before = sink.messages.length;
  sink.behave({});
  const seat = await desk.seat(adminEmail);
  const { page, composer, conversation, list } = seat;
  // Reads of the list that fall into the break as well are only logged.
  seat.allow(/ERR_|WebSocket|No response from server/);
  let isDeaf = false;
  await page.routeWebSocket('**/ws*', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (!isDeaf) socket.send(frame);
    });
  });
  await page.goto('/inboxes/all');
  await list.titled('All').waitFor();
  await desk.mail({ from: customer, to: 'sales@bellhop.local', subject: 'Lost answer', text: 'How much is it?' });
  await list.row('Lost answer').click();
  await conversation.shows('Lost answer');
  // The call arrives, its answer does not, and neither does the live frame.
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    isDeaf = true;
    await route.fetch();
    await desk.gate.cut();
    await route.abort();
  });
  await composer.startReply();
  await composer.text().pressSequentially('It is 99.');
  await composer.send().click();
  // It stays in the thread and says why; a reload changes nothing about that.
  const failed = conversation.entry('Reply by Admin').getByRole('alert');
  await failed.getByText('No response from server').waitFor();
  await conversation.entry('Reply by Admin').getByText('It is 99.').waitFor();

  await page.unroute('**/messages');
  isDeaf = false;
  await desk.gate.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // What had arrived turns up in the thread, and takes the place of what had failed.
  await failed.waitFor({ state: 'detached' });
  await conversation.entry('Reply by Admin').getByText('It is 99.').waitFor();
  await sink.waitFor(({ raw }) => raw.toString().includes('It is 99.'));
  await conversation.entry('Reply by Admin').getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
  await soon(() => conversation.entry('Reply by Admin').count()).toBe(1);
  expect(sink.messages).toHaveLength(before + 1);
});

test('without a network nothing is lost, and on return it is sent once', async () => {
  const before = sink.messages.length;
  const seat = await desk.seat(adminEmail);
  const { page, composer, conversation, list } = seat;
  seat.allow(/ERR_|WebSocket/);
  await page.goto('/inboxes/all');
  await list.titled('All').waitFor();
  await desk.mail({ from: customer, to: 'sales@bellhop.local', subject: 'Cut off', text: 'How much is it?' });
  await list.row('Cut off').click();
  await conversation.shows('Cut off');
  await composer.startReply();
  await composer.text().pressSequentially('It is 109.');
  const cc = composer.reply.getByRole('button', { name: 'Cc', exact: true });
  await cc.click();
  await page.keyboard.type('lea@custom');
  await page.reload();
  // Half an address, too.
  await soon(() => composer.reply.getByRole('combobox', { name: 'Cc' }).inputValue()).toBe('lea@custom');
  await composer.reply.getByRole('combobox', { name: 'Cc' }).fill('');

  await desk.gate.cut();
  await composer.send().click();
  const failed = conversation.entry('Reply by Admin').getByRole('alert');
  await failed.getByText('No response from server').waitFor();
  // A change is taken back and says why.
  await conversation.change('Priority', 'High');
  await conversation.fact('Priority: No priority').waitFor();

  await desk.gate.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // A reload in between loses nothing; what did not leave can be changed and sent.
  await page.reload();
  await failed.getByText('No response from server').waitFor();
  await failed.getByRole('button', { name: 'Edit' }).click();
  await soon(() => composer.text().textContent()).toBe('It is 109.');
  await composer.send().click();
  await conversation.entry('Reply by Admin').getByText('It is 109.').waitFor();
  await conversation.entry('Reply by Admin').getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
  await soon(() => conversation.entry('Reply by Admin').count()).toBe(1);
  expect(sink.messages).toHaveLength(before + 1);
});
