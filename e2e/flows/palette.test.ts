import { beforeEach, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { Palette } from '../page-models/palette.ts';
import type { Seat } from '../seat.ts';
import { soon } from '../soon.ts';

const subject = 'The lamp hums';
const desk = useDesk({}, async ({ pool }) => {
  await desk.addTeam('Returns');
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', roles: ['Agent'] });
  await desk.addAgent({
    email: 'reader@bellhop.local',
    permissions: ['conversations:read', 'conversations:read_all', 'messages:read'],
  });
  await pool.query("insert into tags (name) values ('lamp'), ('warranty')");
  await desk.mail({ from: customer, to: supportAddress, subject, text: 'Day and night.' });
  await desk.until(async () => (await pool.query('select uuid from conversations')).rows.length === 1, 'the mail');
});

beforeEach(async () => {
  await desk.pool.query(
    `update conversations set status_id = 1, assigned_user_id = null, assigned_team_id = null, priority_id = null,
       snoozed_until = null, resolved_at = null, closed_at = null`,
  );
  await desk.pool.query('delete from conversation_tags');
});

async function openLamp(seat: Seat): Promise<Palette> {
  await seat.page.goto('/inboxes/all');
  await seat.list.showStatus('All statuses');
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  return new Palette(seat.page);
}

const row = async () => (await desk.pool.query('select * from conversations')).rows[0];

test('opens from anywhere, moves, goes up and closes; the focus goes back', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer, conversation } = seat;
  const palette = await openLamp(seat);
  await composer.startReply();
  await composer.text().pressSequentially('Hello');
  await palette.open();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  await soon(() => palette.options.allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('Apply macro'), expect.stringContaining('Snooze')]),
  );
  // Each entry shows its key.
  await palette.option('Snooze…').getByText('H', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await palette.option('Pick date and time').waitFor();
  await soon(() => palette.options.count()).toBe(7);
  await page.keyboard.type('12');
  await palette.active.filter({ hasText: '12 hours' }).waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await palette.option('Resolve').waitFor();
  await page.keyboard.press('Escape');
  await palette.closed();
  await soon(() => composer.text().evaluate((text) => text === document.activeElement)).toBe(true);
  await page.keyboard.type(' again');
  await composer.text().getByText('Hello again').waitFor();
  await conversation.region.getByRole('button', { name: 'Discard the draft' }).click();
});

test('what is typed before it stands is not lost and presses no key', async () => {
  const seat = await desk.seat(adminEmail);
  const palette = await openLamp(seat);
  await seat.page.keyboard.press('Control+k');
  await seat.page.keyboard.type('priority', { delay: 0 });
  await palette.active.filter({ hasText: 'Set priority' }).waitFor();
  await soon(() => palette.field.inputValue()).toBe('priority');
  await seat.page.keyboard.press('Enter');
  await seat.page.keyboard.type('high');
  await seat.page.keyboard.press('Enter');
  await palette.closed();
  await seat.conversation.fact('Priority: High').waitFor();
});

test('acts on the open conversation and remembers what was used', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, conversation } = seat;
  const palette = await openLamp(seat);
  await palette.run('assign to me');
  await conversation.fact('Agent: Admin').waitFor();
  await palette.run('warranty', 'Add tag: warranty');
  await conversation.details.getByText('warranty').waitFor();
  await palette.run('assign to team');
  await page.keyboard.type('ret');
  await page.keyboard.press('Enter');
  await conversation.fact('Team: Returns').waitFor();
  await palette.run('assign to: ana', 'Ana');
  await conversation.details.getByRole('button', { name: /^Agent: Ana/ }).waitFor();
  await palette.open();
  await palette.dialog.getByText('Recent', { exact: true }).waitFor();
  await soon(() => palette.options.first().textContent()).toContain('Assign to team');
  await page.keyboard.press('Control+k');
  await palette.closed();
});

test('resolve sets the status and closes the palette; without an agent it says why not', async () => {
  const seat = await desk.seat(adminEmail);
  const palette = await openLamp(seat);
  await palette.run('resolve', 'Resolve');
  await palette.closed();
  await seat.shell.toasts.getByText('Assign').first().waitFor();
  expect((await row()).status_id).toBe(1);
  await palette.run('assign to me');
  await seat.conversation.fact('Agent: Admin').waitFor();
  await palette.run('resolve', 'Resolve');
  await palette.closed();
  await soon(async () => (await row()).status_id).toBe(3);
});

