import { beforeEach, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { Palette } from '../page-models/palette.ts';
import type { Seat } from '../seat.ts';
import { soon } from '../soon.ts';

const subject = 'Where is my refund';
const desk = useDesk({}, async ({ pool }) => {
  const billing = await desk.addTeam('Billing');
  const other = await desk.addTeam('Other');
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', roles: ['Agent'], team_ids: [billing] });
  await desk.addAgent({
    email: 'writer@bellhop.local',
    permissions: ['conversations:read', 'conversations:read_all', 'messages:read', 'messages:write'],
  });
  await pool.query("insert into tags (name) values ('refund'), ('urgent')");
  const admin = await desk.as(adminEmail);
  const base = { visibility: 'all', visible_when: ['replying'], team_id: null, user_id: null, actions: [] };
  const macros = [
    {
      ...base,
      name: 'Refund sent',
      message_content: '<p>Your <b>refund</b> is on its way.</p>',
      actions: [
        { type: 'set_priority', value: ['3'] },
        { type: 'add_tags', value: ['refund', 'urgent'] },
      ],
    },
    { ...base, name: 'Only words', message_content: '<p>Please wait.</p>' },
    { ...base, name: 'Only tags', message_content: '', actions: [{ type: 'add_tags', value: ['urgent'] }] },
    { ...base, name: 'Hush', message_content: '<p>Between us.</p>', visible_when: ['adding_private_note'] },
    { ...base, name: 'Of Billing', message_content: '<p>x</p>', visibility: 'team', team_id: billing },
    { ...base, name: 'Of another team', message_content: '<p>x</p>', visibility: 'team', team_id: other },
    {
      ...base,
      name: 'Half of it',
      message_content: '',
      actions: [
        { type: 'add_tags', value: ['refund'] },
        { type: 'assign_user', value: ['1'] },
      ],
    },
    { ...base, name: 'A broken one', message_content: '', actions: [{ type: 'assign_user', value: ['1'] }] },
  ] as const;
  for (const body of macros) await admin.call('macros.create', { body: body as never });
  await desk.mail({ from: customer, to: supportAddress, subject, text: 'It has been a week.' });
  await desk.until(async () => (await pool.query('select uuid from conversations')).rows.length === 1, 'the mail');
});

beforeEach(async () => {
  await desk.pool.query('update conversations set priority_id = null, status_id = 1, assigned_user_id = null');
  await desk.pool.query('delete from conversation_tags');
});

async function openRefund(seat: Seat): Promise<Palette> {
  await seat.page.goto('/inboxes/all');
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  return new Palette(seat.page);
}

const usage = async (name: string) =>
  (await desk.pool.query('select usage_count from macros where name = $1', [name])).rows[0].usage_count;

test('a macro goes into the reply: its text at once, its actions on sending, those left', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer, conversation } = seat;
  const palette = await openRefund(seat);
  const known = await desk.outbox();
  await page.keyboard.press('r');
  await page.keyboard.type('Dear Mina, ');
  await composer.text().getByText('Dear Mina,').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await palette.option('Refund sent').waitFor();
  await palette.dialog.getByText('Only words').waitFor();
  await page.keyboard.type('refund');
  await palette.dialog.getByText('Your refund is on its way.').waitFor();
  await palette.dialog.getByText('Add tags: refund, urgent').waitFor();
  await page.keyboard.press('Enter');
  await palette.closed();
  await composer.text().getByText('Dear Mina, Your refund is on its way.').waitFor();
  // Nothing has happened yet.
  expect(await conversation.details.getByText('urgent').count()).toBe(0);
  const chips = composer.reply.getByRole('list', { name: 'Actions' });
  await chips.getByRole('button', { name: 'Remove Priority: High' }).click();
  await soon(() => chips.getByRole('listitem').count()).toBe(1);
  await page.reload();
  await conversation.shows(subject);
  await chips.getByText('Add tags: refund, urgent').waitFor();
  await composer.send().click();
  await conversation.entry('Reply by Admin').getByText('Your refund is on its way.').waitFor();
  await conversation.details.getByText('urgent').waitFor();
  expect((await desk.pool.query('select priority_id from conversations')).rows[0].priority_id).toBeNull();
  await soon(() => usage('Refund sent')).toBe(1);
  const { mail } = await desk.nextOut(known);
  expect(mail.html).toContain('<strong>refund</strong>');
});

