import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Composer } from '../page-models/composer.ts';
import { soon } from '../soon.ts';

const desk = useDesk();

const pathOf = (uuid: string) => `/inboxes/all/conversation/${uuid}`;

/** Text of the administrator's draft in a conversation, as the server has it; null when there is none. */
async function stored(uuid: string, kind = 'reply'): Promise<string | null> {
  const { rows } = await desk.pool.query<{ html: string | null }>(
    `select d.content ->> 'html' as html from drafts d join conversations c on c.id = d.conversation_id
     where c.uuid = $1 and d.kind = $2`,
    [uuid, kind],
  );
  return rows[0]?.html?.replace(/<[^>]*>/g, '') ?? null;
}

async function seatAt(uuid: string, subject: string) {
  const seat = await desk.seat(adminEmail);
  await seat.page.goto(pathOf(uuid));
  await seat.conversation.shows(subject);
  return seat;
}

test('a draft is on the server, on the next device and in its list; only its writer ends it', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Two devices' });
  const desktop = await seatAt(row.uuid, 'Two devices');
  await desktop.composer.startReply();
  await desktop.composer.text().pressSequentially('Begun at the desk');
  await soon(() => stored(row.uuid)).toBe('Begun at the desk');
  await desktop.composer.reply.getByText('Draft saved').waitFor();

  const laptop = await desk.seat(adminEmail);
  await laptop.page.goto('/inboxes/all');
  await laptop.list.row('Two devices').getByText('Draft', { exact: true }).waitFor();
  await laptop.list.row('Two devices').click();
  await soon(() => laptop.composer.text().textContent()).toBe('Begun at the desk');
  // Where the page begins with the conversation it is there as soon as the drafts are known.
  const tablet = await seatAt(row.uuid, 'Two devices');
  await soon(() => tablet.composer.text().textContent()).toBe('Begun at the desk');
  await tablet.page.close();
  // Neither an assignment nor a status nor somebody's answer ends it (issue 4, point 4).
  const api = await desk.as(adminEmail);
  const params = { uuid: row.uuid };
  await api.call('conversations.set_priority', { params, body: { priority: 'High' } });
  await api.call('messages.send', { params, body: { message: '<p>Another answer</p>', to: ['mina@mail.example'] } });
  await laptop.composer.text().pressSequentially(', ended on the train');
  await soon(() => stored(row.uuid)).toContain('ended on the train');
  await soon(() => desktop.composer.text().textContent()).toContain('ended on the train');
  const whole = await laptop.composer.text().textContent();
  await laptop.composer.send().click();
  await soon(() => stored(row.uuid)).toBe(null);
  await soon(() => desktop.composer.reply.getByText('Begun at the desk').count()).toBe(0);
  await soon(() => desktop.list.row('Two devices').getByText('Draft', { exact: true }).count()).toBe(0);
  expect(whole).toContain('Begun at the desk');
});

test('a draft that came since opens the composer that nobody has touched; one that was folded stays folded', async () => {
  const rows: string[] = [];
  for (const subject of ['Seen before', 'Looked at meanwhile']) {
    const { conversation } = await openConversation(desk, { subject });
    rows.push(conversation.uuid);
  }
  const { page, composer, conversation, list, api } = await seatAt(rows[0]!, 'Seen before');
  await list.row('Looked at meanwhile').click();
  await conversation.shows('Looked at meanwhile');
  const content = { html: '<p>From the phone</p>' };
  const params = { uuid: rows[0]!, kind: 'reply' } as const;
  await api!.call('drafts.save', { params, body: { base_version: 0, content } });
  await list.row('Seen before').getByText('Draft', { exact: true }).waitFor();
  await list.row('Seen before').click();
  await soon(() => composer.text().textContent()).toBe('From the phone');

  await composer.reply.getByRole('button', { name: 'Fold, and keep the draft' }).click();
  await list.row('Looked at meanwhile').click();
  await conversation.shows('Looked at meanwhile');
  await list.row('Seen before').click();
  await conversation.shows('Seen before');
  await page.getByRole('button', { name: /^Draft Reply to / }).waitFor();
});

test('written on two devices at once: nothing is overwritten, and the agent chooses', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'At once' });
  const one = await seatAt(row.uuid, 'At once');
  one.allow(/409/);
  await one.composer.startReply();
  // Its saves wait, so that the other device is first.
  const isFree = Promise.withResolvers<void>();
  await one.page.route('**/drafts/reply', async (route) => {
    if (route.request().method() === 'PUT') await isFree.promise;
    await route.continue();
  });
  await one.composer.text().pressSequentially('Written here');
  const other = await seatAt(row.uuid, 'At once');
  await other.composer.startReply();
  await other.composer.text().pressSequentially('Written there');
  await soon(() => stored(row.uuid)).toBe('Written there');
  isFree.resolve();
  const line = one.composer.reply.getByRole('status').filter({ hasText: 'A newer draft exists.' });
  await line.waitFor();
  await soon(() => one.composer.text().textContent()).toBe('Written here');
  expect(await violations(one.page)).toEqual([]);
  await line.getByRole('button', { name: 'Use it' }).click();
  await soon(() => one.composer.text().textContent()).toBe('Written there');
  // The one that went is among the versions.
  await one.page.getByRole('button', { name: 'More about this draft' }).click();
  await one.page.getByRole('menuitem', { name: 'Earlier versions' }).click();
  await one.page.getByRole('dialog').getByText('Written here').first().waitFor();
});

