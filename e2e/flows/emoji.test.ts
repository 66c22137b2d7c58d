import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { EmojiPicker } from '../page-models/emoji-picker.ts';
import type { Seat, SeatOptions } from '../seat.ts';
import { soon } from '../soon.ts';

const subject = 'Thank you for the lamp';
const desk = useDesk({}, async ({ pool }) => {
  await desk.mail({ from: customer, to: supportAddress, subject, text: 'It shines.' });
  await desk.until(async () => (await pool.query('select uuid from conversations')).rows.length === 1, 'the mail');
});

/** A window with an empty note, which no other test and no earlier draft has written in. */
async function openNote(options: SeatOptions = {}): Promise<{ seat: Seat; picker: EmojiPicker }> {
  const seat = await desk.seat(adminEmail, options);
  await showNote(seat);
  return { seat, picker: new EmojiPicker(seat.page) };
}

async function showNote(seat: Seat): Promise<void> {
  await seat.page.goto('/inboxes/all');
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  await seat.page.keyboard.press('n');
  const text = seat.composer.text('Private note').and(seat.page.locator(':focus'));
  await text.waitFor();
  await text.fill('');
}

/** Loaded pictures, not the letters that stand in for broken ones. */
const picturesOf = (picker: EmojiPicker) =>
  picker.panel
    .locator('img')
    .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);

test('found by name and chosen with the keyboard, kept among those used last, with a tone of skin', async () => {
  const { seat, picker } = await openNote();
  const { page, composer } = seat;
  const text = composer.text('Private note');
  await picker.open();
  await soon(() => picker.category('Recently used').isDisabled()).toBe(true);
  await expect.poll(() => picturesOf(picker), { timeout: 15_000 }).toBeGreaterThan(30);
  await page.keyboard.type('party pop');
  await picker.option('party popper').and(page.locator('[aria-selected=true]')).waitFor();
  await page.keyboard.press('Enter');
  await picker.panel.waitFor({ state: 'detached' });
  await text.getByText('🎉').and(page.locator('p')).waitFor();
  await text.and(page.locator(':focus')).waitFor();

  await picker.open();
  await picker.tone('Dark').click();
  await picker.search.fill('waving');
  await picker.option('waving hand').click();
  await text.getByText('🎉👋🏿').waitFor();

  // Kept in the store of the specification, by its name and version.
  await showNote(seat);
  const stores = await page.evaluate(() => indexedDB.databases());
  expect(stores).toContainEqual({ name: 'EMJ', version: 3 });
  await picker.open();
  await picker.category('Recently used').and(page.locator(':enabled')).waitFor();
  await soon(() => picker.options.first().getAttribute('aria-label')).toBe('waving hand');
  await soon(() => picker.panel.getByRole('radio', { name: 'Dark', exact: true }).isChecked()).toBe(true);
  // Right, down and up again by arrows: the second of those used last.
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  await picker.option('party popper').and(page.locator('[aria-selected=true]')).waitFor();
  await page.keyboard.press('Escape');
  await picker.panel.waitFor({ state: 'detached' });
});

test('categories lead down the list, nothing found says so, and it is fit for everybody', async () => {
  const { seat, picker } = await openNote({ color_scheme: 'dark' });
  await picker.open();
  await picker.category('Flags').click();
  await picker.option('chequered flag').waitFor();
  await picker.category('Food and drink').click();
  await picker.option('grapes').waitFor();
  expect(await violations(seat.page)).toEqual([]);
  await picker.search.fill('xyzzy');
  await picker.panel.getByText('No emoji has been found!', { exact: true }).waitFor();
  expect(await violations(seat.page)).toEqual([]);
});

test('a phone has room for it', async () => {
  const { seat, picker } = await openNote({ width: 390, height: 844 });
  await picker.open();
  const box = (await picker.panel.boundingBox())!;
  expect([box.x >= 0, box.x + box.width <= 390, box.y >= 0]).toEqual([true, true, true]);
  await picker.search.fill('heart on fire');
  await picker.option('heart on fire').click();
  await seat.composer.text('Private note').getByText('❤️‍🔥').waitFor();
});

test('a picture that does not come is the letter that it stands for', async () => {
  const { seat, picker } = await openNote();
  seat.allow(/Failed to load resource/);
  await seat.page.route('**/emoji/1f347.svg', (route) => route.abort());
  await picker.open();
  await picker.search.fill('grapes');
  await picker.option('grapes').getByText('🍇').waitFor();
});

test('names between colons become letters, and the text that is stored holds nothing else', async () => {
  const { seat } = await openNote();
  const { page, composer } = seat;
  const text = composer.text('Private note');
  await page.keyboard.type('Well done :tad');
  const offered = page.getByRole('listbox', { name: 'Emoji' });
  await offered.getByRole('option', { name: /party popper/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await text.getByText('Well done 🎉').waitFor();
  await page.keyboard.type(' :rocket:');
  await text.getByText('Well done 🎉 🚀').waitFor();
  await page.keyboard.type(' at 10:30 :-)');
  await text.getByText('Well done 🎉 🚀 at 10:30 :-)').waitFor();
  expect(await offered.count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  const stored = await desk.until(
    async () =>
      (await desk.pool.query("select content from messages where private and text_content like 'Well done%'")).rows[0],
    'the note',
  );
  expect(stored.content).toBe('<p>Well done 🎉 🚀 at 10:30 :-)</p>');
});