test('; and / at the beginning of a word insert one by name; elsewhere they are signs', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer } = seat;
  await openRefund(seat);
  await page.keyboard.press('r');
  await composer.text().waitFor();
  await page.keyboard.type('and/or; well, ;onl');
  const list = page.getByRole('listbox', { name: 'Choose a macro' });
  await list.getByRole('option', { name: 'Only words' }).waitFor();
  await soon(() => list.getByRole('option').count()).toBe(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const words = await list.locator('.is-active').textContent();
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
  expect(words).toMatch(/^Only/);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('/only w');
  await page.keyboard.press('Tab');
  await composer.text().getByText('Please wait.').waitFor();
  await page.keyboard.type(' So it is /xyz');
  expect(await list.count()).toBe(0);
  await page.keyboard.type(' ;onl');
  await list.waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await soon(() => composer.text().evaluate((text) => text === document.activeElement)).toBe(true);
  await composer.region.getByRole('button', { name: 'Discard the draft' }).click();
});

test('actions alone run at once, from the palette or above the text', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer, conversation } = seat;
  const palette = await openRefund(seat);
  await page.keyboard.press('m');
  await page.keyboard.type('only tags');
  await palette.dialog.getByText('Run now').waitFor();
  await page.keyboard.press('Control+Enter');
  await palette.closed();
  await conversation.details.getByText('urgent').waitFor();
  expect(await composer.reply.count()).toBe(0);
  await desk.pool.query('delete from conversation_tags');

  await page.keyboard.press('m');
  await page.keyboard.type('only tags');
  await page.keyboard.press('Enter');
  await composer.reply.getByRole('button', { name: 'Run now' }).click();
  await soon(async () => (await desk.pool.query('select 1 from conversation_tags')).rows.length).toBe(1);
  await composer.reply.getByRole('list', { name: 'Actions' }).waitFor({ state: 'detached' });
});

test('a note has macros of its own', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer, conversation } = seat;
  const palette = await openRefund(seat);
  await page.keyboard.press('n');
  await composer.text('Private note').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await palette.option('Hush').waitFor();
  await soon(() => palette.options.count()).toBe(1);
  await page.keyboard.press('Enter');
  await composer.text('Private note').getByText('Between us.').waitFor();
  await page.keyboard.press('Control+Enter');
  await conversation.entry('Private note by Admin').getByText('Between us.').waitFor();
  await soon(() => usage('Hush')).toBe(1);
});

test('shows what is for the agent, without the actions they may not do', async () => {
  const names = async (email: string) => {
    const seat = await desk.seat(email);
    const palette = await openRefund(seat);
    await seat.page.keyboard.press('m');
    await palette.option('Only words').waitFor();
    return (await palette.options.allTextContents()).sort();
  };
  expect(await names('ana@bellhop.local')).toEqual([
    'A broken one',
    'Half of it',
    'Of Billing',
    'Only tags',
    'Only words',
    'Refund sent',
  ]);
  expect(await names('writer@bellhop.local')).toEqual(['Only words', 'Refund sent']);
});

test('what fails is said: a part of the actions, or all', async () => {
  const seat = await desk.seat(adminEmail);
  seat.allow(/40[034]|500/);
  seat.allow(/console warning/);
  const { page, shell } = seat;
  const palette = await openRefund(seat);
  await page.keyboard.press('m');
  await page.keyboard.type('broken');
  await palette.dialog.getByText('Run now').waitFor();
  await page.keyboard.press('Control+Enter');
  // System cannot be assigned.
  await shell.toasts.first().waitFor();
  await page.keyboard.press('m');
  await page.keyboard.type('half');
  await palette.dialog.getByText('Run now').waitFor();
  await page.keyboard.press('Control+Enter');
  await shell.toasts.getByText('Some actions of the macro failed').waitFor();
  await seat.conversation.details.getByText('refund').waitFor();
});

test('axe finds nothing wrong, in both themes', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, composer } = seat;
  const palette = await openRefund(seat);
  await page.keyboard.press('m');
  await page.keyboard.type('refund');
  await palette.dialog.getByText('Your refund is on its way.').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await composer.reply.getByRole('list', { name: 'Actions' }).waitFor();
  await composer.text().getByText('Your refund is on its way.').waitFor();
  await page.keyboard.type(' ;onl');
  await page.getByRole('listbox', { name: 'Choose a macro' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await composer.region.getByRole('button', { name: 'Discard the draft' }).click();
});