test('snoozes for exactly the preset, and until a picked time that must be in the future', async () => {
  const seat = await desk.seat(adminEmail);
  const { page } = seat;
  const palette = await openLamp(seat);
  const bodies: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/status'))
      bodies.push(new URLSearchParams(request.postData() ?? ''));
  });
  await palette.run('snooze', 'Snooze…');
  await page.keyboard.type('2 days');
  await page.keyboard.press('Enter');
  await palette.closed();
  await soon(() => bodies.map((body) => body.get('snoozed_until'))).toEqual(['48h']);
  await soon(async () => (await row()).snoozed_until !== null).toBe(true);

  await seat.page.goto('/inboxes/all?status=');
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  await palette.run('snooze', 'Snooze…');
  await page.keyboard.type('pick');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Snooze until' });
  await dialog.waitFor();
  await soon(() => dialog.getByLabel('Time').inputValue()).toBe('12:00');
  await dialog.getByLabel('Date').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  await dialog.getByText('Select a future time').first().waitFor();
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Date').fill(day);
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  await dialog.waitFor({ state: 'detached' });
  await soon(() => bodies.length).toBe(2);
  expect(bodies[1]!.get('snoozed_until')).toMatch(/^\d+h$/);
  await soon(async () => ((await row()).snoozed_until as Date | null)?.toISOString()).toBe(`${day}T12:00:00.000Z`);
});

test('a status that needs a time asks for it', async () => {
  const seat = await desk.seat(adminEmail);
  const palette = await openLamp(seat);
  await palette.run('set status');
  await seat.page.keyboard.type('snoo');
  await seat.page.keyboard.press('Enter');
  await palette.option('6 hours').click();
  await palette.closed();
  await soon(async () => (await row()).snoozed_until !== null).toBe(true);
});

test('goes to places, shows the keys and changes the theme', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.row(subject).waitFor();
  const palette = new Palette(page);
  await palette.open();
  expect(await palette.option('Resolve').count()).toBe(0);
  await page.keyboard.press('Escape');
  await palette.run('unassigned', 'Unassigned');
  await list.titled('Unassigned').waitFor();
  await palette.run('dark theme');
  await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await palette.run('show these keys');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await palette.run('search');
  await page.waitForURL('**/inboxes/search');
});

test('an event opens it at a level', async () => {
  const seat = await desk.seat(adminEmail);
  const palette = await openLamp(seat);
  for (const [level, words] of [
    ['snooze', '6 hours'],
    ['agent', 'No agent'],
    ['apply-macro-to-new-conversation', 'No command here'],
  ]) {
    await seat.page.evaluate((detail) => window.dispatchEvent(new CustomEvent('bellhop:palette', { detail })), level);
    await palette.dialog.getByText(words!).waitFor();
    await seat.page.keyboard.press('Escape');
    await palette.closed();
  }
});

test('offers nothing that the agent may not do', async () => {
  const seat = await desk.seat('reader@bellhop.local');
  await seat.page.goto('/inboxes/all');
  await seat.list.row(subject).click();
  await seat.conversation.region.getByRole('heading', { name: subject }).waitFor();
  const palette = new Palette(seat.page);
  await palette.open();
  await palette.option('Dark theme').waitFor();
  for (const name of ['Apply macro', 'Snooze', 'Resolve', 'Reply', 'Assign to', 'Tags', 'Unassigned']) {
    expect(await palette.option(name).count(), name).toBe(0);
  }
});

test('axe finds nothing wrong, in both themes', async () => {
  const seat = await desk.seat(adminEmail);
  const palette = await openLamp(seat);
  await palette.open();
  expect(await violationsInBothThemes(seat.page)).toEqual([]);
  await seat.page.keyboard.type('xyzzy');
  await palette.dialog.getByText('No command here').waitFor();
  expect(await violationsInBothThemes(seat.page)).toEqual([]);
  await seat.page.keyboard.press('Escape');
  await palette.run('tags', 'Tags…');
  await palette.option('warranty').waitFor();
  expect(await violationsInBothThemes(seat.page)).toEqual([]);
});
