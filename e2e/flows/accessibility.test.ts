import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { firstLetter } from '../letters.ts';

const subject = 'A lamp with everything';
const desk = useDesk({}, async ({ pool }) => {
  await desk.addTeam('Returns');
  await pool.query("insert into tags (name) values ('lamp')");
  await desk.mail(firstLetter(supportAddress, subject));
  await desk.mail({
    from: 'Kai Stone <kai@customer.example>',
    to: supportAddress,
    subject: 'Plain',
    text: 'Plain text.',
  });
  await desk.until(async () => {
    const { rows } = await pool.query('select uuid from conversations order by id');
    return rows.length === 2;
  }, 'both conversations');
  const admin = await desk.as(adminEmail);
  const { data } = await admin.call('conversations.all');
  const params = { uuid: data.results.find((row) => row.subject === subject)!.uuid };
  await admin.call('messages.send', {
    params,
    body: { message: '<p>A reply with a <a href="https://shop.example">link</a></p>' },
  });
  await admin.call('messages.send', { params, body: { message: '<p>A note</p>', private: true } });
  await admin.call('conversations.set_tags', { params, body: { tags: JSON.stringify(['lamp']) } });
});

test.each(['light', 'dark'] as const)('axe finds nothing wrong, %s', async (color_scheme) => {
  const door = await desk.seat(null, { color_scheme });
  await door.page.goto('/');
  await door.login.signIn('nobody', '');
  await door.page.getByText('Enter your password').waitFor();
  expect(await violations(door.page)).toEqual([]);

  const { page, list, conversation, composer, shell } = await desk.seat(adminEmail, { color_scheme });
  await page.goto('/inboxes/all');
  await list.row(subject).waitFor();
  expect(await violations(page)).toEqual([]);
  await list.statusMenu.click();
  await page.getByRole('menuitemradio', { name: 'Snoozed' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('menuitemradio', { name: 'Snoozed' }).click();
  await page.getByRole('heading', { name: 'No conversations found' }).waitFor();
  expect(await violations(page)).toEqual([]);

  await page.goto('/inboxes/all');
  await list.row(subject).click();
  await conversation.shows(subject);
  await conversation.mail(conversation.entry('Message from Mina Oak')).getByText('What now?').waitFor();
  expect(await violations(page)).toEqual([]);
  await composer.startReply();
  await composer.text().pressSequentially('An answer');
  expect(await violations(page)).toEqual([]);
  await composer.switchTo('Private note');
  await composer.note.getByText('Visible to agents only').waitFor();
  await composer.text('Private note').pressSequentially('A second note');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await conversation.details.getByRole('button', { name: /^Agent:/ }).click();
  await page.getByRole('listbox').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await conversation.snooze('Pick date and time');
  await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await shell.userMenu.click();
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test('axe finds nothing wrong on a phone', async () => {
  const { page, list, conversation, composer } = await desk.seat(adminEmail, { width: 390, height: 844 });
  await page.goto('/inboxes/all');
  await list.row(subject).waitFor();
  expect(await violations(page)).toEqual([]);
  await list.row(subject).click();
  await conversation.shows(subject);
  await composer.startReply();
  await composer.text().pressSequentially('An answer');
  expect(await violations(page)).toEqual([]);
});
