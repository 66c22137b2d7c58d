import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import type { Seat } from '../seat.ts';
import { soon } from '../soon.ts';

const subject = 'A lamp with a crack';
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC';
const desk = useDesk({}, async ({ pool }) => {
  const admin = await desk.as(adminEmail);
  const macro = { visibility: 'all', team_id: null, user_id: null, actions: [] };
  for (const [name, message_content] of [
    ['Greeting', '<p>Dear {{ .Contact.FirstName }}, about <b>{{ .Conversation.Subject }}</b>: {{ foo }}</p>'],
    ['Formal', '<p>Dear {{ .Contact.LastName }} and {{ .Contact.LastName | default "others" }},</p>'],
  ]) {
    const body = { ...macro, name, message_content, visible_when: ['replying', 'adding_private_note'] };
    await admin.call('macros.create', { body: body as never });
  }
  await desk.mail({ from: 'Mina <mina@customer.example>', to: supportAddress, subject, text: 'It is broken.' });
  await desk.until(async () => (await pool.query('select uuid from conversations')).rows.length === 1, 'the mail');
});

beforeEach(async () => {
  await desk.pool.query('delete from drafts');
});

async function openReply(seat: Seat): Promise<void> {
  await seat.page.goto('/inboxes/all');
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  await seat.composer.startReply();
  await soon(() => seat.composer.text().evaluate((text) => text === document.activeElement)).toBe(true);
}

