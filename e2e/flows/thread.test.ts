import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { followUp, openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { soon } from '../soon.ts';

const longSubject = 'A very long thread';
const mailSubject = 'A lamp, answered from Outlook';
const outlook = `<p>Please send the <b>invoice</b> again.</p><p>&nbsp;</p>
  <div><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Support &lt;support@bellhop.local&gt;<br><b>Sent:</b> Friday, 1 May 2026 09:05<br>
  <b>To:</b> Mina Oak<br><b>Subject:</b> RE: Lamp</p></div></div><p>What was written before.</p>
  <p><img src="https://pictures.elsewhere.example/logo.png" alt="Logo" width="120" height="40"></p>
  <p><img src="https://tracker.elsewhere.example/open.gif" width="1" height="1"></p>`;
const reportSubject = 'A report of two thousand lines';
const report = `<table>${Array.from({ length: 2_000 }, (_, n) => `<tr><td>Line ${n + 1}</td><td>9.00</td></tr>`).join('')}</table><p>The end of it</p>`;
const newsletter = `<table width="680" style="width:680px"><tr><td width="340"><p style="width:320px">Left and quite a lot of it.</p></td>
  <td width="340"><p style="width:320px">Right and quite a lot of it.</p></td></tr></table>`;
/** Messages of the long thread; pages of 30 and the room ahead of the window leave many of them out at first. */
const length = 140;

let longUuid = '';
let mailUuid = '';
let reportUuid = '';
const uuids: string[] = [];
const desk = useDesk({}, async ({ pool }) => {
  const { conversation, message } = await openConversation(desk, { subject: longSubject, text: 'Message 1' });
  longUuid = conversation.uuid;
  uuids.push(message.uuid);
  for (let n = 2; n <= length; n += 1) {
    uuids.push((await followUp(desk, conversation.id, { text: `Message ${n}` })).uuid);
  }
  // Ten a day.
  await pool.query(
    `update messages m set created_at = now() - interval '1 day' * (($1::int - n.n) / 10) - interval '1 minute' * (($1::int - n.n) % 10)
     from (select id, row_number() over (order by id) as n from messages where conversation_id = $2) n where n.id = m.id`,
    [length, conversation.id],
  );
  const letter = { from: customer, to: supportAddress, subject: mailSubject };
  await desk.mail({ ...letter, messageId: '<outlook@customer.example>', html: outlook });
  mailUuid = await desk.until(async () => {
    const { rows } = await pool.query('select uuid from conversations where subject = $1', [mailSubject]);
    return rows[0]?.uuid;
  }, 'the mail');
  await desk.mail({ ...letter, inReplyTo: '<outlook@customer.example>', html: newsletter });
  await desk.until(async () => {
    const { rows } = await pool.query("select id from messages where type = 'incoming' and content like '%Left and%'");
    return rows.length === 1;
  }, 'the newsletter');
  await desk.mail({ ...letter, subject: reportSubject, html: report });
  reportUuid = await desk.until(async () => {
    const { rows } = await pool.query('select uuid from conversations where subject = $1', [reportSubject]);
    return rows[0]?.uuid;
  }, 'the report');
});

const at = (uuid: string, messageUuid?: string) =>
  `/inboxes/all/conversation/${uuid}${messageUuid ? `?message=${messageUuid}` : ''}`;

/** Where the top of an entry stands in the window, in px; null while it is out of it. */
function topOf(page: Page, text: string): Promise<number | null> {
  return page.evaluate((words) => {
    const box = document.querySelector('.thread')!.getBoundingClientRect();
    const entry = [...document.querySelectorAll('.thread article')].find((one) => one.textContent?.includes(words));
    const top = entry?.getBoundingClientRect().top;
    return top !== undefined && top > box.top - 1 && top < box.bottom ? Math.round(top) : null;
  }, text);
}

test('a thread is read upwards: what is in view stays, days stand between', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(at(longUuid));
  await conversation.shows(longSubject);
  await conversation.thread.getByText(`Message ${length}`, { exact: true }).waitFor();
  await soon(() => conversation.thread.getByRole('heading', { name: /Today/ }).count()).toBe(1);
  await soon(() => conversation.thread.getByRole('heading', { name: /Yesterday/ }).count()).toBe(1);
  const before = await conversation.entries.count();
  expect(before).toBeLessThan(length);
  // Near the beginning of what is loaded: more comes, and nothing moves.
  const shown = `Message ${length - 55}`;
  const entry = conversation.entries.filter({ has: page.getByText(shown, { exact: true }) });
  await entry.scrollIntoViewIfNeeded();
  const top = await topOf(page, shown);
  expect(top).not.toBeNull();
  await soon(() => conversation.entries.count()).toBeGreaterThan(before);
  expect(Math.abs((await topOf(page, shown))! - top!)).toBeLessThanOrEqual(1);
  // To the very beginning.
  await soon(async () => {
    await conversation.thread.evaluate((box) => box.scrollTo(0, 0));
    return conversation.entries.count();
  }).toBe(length);
  await conversation.thread.getByText('Message 1', { exact: true }).waitFor();
});

