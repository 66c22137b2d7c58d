import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { testPassword } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import type { SeatOptions } from '../seat.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  const ana = await desk.addAgent({ email, first_name: 'Ana', last_name: 'Lima', roles: ['Admin'] });
  await desk.addAgent({ email: 'ben@bellhop.local', first_name: 'Ben', last_name: 'Ito', roles: ['Admin'] });
  await desk.addTeam('Returns', [ana]);
  await pool.query("insert into tags (name) values ('refund'), ('lamp'), ('urgent')");
});
const email = 'ana@bellhop.local';

/** A conversation of its own, opened by Ana. */
async function opened(subject: string, options: SeatOptions = {}) {
  const { conversation } = await openConversation(desk, { subject, text: `About: ${subject}` });
  const seat = await desk.seat(email, options);
  /** Opens it by its link; by itself the next one comes after some changes. `status` is that of the list beside it. */
  const open = async (status = 'Open') => {
    await seat.page.goto(`/inboxes/all/conversation/${conversation.uuid}?status=${status}`);
    await seat.conversation.shows(subject);
  };
  await open();
  return { ...seat, uuid: conversation.uuid, open };
}

test('status, priority, agent, team and tags are changed with the mouse and stay', async () => {
  const { page, conversation, shell, list, uuid, open } = await opened('Mouse work');
  await conversation.change('Priority', 'High');
  await conversation.fact('Priority: High').waitFor();
  await conversation.change('Team', 'Returns');
  await conversation.fact('Team: Returns').waitFor();

  // Resolving needs somebody who did it.
  await conversation.change('Status', 'Resolved');
  const toast = shell.toasts.filter({ hasText: /agent/i });
  await toast.getByRole('button', { name: 'Assign to me' }).click();
  await conversation.fact('Agent: Ana Lima').waitFor();
  // Given away: the list has no other one.
  await conversation.change('Agent', 'Ben Ito');
  await conversation.region.getByRole('heading', { name: 'No conversation is open' }).waitFor();
  await list.row('Mouse work').click();
  await conversation.fact('Agent: Ben Ito').waitFor();

  await conversation.details.getByRole('button', { name: 'Add Tag' }).click();
  await conversation.option('refund').click();
  await conversation.option('lamp').click();
  await page.keyboard.press('Escape');
  for (const tag of ['refund', 'lamp']) await list.row('Mouse work').getByText(tag, { exact: true }).waitFor();
  await conversation.details.getByRole('button', { name: 'Remove refund' }).click();

  await conversation.change('Status', 'Closed');
  await soon(() => list.row('Mouse work').count()).toBe(0);
  await open();
  await conversation.fact('Status: Closed').waitFor();
  await conversation.thread.getByRole('button', { name: /earlier changes?$/ }).click();
  for (const line of [
    'Ana Lima set the priority to High',
    'Ana Lima assigned this conversation to the team Returns',
    'Ana Lima assigned this conversation to Ben Ito',
    'Ana Lima removed the tag refund',
    'Ana Lima set the status to Closed',
  ]) {
    await conversation.activity(line).waitFor({ state: 'attached' });
  }
  await page.reload();
  await conversation.shows('Mouse work');
  for (const fact of ['Status: Closed', 'Priority: High', 'Agent: Ben Ito', 'Team: Returns']) {
    await conversation.fact(fact).waitFor();
  }
  await soon(() => conversation.details.getByRole('button', { name: /^Remove / }).count()).toBe(1);
  const { rows } = await desk.pool.query(
    `select s.name as status, p.name as priority, u.email, t.name as team, array(select name from conversation_tags ct join tags on tags.id = ct.tag_id where ct.conversation_id = c.id) as tags
     from conversations c join conversation_statuses s on s.id = status_id join conversation_priorities p on p.id = priority_id
     join users u on u.id = assigned_user_id join teams t on t.id = assigned_team_id where uuid = $1`,
    [uuid],
  );
  expect(rows).toEqual([
    { status: 'Closed', priority: 'High', email: 'ben@bellhop.local', team: 'Returns', tags: ['lamp'] },
  ]);
});

