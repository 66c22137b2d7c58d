import { beforeAll, expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { setUndo, useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk();
/** Long enough for the slowest machine; tests that wait for the mail shorten it in the database. */
const seconds = 60;

beforeAll(() => setUndo(desk, seconds));

async function opened(subject: string, url = '/inboxes/all') {
  const { conversation: row } = await openConversation(desk, { subject });
  await desk.pool.query(
    'update conversations set assigned_user_id = (select id from users where email = $2) where id = $1',
    [row.id, adminEmail],
  );
  const seat = await desk.seat(adminEmail);
  await seat.page.goto(`${url}/conversation/${row.uuid}`);
  await seat.conversation.shows(subject);
  const undo = seat.shell.toasts.getByRole('button', { name: 'Undo' });
  return { ...seat, uuid: row.uuid, id: row.id, undo, reply: seat.conversation.entry('Reply by Admin') };
}

/** Lets the mail of a conversation leave now. */
async function letLeave(conversationId: number): Promise<void> {
  await desk.pool.query(
    `update outgoing_mails set due_at = now()
     where message_id in (select id from messages where conversation_id = $1)`,
    [conversationId],
  );
  await desk.pool.query('notify bellhop_outgoing');
}

test('a send is undone from its toast, and the composer holds exactly what was sent', async () => {
  const { page, composer, conversation, undo, reply } = await opened('Undone');
  await composer.startReply();
  await composer.text().pressSequentially('Half a thought');
  await composer.attach({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') });
  await composer.reply.getByRole('button', { name: 'Cc', exact: true }).click();
  await page.keyboard.type('lea@mail.example,');
  await composer.recipient('lea@mail.example').waitFor();
  await composer.send().click();
  await reply.getByText(/^Leaves in \d+ s/).waitFor();
  await undo.waitFor();
  expect(await violations(page)).toEqual([]);
  await undo.click();
  await reply.waitFor({ state: 'detached' });
  await soon(() => composer.text().textContent()).toBe('Half a thought');
  await composer.file('plan.txt').waitFor();
  await composer.recipient('lea@mail.example').waitFor();
  await soon(() => conversation.entries.count()).toBe(1);
  const { rows } = await desk.pool.query("select 1 from messages where type = 'outgoing'");
  expect(rows).toHaveLength(0);
});

test('the key undoes the last send, and the status it would have set', async () => {
  const { page, composer, list, conversation } = await opened('Resolved too soon', '/inboxes/assigned');
  await list.row('Resolved too soon').waitFor();
  await composer.startReply();
  await composer.text().pressSequentially('Done.');
  await page.keyboard.press('Control+Shift+Enter');
  // The row leaves at once, though the status comes with the mail.
  await list.row('Resolved too soon').waitFor({ state: 'detached' });
  const { rows } = await desk.pool.query("select status_id from conversations where subject = 'Resolved too soon'");
  expect(rows).toEqual([{ status_id: 1 }]);
  await page.locator('body').press('z');
  await list.row('Resolved too soon').waitFor();
  await conversation.shows('Resolved too soon');
  await soon(() => composer.text().textContent()).toBe('Done.');
  await composer.reply.getByRole('button', { name: 'Send and resolve' }).waitFor();
});

test('another tab undoes it in the thread, and what was written since is kept', async () => {
  const first = await opened('Two tabs');
  await first.composer.startReply();
  await first.composer.text().pressSequentially('Sent too early');
  await first.composer.send().click();
  await first.reply.getByText(/^Leaves in/).waitFor();
  await first.composer.startReply();
  await first.composer.text().pressSequentially('A second thought');

  const second = await desk.seat(adminEmail);
  await second.page.goto(`/inboxes/all/conversation/${first.uuid}`);
  await second.conversation.shows('Two tabs');
  await second.conversation.entry('Reply by Admin').getByRole('button', { name: 'Undo' }).click();
  await second.conversation.entry('Reply by Admin').waitFor({ state: 'detached' });
  await first.reply.waitFor({ state: 'detached' });
  await soon(() => second.composer.text().textContent()).toBe('Sent too early');
  // Neither text is lost, wherever one looks.
  await second.page.getByRole('button', { name: 'More about this draft' }).click();
  await second.page.getByRole('menuitem', { name: 'Earlier versions' }).click();
  const versions = second.page.getByRole('dialog', { name: 'Earlier versions' });
  await versions.getByText('A second thought').first().waitFor();
});

test('a mail that has left is not undone, and that is said', async () => {
  const { page, id, composer, reply, allow } = await opened('Too late');
  allow(/409/);
  await composer.startReply();
  await composer.text().pressSequentially('Gone');
  // The frames of its leaving do not reach this page in time.
  await page.route('**/undo', async (route) => {
    await letLeave(id);
    await desk.until(async () => {
      const { rows } = await desk.pool.query("select 1 from messages where conversation_id = $1 and status = 'sent'", [
        id,
      ]);
      return rows.length > 0;
    }, 'the mail in the outbox');
    await route.continue();
  });
  await composer.send().click();
  await reply.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/already left/i).waitFor();
  await reply.getByText('Kept locally').waitFor();
  await reply.getByText('Gone').waitFor();
});

test('closing the browser neither stops nor hastens a send', async () => {
  const known = await desk.outbox();
  const { page, id, composer, reply } = await opened('Closed');
  await composer.startReply();
  await composer.text().pressSequentially('On its own');
  await composer.send().click();
  await reply.getByText(/^Leaves in/).waitFor();
  await page.goto('about:blank');
  expect(await desk.outbox()).toEqual(known);
  await letLeave(id);
  const { mail } = await desk.nextOut(known);
  expect(mail.text).toContain('On its own');
});