test('an address leads to a message deep in the thread, and from there to the newest', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(at(longUuid, uuids[39]));
  await conversation.shows(longSubject);
  await soon(() => topOf(page, 'Message 40')).not.toBeNull();
  await page.locator('.is-target').getByText('Message 40', { exact: true }).waitFor();
  expect(await conversation.thread.getByText(`Message ${length}`, { exact: true }).count()).toBe(0);
  // A message that comes meanwhile belongs behind what is missing here.
  const { rows } = await desk.pool.query('select id from conversations where uuid = $1', [longUuid]);
  const place = await topOf(page, 'Message 40');
  await followUp(desk, rows[0].id, { text: 'Just in' });
  await page.getByRole('main').getByRole('link').filter({ hasText: 'Just in' }).first().waitFor();
  expect(await conversation.thread.getByText('Just in').count()).toBe(0);
  expect(await topOf(page, 'Message 40')).toBe(place);
  // Downwards the rest comes in order.
  await soon(async () => {
    await conversation.thread.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    return conversation.thread.getByText('Just in').count();
  }).toBe(1);
  const texts = await conversation.entries.evaluateAll((entries) =>
    entries.map((one) => Number(/Message (\d+)/.exec(one.textContent ?? '')?.[1] ?? Number.MAX_SAFE_INTEGER)),
  );
  expect(texts).toEqual([...texts].sort((a, b) => a - b));

  await page.goto(at(longUuid, uuids[39]));
  await conversation.region.getByRole('button', { name: 'Newest message' }).click();
  await soon(() => topOf(page, 'Just in')).not.toBeNull();
  await soon(() => conversation.region.getByRole('button', { name: 'Newest message' }).count()).toBe(0);
});

test('an address of a message that is not there says so and shows the thread', async () => {
  const seat = await desk.seat(adminEmail);
  seat.allow(/404/);
  await seat.page.goto(at(longUuid, crypto.randomUUID()));
  await seat.conversation.shows(longSubject);
  await seat.page.getByText('Message not found').waitFor();
  await seat.conversation.thread.getByText('Just in').waitFor();
});

test('a message that comes while one reads further up is announced by a pill', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(at(longUuid));
  await conversation.shows(longSubject);
  await conversation.thread.getByText('Just in').waitFor();
  const { rows } = await desk.pool.query('select id from conversations where uuid = $1', [longUuid]);
  // Until it stays: what is drawn before the page hears of the scrolling follows the end once more.
  const shown = `Message ${length - 8}`;
  await soon(async () => {
    await conversation.thread.getByText(shown, { exact: true }).evaluate(async (entry) => {
      entry.scrollIntoView({ block: 'center' });
      await new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard)));
    });
    return topOf(page, shown);
  }).not.toBeNull();
  const before = await topOf(page, shown);
  await followUp(desk, rows[0].id, { text: 'One more question' });
  await conversation.newsPill.waitFor();
  expect(Math.abs((await topOf(page, shown))! - before!)).toBeLessThanOrEqual(1);
  await conversation.newsPill.click();
  await soon(() => topOf(page, 'One more question')).not.toBeNull();
  await conversation.newsPill.waitFor({ state: 'hidden' });
});

