import { expect, test } from 'vitest';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const email = 'ana@bellhop.local';
const desk = useDesk({}, async () => {
  await desk.addAgent({ email, first_name: 'Ana', last_name: 'Lima' });
});
const stored = async () =>
  (await desk.pool.query('select event, scope, channel, is_on from notification_choices order by 1, 2, 3')).rows;

test('what one is told of is chosen by keyboard, checked, said in words, and there after a reload', async () => {
  const { page } = await desk.seat(email);
  await page.goto('/account/notifications');
  const table = page.getByRole('table', { name: 'What, and where' });
  const box = (name: string) => table.getByRole('checkbox', { name, exact: true });
  await box('A conversation is assigned to me, Email').waitFor();
  await soon(() => box('A conversation is assigned to me, Email').isChecked()).toBe(true);
  // What only administrators are told is not offered to others.
  expect(await table.getByText('A webhook is switched off').count()).toBe(0);
  await soon(() => table.getByRole('rowheader', { name: 'In my teams' }).count()).toBe(4);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await box('A conversation is assigned to me, Email').focus();
  await page.keyboard.press('Space');
  await box('A customer replies, Assigned to me, Bell').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const summary = page.getByRole('region', { name: 'What you get' });
  await summary
    .getByText(/A customer replies \(Assigned to me\)/)
    .first()
    .waitFor();

  await page.getByRole('switch', { name: /^Quiet hours/ }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('From', { exact: true }).fill('22:00');
  await page.getByLabel('Until', { exact: true }).fill('22:00');
  await page.getByLabel('Emails at most').fill('99');
  await page.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The end must differ from the beginning').waitFor();
  await soon(() => stored()).toEqual([]);
  await page.getByLabel('Until', { exact: true }).fill('06:30');
  await page.getByLabel('Emails at most').fill('3');
  await page.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Saved Notifications').waitFor();
  await soon(() => stored()).toEqual([
    { event: 'assignment', scope: 'mine', channel: 'mail', is_on: false },
    { event: 'customer_reply', scope: 'mine', channel: 'in_app', is_on: true },
    { event: 'customer_reply', scope: 'mine', channel: 'mail', is_on: true },
  ]);

  await page.reload();
  await box('A customer replies, Assigned to me, Email').waitFor();
  await soon(() => box('A conversation is assigned to me, Email').isChecked()).toBe(false);
  await soon(() => box('A customer replies, Assigned to me, Email').isChecked()).toBe(true);
  await soon(() => page.getByLabel('Until', { exact: true }).inputValue()).toBe('06:30');
  await soon(() => page.getByLabel('Emails at most').inputValue()).toBe('3');
});

test('on a phone each event is a group of its own, and nothing is cut off', async () => {
  const { page } = await desk.seat(email);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account/notifications');
  const group = page.getByRole('group', { name: 'Somebody else writes a note' });
  await group.getByRole('checkbox', { name: 'Somebody else writes a note, All I can see, Bell' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved Notifications').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