/** Pastes as a browser does: with an event that carries the clipboard. */
async function paste(seat: Seat, html: string, text = ''): Promise<void> {
  await seat.composer.text().evaluate(
    (field, [asHtml, asText]) => {
      const clipboardData = new DataTransfer();
      if (asHtml) clipboardData.setData('text/html', asHtml);
      clipboardData.setData('text/plain', asText ?? '');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [html, text],
  );
}

const written = (seat: Seat) =>
  seat.composer.text().evaluate((field) =>
    [...field.children]
      .map((child) => child.outerHTML.replace(/ (?:class|style|data-\S+?|dir|contenteditable|draggable)="[^"]*"/g, ''))
      .join('')
      .replaceAll('<br>', ''),
  );

const lastMessage = async () =>
  (await desk.pool.query("select content from messages where type = 'outgoing' order by id desc limit 1")).rows[0]
    ?.content;

test('signs of Markdown format what is typed', async () => {
  const seat = await desk.seat(adminEmail);
  const { page } = seat;
  await openReply(seat);
  await page.keyboard.type('# Head');
  await page.keyboard.press('Enter');
  await page.keyboard.type('**bold** and _slanted_ and ~~gone~~ and `code` end');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('same paragraph');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1. first');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> said');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('```');
  await page.keyboard.press('Enter');
  await page.keyboard.type('a = 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('https://shop.example/help is a link');
  await soon(() => written(seat)).toBe(
    '<h1>Head</h1>' +
      '<p><strong>bold</strong> and <em>slanted</em> and <s>gone</s> and <code>code</code> endsame paragraph</p>' +
      '<ul><li><p>one</p></li><li><p>two</p></li></ul><ol><li><p>first</p></li></ol>' +
      '<blockquote><p>said</p></blockquote><pre><code>a = 1</code></pre>' +
      '<p><a href="https://shop.example/help">https://shop.example/help</a> is a link</p>',
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await seat.composer.text().getByText('is a link').waitFor();
  const field = seat.composer.text();
  await soon(() => field.getAttribute('lang')).toBe('en');
  await soon(() => field.getAttribute('dir')).toBe('auto');
  await soon(() => field.getAttribute('spellcheck')).toBe('true');
});

test('what Word copies arrives clean, and leaves small', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer } = seat;
  await openReply(seat);
  const known = await desk.outbox();
  const folder = '../../apps/web/src/features/conversations/thread/composer/editor/fixtures';
  await paste(seat, readFileSync(join(import.meta.dirname, folder, 'word.html'), 'utf8'), 'Delivery');
  await composer.text().getByRole('heading', { name: 'Delivery' }).waitFor();
  await composer.text().getByRole('cell', { name: '89.00' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await soon(lastMessage).toContain('<h2>Delivery</h2>');
  expect(await lastMessage()).not.toMatch(/mso|style|class|secret/i);
  await desk.pool.query('update outgoing_mails set due_at = now()');
  await desk.pool.query('notify bellhop_outgoing');
  const { mail } = await desk.nextOut(known);
  expect(mail.html).toContain('<table border="1" cellpadding="6" cellspacing="0" style="margin:0 0 12px;');
  expect(mail.html).not.toMatch(/class=|mso-/);
  expect(mail.text).toContain('Step one');
});

test('pictures come by paste and as part of what is pasted; one that a site refuses is told and left out', async () => {
  const seat = await desk.seat(adminEmail);
  seat.allow(/refuses\.example/);
  const { page, composer, shell } = seat;
  await page.route('https://refuses.example/**', (route) => route.abort());
  await openReply(seat);
  await paste(
    seat,
    `<p>Look <img src="data:image/png;base64,${dot}"> and <img src="https://refuses.example/a.png"> end</p>`,
  );
  await shell.toasts.getByText('The picture from refuses.example could not be loaded').waitFor();
  const pictures = composer.text().getByRole('img');
  await soon(() => pictures.count()).toBe(1);
  await soon(() => pictures.first().getAttribute('src')).toMatch(/^\/uploads\/[0-9a-f-]{36}$/);
  await composer.text().evaluate((field, data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, dot);
  await soon(() => pictures.count()).toBe(2);
  await soon(() => composer.text().locator('img[src^="blob:"]').count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  await soon(lastMessage).toMatch(/Look <img[^>]*src="cid:bellhop-[^>]*>/);
});

test('too much at once is refused, with the limit', async () => {
  const seat = await desk.seat(adminEmail);
  await openReply(seat);
  await seat.page.keyboard.type('Before. ');
  await seat.composer.text().evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'word '.repeat(2 * 1024 * 1024));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await seat.shell.toasts.getByText('at most 1 MB').waitFor();
  await soon(() => seat.composer.text().textContent()).toBe('Before. ');
});

test('variables are shown as what they stand for, stored as written, sent resolved', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer } = seat;
  await openReply(seat);
  await page.keyboard.type(';greet');
  await page.getByRole('option', { name: 'Greeting' }).waitFor();
  await page.keyboard.press('Enter');
  await composer.text().getByText('Mina', { exact: true }).waitFor();
  await composer.text().getByText(subject, { exact: true }).waitFor();
  await soon(() => composer.text().textContent()).toBe(`Dear Mina, about ${subject}: {{ foo }}`);
  await page.keyboard.type(' {{auth');
  await page.getByRole('option', { name: 'Your first name' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.keyboard.type('!');
  await soon(() => composer.text().textContent()).toMatch(/\{\{ foo \}\} \S+!$/);
  await soon(
    async () => (await desk.pool.query("select content->>'html' as html from drafts")).rows[0]?.html,
  ).toContain('Dear {{ .Contact.FirstName }}');
  await page.reload();
  await composer.text().getByText('Mina', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await composer.send().click();
  await soon(lastMessage).toContain(`Dear Mina, about <b>${subject}</b>: {{ foo }}`.replace(/b>/g, 'strong>'));
});

test('a variable without value is red and keeps the reply here; its default would do', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer } = seat;
  await openReply(seat);
  const before = await lastMessage();
  await page.keyboard.type(';formal');
  await page.getByRole('option', { name: 'Formal' }).waitFor();
  await page.keyboard.press('Enter');
  const missing = composer.text().locator('.variable.is-missing');
  await missing.getByText("Contact's last name").waitFor();
  await soon(() => missing.count()).toBe(1);
  await composer.text().getByText('others').waitFor();
  await page.keyboard.press('Control+Enter');
  await composer.reply.getByText(/no value for .*Contact's last name/).waitFor();
  expect(await lastMessage()).toBe(before);
  expect(await violations(page)).toEqual([]);
});

test('full screen gives the letter the window; Escape gives it back, and only then leaves the text', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer } = seat;
  await openReply(seat);
  await page.keyboard.type('A long letter');
  await page.keyboard.press('Control+Shift+F');
  await soon(async () => (await composer.reply.boundingBox())?.width).toBe(1440);
  await soon(async () => (await composer.reply.boundingBox())?.height).toBe(900);
  expect(await seat.list.row(subject).evaluate((row) => row.closest('[inert]') !== null)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await soon(async () => ((await composer.reply.boundingBox())?.width ?? 1440) < 1000).toBe(true);
  await soon(() => composer.text().evaluate((text) => text === document.activeElement)).toBe(true);
  expect(await page.locator('[inert]').count()).toBe(0);
  await composer.reply.getByRole('button', { name: 'Full screen' }).click();
  await composer.reply.getByRole('button', { name: 'Leave full screen' }).waitFor();
  await composer.switchTo('Private note');
  await soon(async () => (await composer.note.boundingBox())?.width).toBe(1440);
  await composer.note.getByRole('button', { name: 'Leave full screen' }).click();
  await soon(async () => ((await composer.note.boundingBox())?.width ?? 1440) < 1000).toBe(true);
});