test('the same by keys alone', async () => {
  const { page, conversation, open } = await opened('Key work', { reduced_motion: true });
  // Beside a list that does not hold it, it stays open.
  await open('Closed');
  const choose = async (key: string, words: string) => {
    await page.keyboard.press(key);
    await page.getByRole('listbox').waitFor();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('i');
  await conversation.fact('Agent: Ana Lima').waitFor();
  await choose('a', 'Ben');
  await conversation.fact('Agent: Ben Ito').waitFor();
  await page.keyboard.press('p');
  await conversation.option('Low').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await conversation.details.getByRole('button', { name: /^Priority: (Low|High)/ }).waitFor();
  await page.keyboard.press('t');
  await conversation.option('Returns').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await conversation.fact('Team: Returns').waitFor();
  await page.keyboard.press('i');
  await conversation.fact('Agent: Ana Lima').waitFor();
  await choose('l', 'urg');
  await page.keyboard.press('Escape');
  await conversation.details.getByRole('button', { name: 'Remove urgent' }).waitFor();
  await page.keyboard.press('e');
  await conversation.fact('Status: Resolved').waitFor();
  await page.keyboard.press('e');
  await conversation.fact('Status: Open').waitFor();
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: /^1 hour/ }).waitFor();
  await page.keyboard.press('Enter');
  await conversation.details.getByRole('button', { name: /^Status: Snoozed/ }).waitFor();
  await page.keyboard.press('#');
  await conversation.fact('Status: Closed').waitFor();
});

test('tags chosen quickly all stay, though the first call is the slowest', async () => {
  const { page, conversation, uuid } = await opened('Quick tags');
  let goOn = () => {};
  const isLate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(
    '**/tags',
    async (route) => {
      await isLate;
      await route.continue();
    },
    { times: 1 },
  );
  await conversation.details.getByRole('button', { name: 'Add Tag' }).click();
  await conversation.option('refund').click();
  await conversation.option('lamp').click();
  await page.keyboard.press('Escape');
  for (const tag of ['refund', 'lamp']) {
    await conversation.details.getByRole('button', { name: `Remove ${tag}` }).waitFor();
  }
  goOn();
  await soon(async () => {
    const { rows } = await desk.pool.query(
      `select name from conversation_tags ct join tags on tags.id = tag_id
       where conversation_id = (select id from conversations where uuid = $1) order by name`,
      [uuid],
    );
    return rows.map(({ name }) => name);
  }).toEqual(['lamp', 'refund']);
  await conversation.activity('Ana Lima added the tag lamp').waitFor({ state: 'attached' });
  for (const tag of ['refund', 'lamp']) {
    await conversation.details.getByRole('button', { name: `Remove ${tag}` }).waitFor();
  }
});

test('a snooze until a moment that is over is refused in words; one to come hides the conversation until then', async () => {
  const { page, conversation, list, open } = await opened('Wait for spare part');
  await list.row('Wait for spare part').waitFor();
  await conversation.snooze('Pick date and time');
  const dialog = page.getByRole('dialog', { name: 'Snooze until' });
  await dialog.getByLabel('Date').fill('2020-01-01');
  await soon(() => dialog.getByLabel('Time').inputValue()).toBe('12:00');
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await dialog.getByRole('alert').getByText('Select a future time').waitFor({ state: 'attached' });

  const year = new Date().getFullYear() + 1;
  await dialog.getByLabel('Date').fill(`${year}-03-04`);
  await dialog.getByLabel('Time').fill('15:30');
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await list.row('Wait for spare part').waitFor({ state: 'hidden' });
  await open();
  await conversation.details.getByText(/^Snoozed until .*15:30|3:30/).waitFor();
  const { rows } = await desk.pool.query(
    "select snoozed_until from conversations where subject = 'Wait for spare part'",
  );
  expect(rows[0].snoozed_until.toISOString()).toBe(`${year}-03-04T15:30:00.000Z`);

  await conversation.snooze('1 day');
  await soon(async () => {
    const { rows: later } = await desk.pool.query(
      "select round(extract(epoch from snoozed_until - now()) / 3600)::int as hours from conversations where subject = 'Wait for spare part'",
    );
    return later[0].hours;
  }).toBe(24);
});

