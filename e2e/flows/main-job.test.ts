import { expect, test } from 'vitest';
import { checkReply } from '../check-reply.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer, firstLetter, receipt } from '../letters.ts';
import { png } from '../pictures.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async () => {
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', last_name: 'Lima', roles: ['Admin'] });
  await desk.addAgent({ email: 'ben@bellhop.local', first_name: 'Ben', last_name: 'Ito', roles: ['Admin'] });
});
const subject = 'Lamp broken on arrival';
const replyPicture = png(60, 20, [20, 120, 60]);
const label = Buffer.from('%PDF-1.4 return label\n%%EOF\n');

test('a mail is read, taken, answered with file and picture, resolved; the answer to it comes back, live for two', async () => {
  const ana = await desk.seat('ana@bellhop.local');
  let loads = 0;
  ana.page.on('load', () => {
    loads += 1;
  });
  await ana.page.goto('/inboxes/unassigned');
  await ana.page.getByRole('heading', { name: 'No conversations found' }).waitFor();

  // A mail appears in the open list.
  await desk.mail(firstLetter(supportAddress, subject, { messageId: '<first@customer.example>' }));
  const row = ana.list.row(subject);
  await row.waitFor();
  await soon(() => row.textContent()).toMatch(/Mina Oak.*Just now.*1 unread/s);
  await soon(() => ana.list.statusMenu.textContent()).toMatch(/^Open\s*1$/);

  // It is read: its own picture shows, the foreign one is held back, the quoted part is folded, the file is listed.
  await row.click();
  await ana.conversation.shows(subject);
  const letter = ana.conversation.entry('Message from Mina Oak');
  const mail = ana.conversation.mail(letter);
  const lamp = mail.getByRole('img', { name: 'The broken lamp' });
  await soon(() => lamp.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  expect(await mail.getByRole('img', { name: 'Banner' }).count()).toBe(0);
  await letter.getByText('1 picture from elsewhere is held back').waitFor();
  await soon(() => mail.getByText('Your order 4711').isVisible()).toBe(false);
  await letter.getByRole('button', { name: 'Show quoted text' }).click();
  await mail.getByText('Your order 4711').waitFor();
  const address = await ana.conversation.file(letter, 'receipt.txt').getAttribute('href');
  const served = await ana.api!.fetch(address!);
  expect(Buffer.from(await served.arrayBuffer()).equals(receipt)).toBe(true);

  // It is taken and answered.
  await ana.conversation.more('Assign to me');
  await soon(() => ana.conversation.assignee.textContent()).toContain('You');
  await ana.conversation.activity('Ana Lima took this conversation').waitFor();
  await ana.composer.startReply();
  await ana.composer.recipient(customer.address).first().waitFor();
  const text = ana.composer.text();
  await text.pressSequentially('Sorry about the lamp! Put it like this:');
  await text.press('Enter');
  await ana.composer.insertPicture({ name: 'box.png', mimeType: 'image/png', buffer: replyPicture });
  await ana.composer.attach({ name: 'return label.pdf', mimeType: 'application/pdf', buffer: label });
  const known = await desk.outbox();
  await ana.composer.send().click();
  const reply = ana.conversation.entry('Reply by Ana Lima');
  await reply.getByText('Sorry about the lamp!').waitFor();
  await reply.getByText(/Saving…|Sending…/).waitFor();
  await reply.getByText('Kept locally').waitFor();
  await soon(() => ana.conversation.entries.count()).toBe(2);
  await soon(() =>
    reply.getByRole('img', { name: 'box.png' }).evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(60);

  // What left is a correct mail.
  const uuid = /conversation\/([0-9a-f-]{36})/.exec(ana.page.url())![1]!;
  const out = await desk.nextOut(known);
  checkReply(out.raw, out.mail, {
    from: supportAddress,
    to: customer.address,
    subject: `Re: ${subject}`,
    conversation_uuid: uuid,
    in_reply_to: '<first@customer.example>',
    reply_to: `support+conv-${uuid}@bellhop.local`,
    text: 'Sorry about the lamp! Put it like this:',
    picture: replyPicture,
    attachments: [{ filename: 'return label.pdf', content: label }],
  });

  // It is done, until the customer answers: in Ana's open list of the resolved and in Ben's open thread.
  await ana.conversation.action('Resolve').click();
  // It was the last one of the list; the way back leads to it.
  await ana.page.waitForURL(/\/inboxes\/\w+$/);
  await ana.page.goBack();
  await ana.conversation.fact('Status: Resolved').waitFor();
  await ana.conversation.activity('Ana Lima set the status to Resolved').waitFor();
  const ben = await desk.seat('ben@bellhop.local');
  await ben.page.goto(`/inboxes/all/conversation/${uuid}`);
  await ben.conversation.shows(subject);
  await ben.conversation.fact('Status: Resolved').waitFor();
  expect(await ben.list.row(subject).count()).toBe(0);

  await desk.mail({
    from: customer,
    to: out.mail.replyTo!.text,
    subject: `Re: ${subject}`,
    inReplyTo: out.mail.messageId!,
    references: out.mail.messageId!,
    text: `Thank you, it is on its way.\n\nOn Monday Support wrote:\n> Sorry about the lamp! Put it like this:\n`,
  });
  for (const seat of [ana, ben]) {
    await seat.conversation.thread.getByText('Thank you, it is on its way.').waitFor();
    await seat.conversation.fact('Status: Open').waitFor();
  }
  const reopened = ben.list.row(subject);
  await reopened.waitFor();
  await soon(() => reopened.textContent()).toContain('Thank you, it is on its way.');
  await soon(() => ben.conversation.entries.count()).toBe(3);
  const { rows } = await desk.pool.query('select count(*)::int from conversations');
  expect(rows[0].count).toBe(1);
  expect(loads).toBe(1);
});

test('an answer that quotes nothing but carries the plus address threads, too', async () => {
  const { rows } = await desk.pool.query('select uuid from conversations limit 1');
  const ben = await desk.seat('ben@bellhop.local');
  await ben.page.goto('/inboxes/all');
  await ben.list.row(subject).waitFor();
  await desk.mail({
    from: customer,
    to: `support+conv-${rows[0].uuid}@bellhop.local`,
    subject: 'One more thing',
    text: 'Which colours are there?',
  });
  await soon(() => ben.list.row(subject).textContent()).toContain('Which colours are there?');
  await soon(() => ben.list.rows.count()).toBe(1);
});
