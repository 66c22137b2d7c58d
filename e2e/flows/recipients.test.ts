import { beforeEach, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await pool.query(
    `insert into users (type, email, first_name, last_name, enabled)
     values ('contact', 'lea@partner.example', 'Lea', 'Stone', true), ('contact', 'o"hara@x.example', 'Pat, "the cat"', '<b>O''Hara</b>', true)`,
  );
});

let subject = '';
let count = 0;

beforeEach(() => {
  count += 1;
  subject = `Letter ${count}`;
});

/** A mail of the customer with others on it is opened in a window. */
async function opened(letter: { cc?: string; to?: string[] } = {}, options: Parameters<typeof desk.seat>[1] = {}) {
  await desk.mail({
    from: customer,
    to: [supportAddress, ...(letter.to ?? [])],
    cc: letter.cc,
    subject,
    text: 'Hello.',
  });
  await desk.until(
    async () => (await desk.pool.query('select 1 from conversations where subject = $1', [subject])).rows.length > 0,
    'the mail',
  );
  const seat = await desk.seat(adminEmail, options);
  await seat.page.goto('/inboxes/all');
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  await seat.composer.startReply();
  const field = (name: 'To' | 'Cc' | 'Bcc') => seat.composer.reply.getByRole('combobox', { name, exact: true });
  const chips = (name: 'To' | 'Cc' | 'Bcc') => seat.composer.reply.getByRole('list', { name, exact: true });
  const chip = (text: string | RegExp) => seat.composer.reply.getByRole('button', { name: text });
  const questions = seat.composer.reply.getByRole('alertdialog');
  return { ...seat, field, chips, chip, questions };
}

/** Sends without the ten seconds in which a reply can be taken back. */
async function noWait() {
  await desk.pool.query("update settings set value = '0' where key = 'app.undo_send_seconds'");
  await desk.pool.query('notify bellhop_settings');
}

test('chips say where each comes from; one or all; the choice sticks to the conversation', async () => {
  const { page, composer, chip, chips } = await opened({ cc: 'boss@customer.example' });
  await chip('Mina Oak, mina@customer.example, customer').waitFor();
  await chip('boss@customer.example, added by the customer').waitFor();
  expect(await violations(page)).toEqual([]);
  await composer.reply.getByRole('button', { name: 'Reply to Mina Oak only' }).click();
  await soon(() => chips('Cc').count()).toBe(0);
  expect(await composer.recipient('boss@customer.example').count()).toBe(0);
  await page.reload();
  await composer.startReply();
  const one = composer.reply.getByRole('button', { name: 'Reply to Mina Oak only' });
  await soon(() => one.getAttribute('aria-pressed')).toBe('true');
  await composer.reply.getByRole('button', { name: 'Reply to all 2' }).click();
  await chip('boss@customer.example, added by the customer').waitFor();
});