test('a private note looks different, says who sees it, and is never mailed', async () => {
  const { page, conversation, composer } = await opened('Ask the workshop');
  const known = await desk.outbox();
  await composer.startNote();
  await composer.note.getByText('Visible to agents only').waitFor();
  const colour = () => composer.region.getByRole('form').evaluate((form) => getComputedStyle(form).backgroundColor);
  const ofNote = await colour();
  await composer.text('Private note').pressSequentially('The workshop has two left.');
  expect(await composer.note.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  const note = conversation.entry('Private note by Ana Lima');
  await note.getByText('The workshop has two left.').waitFor();
  await note.getByText('Private note, visible to agents only').waitFor({ state: 'attached' });

  // The reply after it is the only mail.
  await page.keyboard.press('r');
  await composer.text().waitFor();
  expect(await colour()).not.toBe(ofNote);
  await composer.text().pressSequentially('We have two left.');
  await page.keyboard.press('Control+Enter');
  await conversation.entry('Reply by Ana Lima').getByText('Kept locally').waitFor();
  const { mail } = await desk.nextOut(known);
  expect(mail.text).toContain('We have two left.');
  expect(mail.text).not.toContain('workshop');
  expect(await desk.outbox()).toHaveLength(known.length + 1);
});

test('drafts stay with their conversation, through switching and reload, and leave with the reply', async () => {
  await openConversation(desk, { subject: 'Second draft' });
  const { page, conversation, composer, list } = await opened('First draft');
  await list.row('Second draft').waitFor();
  await composer.startReply();
  await composer.text().pressSequentially('Text for the first');
  await list.row('First draft').getByText('Draft', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await composer.text('Private note').waitFor();
  await soon(() => composer.text('Private note').textContent()).toBe('');
  await composer.text('Private note').pressSequentially('Note for the first');

  await list.row('Second draft').click();
  await conversation.shows('Second draft');
  await composer.startReply();
  await soon(() => composer.text().textContent()).toBe('');
  await composer.text().pressSequentially('Text for the second');
  await page.reload();
  await conversation.shows('Second draft');
  await soon(() => composer.text().textContent()).toBe('Text for the second');

  await list.row('First draft').click();
  await conversation.shows('First draft');
  await soon(() => composer.region.getByRole('form').getByRole('textbox').last().textContent()).toMatch(
    /^(Note|Text) for the first$/,
  );
  await composer.switchTo('Private note');
  await soon(() => composer.text('Private note').textContent()).toBe('Note for the first');
  await composer.switchTo('Reply');
  await soon(() => composer.text().textContent()).toBe('Text for the first');
  await composer.text().press('Control+Enter');
  await conversation.entry('Reply by Ana Lima').getByText('Text for the first').waitFor();
  // The note is still a draft.
  await list.row('First draft').getByText('Draft', { exact: true }).waitFor();
  await page.keyboard.press('n');
  await soon(() => composer.text('Private note').textContent()).toBe('Note for the first');
  await composer.note.getByRole('button', { name: 'Discard the draft' }).click();
  await list.row('First draft').getByText('Draft', { exact: true }).waitFor({ state: 'hidden' });
  await list.row('Second draft').getByText('Draft', { exact: true }).waitFor();
});

test('nothing written is lost when the session has ended', async () => {
  const { page, conversation, composer, shell, allow } = await opened('A long answer');
  allow(/status of 401/);
  await composer.startReply();
  await composer.text().pressSequentially('An answer that took an hour.');
  await desk.pool.query('delete from sessions');
  await page.keyboard.press('Control+Enter');
  const password = shell.passwordDialog.getByLabel('Password', { exact: true });
  await password.fill(testPassword);
  await password.press('Enter');
  await shell.passwordDialog.waitFor({ state: 'hidden' });
  await conversation.entry('Reply by Ana Lima').getByText('An answer that took an hour.').waitFor();
  await conversation.entry('Reply by Ana Lima').getByText('Kept locally').waitFor();
  await soon(() => conversation.entries.count()).toBe(2);
});
