import { beforeEach, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { Notifications } from '../page-models/notifications.ts';
import type { Seat } from '../seat.ts';
import { soon } from '../soon.ts';

const subject = 'Where is my refund';
const anaEmail = 'ana@bellhop.local';
let anaId: number;
let uuid: string;
const desk = useDesk({}, async ({ pool }) => {
  const billing = await desk.addTeam('Billing');
  anaId = await desk.addAgent({
    email: anaEmail,
    first_name: 'Ana',
    last_name: 'Duarte',
    roles: ['Agent'],
    team_ids: [billing],
  });
  await desk.addAgent({
    email: 'cleo@bellhop.local',
    first_name: 'Cleo',
    last_name: 'Narrow',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read'],
  });
  await desk.mail({ from: customer, to: supportAddress, subject, text: 'It has been a week.' });
  uuid = await desk.until(async () => (await pool.query('select uuid from conversations')).rows[0]?.uuid, 'the mail');
});

beforeEach(async () => {
  await desk.pool.query('delete from notifications');
  await desk.pool.query('update conversations set assigned_user_id = null');
});

/** Opens an empty note with the keyboard. */
async function startNote(seat: Seat): Promise<void> {
  await seat.page.goto('/inboxes/all');
  await seat.list.row(subject).click();
  await seat.conversation.shows(subject);
  await seat.page.keyboard.press('n');
  await seat.composer.text('Private note').and(seat.page.locator(':focus')).waitFor();
}

/** Types `@` and the beginning of a name, and takes the one that is offered. */
async function mention(seat: Seat, typed: string, name: string): Promise<void> {
  await seat.page.keyboard.type(`@${typed}`);
  await seat.page
    .getByRole('listbox', { name: 'Mention somebody' })
    .getByRole('option', { name, selected: true })
    .waitFor();
  await seat.page.keyboard.press('Enter');
  await seat.composer.text('Private note').getByText(`@${name}`, { exact: true }).waitFor();
}

/** What the caller writes from now on is on the note by this agent that comes last. */
async function sendNote(seat: Seat, text: string): Promise<void> {
  await seat.composer.text('Private note').getByText(text).waitFor();
  await seat.page.keyboard.press('Control+Enter');
  await desk.until(
    async () =>
      (await desk.pool.query('select 1 from messages where private and text_content like $1', [`%${text}%`])).rowCount,
    'the note',
  );
}

const callAna = async (text: string) =>
  (await desk.as(adminEmail)).call('messages.send', {
    params: { uuid },
    body: { message: `<p><span data-mention="agent:${anaId}">@Ana Duarte</span> ${text}</p>`, private: true },
  });

test('somebody who is called in a note hears of it at once and is led to it by keyboard, in all tabs', async () => {
  const [writer, reader, otherTab] = [
    await desk.seat(adminEmail),
    await desk.seat(anaEmail),
    await desk.seat(anaEmail),
  ];
  const [news, otherNews] = [new Notifications(reader.page), new Notifications(otherTab.page)];
  for (const seat of [reader, otherTab]) {
    await seat.page.goto('/inboxes/unassigned');
    await seat.list.row(subject).waitFor();
  }
  await news.bell(0).waitFor();
  await otherNews.bell(0).waitFor();
  await startNote(writer);
  await writer.page.keyboard.type('Please look, ');
  await mention(writer, 'dua', 'Ana Duarte');
  await writer.page.keyboard.type('the bank has it');
  await sendNote(writer, 'the bank has it');

  await news.bell(1).waitFor();
  await otherNews.bell(1).waitFor();
  await reader.page.keyboard.press('g');
  await reader.page.keyboard.press('n');
  const row = news.rows.filter({ hasText: 'Admin mentioned you' });
  await row.filter({ hasText: 'Please look, @Ana Duarte the bank has it' }).waitFor();
  await row.getByText(`${subject} · Mina Oak`).waitFor();
  await news.panel.getByRole('heading', { name: 'Today' }).waitFor();
  expect(await violations(reader.page)).toEqual([]);
  await reader.page.keyboard.press('ArrowDown');
  await row.and(reader.page.locator(':focus')).waitFor();
  await reader.page.keyboard.press('Enter');
  await reader.conversation.shows(subject);
  const note = reader.conversation.entry('Private note by Admin').filter({ hasText: 'the bank has it' });
  await note.locator('[data-mention].is-me').filter({ hasText: '@Ana Duarte' }).waitFor();
  await news.bell(0).waitFor();
  await otherNews.bell(0).waitFor();
  // The writer is told nothing, and sees the name less loud.
  await new Notifications(writer.page).bell(0).waitFor();
  await writer.conversation
    .entry('Private note by Admin')
    .filter({ hasText: 'the bank has it' })
    .locator('[data-mention]:not(.is-me)')
    .waitFor();
});

test('a team is called by its name; of who may not see the conversation the writer is told', async () => {
  const [writer, reader] = [await desk.seat(adminEmail), await desk.seat(anaEmail)];
  const news = new Notifications(reader.page);
  await reader.page.goto('/inboxes/unassigned');
  await reader.list.row(subject).waitFor();
  await startNote(writer);
  await mention(writer, 'bill', 'Billing');
  await mention(writer, 'cleo', 'Cleo Narrow');
  await writer.page.keyboard.type('who knows more');
  await sendNote(writer, 'who knows more');
  await writer.shell.toasts.filter({ hasText: "can't see this conversation: Cleo Narrow" }).waitFor();
  await news.bell(1).click();
  await news.rows.filter({ hasText: 'Admin mentioned Billing' }).waitFor();
});

test('a visit to the conversation reads what was told of it, without the list', async () => {
  const reader = await desk.seat(anaEmail);
  const news = new Notifications(reader.page);
  await reader.page.goto('/inboxes/unassigned');
  await news.bell(0).waitFor();
  await callAna('one more thing');
  await news.bell(1).waitFor();
  await reader.list.row(subject).click();
  await reader.conversation.shows(subject);
  await news.bell(0).waitFor();
});

test('what others assign is told, all of it is read at once, and a phone shows the same', async () => {
  const reader = await desk.seat(anaEmail, { width: 390, height: 844, color_scheme: 'dark' });
  const news = new Notifications(reader.page);
  await reader.page.goto('/inboxes/unassigned');
  await news.bell(0).click();
  await news.panel.getByRole('heading', { name: 'Nothing yet' }).waitFor();
  await callAna('look here');
  await (await desk.as(adminEmail)).call('conversations.assign_user', {
    params: { uuid },
    body: { assignee_id: anaId },
  });
  await news.rows.filter({ hasText: 'Admin assigned a conversation to you' }).waitFor();
  await news.rows.filter({ hasText: 'Admin mentioned you' }).waitFor();
  await news.bell(2).waitFor();
  expect(await violations(reader.page)).toEqual([]);
  const box = (await news.panel.boundingBox())!;
  expect([box.x >= 0, box.x + box.width <= 390, box.y >= 0]).toEqual([true, true, true]);
  await news.panel.getByRole('button', { name: 'Mark all read' }).click();
  await news.bell(0).waitFor();
  await soon(async () => (await desk.pool.query('select 1 from notifications where read_at is null')).rowCount).toBe(0);
  await reader.page.keyboard.press('Escape');
  await news.panel.waitFor({ state: 'detached' });
  await news.bell(0).and(reader.page.locator(':focus')).waitFor();
});