test('three tabs of one device have the same text, whoever writes', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Three tabs' });
  const { page, composer, conversation, allow } = await seatAt(row.uuid, 'Three tabs');
  // A save that another tab's has overtaken is made again.
  allow(/409/);
  const tabs: { page: Page; composer: Composer }[] = [{ page, composer }];
  for (let n = 0; n < 2; n += 1) {
    const tab = await page.context().newPage();
    await tab.goto(pathOf(row.uuid));
    await tab.getByRole('article').first().waitFor();
    tabs.push({ page: tab, composer: new Composer(tab) });
  }
  await page.bringToFront();
  await composer.startReply();
  await composer.text().pressSequentially('one');
  let whole = 'one';
  for (const [index, word] of ['two', 'three', 'four'].entries()) {
    const tab = tabs[(index + 1) % tabs.length]!;
    await tab.page.bringToFront();
    // Nothing has the focus in a tab that nobody has written in: the key opens what may be open already.
    if (index < 2) await tab.page.keyboard.press('r');
    await soon(() => tab.composer.text().textContent()).toBe(whole);
    await tab.composer.text().press('Control+End');
    await tab.composer.text().pressSequentially(` ${word}`);
    whole += ` ${word}`;
  }
  await soon(() => stored(row.uuid)).toBe(whole);
  await soon(() => composer.text().textContent()).toBe(whole);
  expect(await conversation.region.getByText('A newer draft exists.').count()).toBe(0);
});

test('ten switches while typing: every word lands where it was written', async () => {
  const rows: { uuid: string; subject: string }[] = [];
  for (const name of ['Left', 'Right']) {
    const letter = { subject: name, from: `${name}@mail.example`, name: `Customer ${name}` };
    const { conversation } = await openConversation(desk, letter);
    rows.push({ uuid: conversation.uuid, subject: name });
  }
  const { page, composer, list, conversation } = await desk.seat(adminEmail);
  await page.goto(pathOf(rows[0]!.uuid));
  await conversation.shows('Left');
  for (let n = 0; n < 10; n += 1) {
    const { subject } = rows[n % 2]!;
    await conversation.shows(subject);
    if ((await composer.text().count()) === 0) await composer.startReply();
    await composer.text().press('Control+End');
    await page.keyboard.type(`${subject}${n} `);
    // Away in the middle of it, before anything can be saved.
    await list.row(rows[(n + 1) % 2]!.subject).click();
  }
  for (const [index, { uuid, subject }] of rows.entries()) {
    const expected = [0, 1, 2, 3, 4].map((n) => `${subject}${2 * n + index}`).join(' ');
    await soon(async () => (await stored(uuid))?.trim().replace(/&nbsp;/g, ' ')).toBe(expected);
  }
});

test('a discarded draft comes back: at once from its toast, later from the versions', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Thrown away' });
  const { page, composer } = await seatAt(row.uuid, 'Thrown away');
  await composer.startReply();
  await composer.text().pressSequentially('Worth keeping');
  await soon(() => stored(row.uuid)).toBe('Worth keeping');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await soon(() => stored(row.uuid)).toBe(null);
  await page.getByRole('button', { name: 'Restore' }).click();
  await soon(() => composer.text().textContent()).toBe('Worth keeping');
  await soon(() => stored(row.uuid)).toBe('Worth keeping');

  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await soon(() => stored(row.uuid)).toBe(null);
  await page.reload();
  await composer.startReply();
  await page.getByRole('button', { name: 'More about this draft' }).click();
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Earlier versions' });
  await dialog.getByText('Worth keeping').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await soon(() => composer.text().textContent()).toBe('Worth keeping');
});

test('reply and note have texts and files of their own', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Apart' });
  const { page, composer } = await seatAt(row.uuid, 'Apart');
  await composer.startReply();
  await composer.text().pressSequentially('To the customer');
  await composer.attach({ name: 'reply.txt', mimeType: 'text/plain', buffer: Buffer.from('reply') });
  await composer.switchTo('Private note');
  await composer.text('Private note').pressSequentially('Among us');
  expect(await composer.file('reply.txt').count()).toBe(0);
  await soon(() => stored(row.uuid, 'note')).toBe('Among us');
  await soon(() => stored(row.uuid)).toBe('To the customer');
  await page.reload();
  await composer.file('reply.txt').waitFor();
  await soon(() => composer.text().textContent()).toBe('To the customer');
});

test('what is written without a connection stays, and is saved on return', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Offline' });
  const { page, composer, allow } = await seatAt(row.uuid, 'Offline');
  allow(/WebSocket connection|ERR_|No response|preload CSS/);
  await composer.startReply();
  await composer.text().waitFor();
  await desk.gate.cut();
  await composer.text().pressSequentially('Into the void');
  await composer.reply.getByText('Saved on this device').waitFor();
  await desk.gate.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await soon(() => stored(row.uuid)).toBe('Into the void');
  await composer.reply.getByText('Draft saved').waitFor();
});

test('a session that ends while writing costs no word', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Signed out' });
  const { page, composer, shell, allow } = await seatAt(row.uuid, 'Signed out');
  allow(/401|WebSocket/);
  await composer.startReply();
  await composer.text().pressSequentially('Half a ');
  await soon(() => stored(row.uuid)).toBe('Half a ');
  // Nothing is saved until the sentence is whole: the question for the password would take the keys.
  const isWhole = Promise.withResolvers<void>();
  await page.route('**/drafts/reply', async (route) => {
    await isWhole.promise;
    await route.continue();
  });
  await composer.text().pressSequentially('sentence');
  await page.context().clearCookies();
  isWhole.resolve();
  await shell.passwordDialog.waitFor();
  await shell.passwordDialog.getByLabel('Password', { exact: true }).fill('Bellhop-test-1');
  await page.keyboard.press('Enter');
  await shell.passwordDialog.waitFor({ state: 'detached' });
  await soon(() => stored(row.uuid)).toBe('Half a sentence');
  await soon(() => composer.text().textContent()).toBe('Half a sentence');
});