test('a contact is found while typing; keys move, change and remove', async () => {
  const { page, composer, field, chip, chips } = await opened({ cc: 'boss@customer.example' });
  await field('Cc').click();
  await page.keyboard.type('lea@p');
  await page
    .getByRole('listbox', { name: 'Matching contacts' })
    .getByRole('option')
    .filter({ hasText: 'Lea Stone' })
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await chip('lea@partner.example, added by you').waitFor();
  await soon(() => field('Cc').inputValue()).toBe('');

  // To the left stands the last one; Enter takes it back to be changed.
  await page.keyboard.press('ArrowLeft');
  await soon(() => chip('lea@partner.example, added by you').evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.press('Enter');
  await soon(() => field('Cc').inputValue()).toBe('lea@partner.example');
  await field('Cc').fill('leah@partner.example');
  await page.keyboard.press('Enter');
  await chip('leah@partner.example, added by you').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await soon(() => chip(/^boss@/).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Delete');
  await soon(() => chip(/^boss@/).count()).toBe(0);
  await soon(() => chip(/^leah@/).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Backspace');
  await soon(() => chips('Cc').count()).toBe(0);
  // The line stays as long as somebody writes in it.
  await soon(() => field('Cc').evaluate((input) => input === document.activeElement)).toBe(true);

  await page.keyboard.type('no address,');
  await chip('no address, Not an email address').waitFor();
  await composer.text().fill('Hello');
  await composer.send().click();
  await composer.reply.getByRole('alert').getByText('Correct the email addresses first').waitFor();
});

test('many pasted addresses, names with quotes, commas and markup among them, stay usable', async () => {
  const { page, composer, field, chips, chip, questions } = await opened();
  const many = Array.from({ length: 200 }, (_, index) => `"Person, ${index}" <p${index}@customer.example>`);
  const pasted = [...many, '"O\'Hara; <b>x</b>" <ohara@customer.example>'].join(', ');
  await composer.reply.getByRole('button', { name: 'Cc', exact: true }).click();
  await field('Cc').evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await composer.reply.getByRole('button', { name: '193 more' }).click();
  await soon(() => chips('Cc').getByRole('listitem').count()).toBe(201);
  await chip('ohara@customer.example, added by you').waitFor();
  await composer.reply.getByRole('button', { name: 'Show fewer' }).click();
  await soon(() => chips('Cc').getByRole('listitem').count()).toBe(8);
  expect(await violations(page)).toEqual([]);
  await composer.text().fill('Hello all');
  await page.keyboard.press('Control+Enter');
  await questions.getByText('It goes to 202 people; one mail can go to 50').waitFor();
});

test('what is unusual is asked about once; Escape goes back, Enter sends', async () => {
  await noWait();
  const { page, composer, field, chip, questions, conversation } = await opened({ cc: 'boss@customer.example' });
  const known = await desk.outbox();
  await composer.recipient('boss@customer.example').getByRole('button', { name: 'Remove' }).click();
  await field('Cc').fill('x@stranger.example');
  await page.keyboard.press('Enter');
  await chip('x@stranger.example, added by you').waitFor();
  await field('To').fill(supportAddress);
  await page.keyboard.press('Enter');
  await composer.text().fill('Dear [name], the invoice is attached. {{ .Contact.LastName }}');
  await page.keyboard.press('Control+Enter');
  await questions.waitFor();
  const asked = await questions.getByRole('listitem').allTextContents();
  expect(asked).toEqual([
    `${supportAddress} is an address of this desk`,
    'Nobody on this conversation has the domain of x@stranger.example',
    'boss@customer.example was on the conversation and does not get this reply',
    '[name] has not been filled in',
    'The text says “attached”, but there is no file',
  ]);
  expect(await violations(page)).toEqual([]);
  const sendAnyway = questions.getByRole('button', { name: 'Send anyway' });
  await soon(() => sendAnyway.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await questions.waitFor({ state: 'detached' });
  await soon(() => composer.text().evaluate((text) => text === document.activeElement)).toBe(true);
  await composer.text().fill('Hello, the invoice is attached.');
  await page.keyboard.press('Control+Enter');
  await questions.waitFor();
  await soon(() => sendAnyway.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await conversation.entry('Reply by Admin').getByText('the invoice is attached').waitFor();
  const { mail } = await desk.nextOut(known);
  const addresses = (list: typeof mail.to) =>
    [list ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));
  expect([addresses(mail.to), addresses(mail.cc)]).toEqual([[customer.address], ['x@stranger.example']]);
});

test('an ordinary reply leaves without a question', async () => {
  await noWait();
  const { page, composer, conversation } = await opened({ cc: 'boss@customer.example' });
  const known = await desk.outbox();
  await composer.text().fill('It is on its way.');
  await page.keyboard.press('Control+Enter');
  await conversation.entry('Reply by Admin').getByText('It is on its way.').waitFor();
  const { mail } = await desk.nextOut(known);
  expect(
    [mail.to, mail.cc].map((list) => [list ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address))),
  ).toEqual([[customer.address], ['boss@customer.example']]);
});

test('behind many notes the last mail is still the one that is answered', async () => {
  await desk.mail({ from: customer, to: supportAddress, cc: 'boss@customer.example', subject, text: 'Hello.' });
  const uuid = await desk.until(
    async () => (await desk.pool.query('select uuid from conversations where subject = $1', [subject])).rows[0]?.uuid,
    'the mail',
  );
  const admin = await desk.as(adminEmail);
  for (let n = 0; n < 35; n += 1) {
    await admin.call('messages.send', { params: { uuid }, body: { private: true, message: `<p>Note ${n}</p>` } });
  }
  const { page, list, conversation, composer } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.row(subject).click();
  await conversation.shows(subject);
  await composer.startReply();
  await composer.recipient('boss@customer.example').waitFor();
  await composer.recipient(customer.address).waitFor();
});
