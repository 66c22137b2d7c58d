import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const ana = 'ana@desk.test';
const desk = useDesk({}, async () => {
  await desk.addAgent({ email: ana, first_name: 'Ana', last_name: 'Duarte', roles: ['Agent'] });
});

/** A reply is being written when a colleague answers; the line is cut meanwhile, so that the writer does not see it. */
async function overtaken(subject: string) {
  const { conversation: row } = await openConversation(desk, { subject });
  const seat = await desk.seat(adminEmail);
  const { page, conversation, composer } = seat;
  seat.allow(/409|WebSocket/);
  // No frames: what others write does not show by itself.
  await page.routeWebSocket('**/ws*', (socket) => socket.close());
  await page.goto(`/inboxes/all/conversation/${row.uuid}`);
  await conversation.shows(subject);
  await conversation.entries.first().waitFor();
  await composer.startReply();
  await composer.text().pressSequentially('My answer');
  const colleague = await desk.as(ana);
  const { status } = await colleague.call('messages.send', {
    params: { uuid: row.uuid },
    body: { message: '<p>Ana was faster</p>', to: ['mina@mail.example'] },
  });
  expect(status).toBe(200);
  await composer.text().press('Control+Enter');
  const panel = composer.reply.getByRole('alert').filter({ hasText: 'Somebody has written in the meantime' });
  await panel.getByText('Ana was faster').waitFor();
  await panel.getByText('Ana Duarte').waitFor();
  await soon(() => composer.text().textContent()).toBe('My answer');
  return { ...seat, uuid: row.uuid, panel };
}

const replies = async (uuid: string) =>
  (
    await desk.pool.query(
      `select 1 from messages m join conversations c on c.id = m.conversation_id
       where c.uuid = $1 and m.type = 'outgoing' and not m.private`,
      [uuid],
    )
  ).rowCount;

test('a reply that somebody was faster than stops; it can be sent anyway', async () => {
  const { page, uuid, panel, conversation } = await overtaken('Sent anyway');
  expect(await violations(page)).toEqual([]);
  expect(await replies(uuid)).toBe(1);
  await panel.getByRole('button', { name: 'Send anyway' }).click();
  await conversation.entry('Reply by Admin').getByText('My answer').waitFor();
  await soon(() => replies(uuid)).toBe(2);
});

test('it can be edited first, and is based on what its writer has seen then', async () => {
  const { uuid, panel, composer, conversation } = await overtaken('Edited');
  await conversation.entry('Reply by Ana Duarte').getByText('Ana was faster').waitFor();
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.waitFor({ state: 'detached' });
  await composer.text().pressSequentially(', too');
  await composer.text().press('Control+Enter');
  await conversation.entry('Reply by Admin').getByText('My answer, too').waitFor();
  await soon(() => replies(uuid)).toBe(2);
});

test('it can be discarded, and a note is never stopped', async () => {
  const { uuid, panel, composer, conversation } = await overtaken('Discarded');
  await panel.getByRole('button', { name: 'Discard' }).click();
  await composer.text().waitFor({ state: 'detached' });
  await composer.startNote();
  await composer.text('Private note').pressSequentially('Ana has it');
  await composer.text('Private note').press('Control+Enter');
  await conversation.entry('Private note by Admin').getByText('Ana has it').waitFor();
  expect(await replies(uuid)).toBe(1);
});