test('Outlook quotes are folded, pictures from elsewhere wait and are remembered, tracking pixels never load', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, conversation } = seat;
  seat.allow(/pictures\.elsewhere\.example/);
  const asked: string[] = [];
  await page.route(/elsewhere\.example/, (route) => {
    asked.push(new URL(route.request().url()).hostname);
    return route.abort();
  });
  await page.goto(at(mailUuid));
  await conversation.shows(mailSubject);
  const letter = conversation.entry('Message from Mina Oak').first();
  const mail = conversation.mail(letter);
  await mail.getByText('Please send the').waitFor();
  await soon(() => mail.getByText('Friday, 1 May 2026').isVisible()).toBe(false);
  await soon(() => mail.getByText('What was written before.').isVisible()).toBe(false);
  await letter.getByRole('button', { name: 'Show quoted text' }).click();
  await mail.getByText('What was written before.').waitFor();
  expect(asked).toEqual([]);
  await letter.getByText('1 picture from elsewhere is held back').waitFor();
  await letter.getByRole('button', { name: 'Load images' }).click();
  await soon(() => asked).toEqual(['pictures.elsewhere.example']);
  await page.reload();
  await conversation.mail(conversation.entry('Message from Mina Oak').first()).getByText('Please send the').waitFor();
  await soon(() => asked.length).toBe(2);
  expect(asked).not.toContain('tracker.elsewhere.example');
});

test('a wide mail is fitted to the room beside the details', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(at(mailUuid));
  await conversation.shows(mailSubject);
  const letter = conversation.entry('Message from Mina Oak').last();
  const mail = conversation.mail(letter);
  await mail.getByText('Right and quite').waitFor();
  await soon(() => mail.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBeLessThanOrEqual(0);
});

test('a very long mail is shown from its beginning, and whole when that is asked for', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(at(reportUuid));
  await conversation.shows(reportSubject);
  const letter = conversation.entry('Message from Mina Oak').first();
  const mail = conversation.mail(letter);
  await mail.getByText('Line 1', { exact: true }).waitFor();
  const whole = letter.getByRole('button', { name: 'Show the whole message' });
  await whole.waitFor();
  expect(await mail.getByText('The end of it').count()).toBe(0);
  await whole.focus();
  await page.keyboard.press('Enter');
  await mail.getByText('The end of it').waitFor({ state: 'attached' });
  await soon(() => mail.getByText('Line 1', { exact: true }).count()).toBe(1);
  expect(await letter.getByText('is not shown').count()).toBe(0);
});

test('the original of a mail is shown and downloaded', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(at(mailUuid));
  await conversation.shows(mailSubject);
  const letter = conversation.entry('Message from Mina Oak').first();
  await letter.getByRole('button', { name: /^to support/ }).click();
  await letter.getByRole('button', { name: 'View original' }).click();
  const dialog = page.getByRole('dialog', { name: 'Original message' });
  await dialog.getByText('Mina Oak <mina@customer.example>', { exact: true }).waitFor();
  await dialog.getByRole('region', { name: 'Source' }).getByText('Message-ID: <outlook@customer.example>').waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download .eml' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.eml$/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await letter.getByRole('button', { name: 'Why is it here?' }).click();
  const why = page.getByRole('dialog', { name: 'Why is it here?' });
  await why.getByText('Nothing in it named an earlier conversation').waitFor();
  await why.getByText('It came to Local mail').waitFor();
});

test('axe finds nothing wrong in a thread, in both themes', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(at(longUuid, uuids[39]));
  await conversation.shows(longSubject);
  await soon(() => topOf(page, 'Message 40')).not.toBeNull();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goto(at(mailUuid));
  const letter = conversation.entry('Message from Mina Oak').first();
  await letter.getByRole('button', { name: /^to support/ }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await letter.getByRole('button', { name: 'View original' }).click();
  await page.getByRole('dialog').getByRole('region', { name: 'Source' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
