import { afterEach, expect, test } from 'vitest';
import { followUp, openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await pool.query("insert into tags (name) values ('missed')");
});
afterEach(() => desk.gate.mend());

test('what happened while the connection was lost appears when it is back', async () => {
  const { conversation: open } = await openConversation(desk, { subject: 'Open before the loss' });
  const { page, list, conversation, shell, allow } = await desk.seat(adminEmail);
  allow(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE/);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).search));
  await page.goto(`/inboxes/all/conversation/${open.uuid}`);
  await conversation.shows('Open before the loss');
  // Two frames have come: from here on the client knows where it is.
  await followUp(desk, open.id, { text: 'Written before the loss' });
  await conversation.thread.getByText('Written before the loss').waitFor();

  await desk.gate.cut();
  await shell.lost.waitFor();
  await followUp(desk, open.id, { text: 'Written during the loss' });
  await openConversation(desk, { subject: 'Began during the loss' });
  const api = await desk.as(adminEmail);
  const params = { uuid: open.uuid };
  expect(
    (await api.call('conversations.set_tags', { params, body: { tags: JSON.stringify(['missed']) } })).status,
  ).toBe(200);
  expect((await api.call('conversations.set_priority', { params, body: { priority: 'High' } })).status).toBe(200);
  expect(await list.row('Began during the loss').count()).toBe(0);
  await shell.lost.waitFor();

  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await desk.gate.mend();
  await page.getByRole('button', { name: 'Try now' }).click();
  await conversation.thread.getByText('Written during the loss').waitFor();
  await list.row('Began during the loss').waitFor();
  await list.row('Open before the loss').getByText('missed', { exact: true }).waitFor();
  await conversation.fact('Priority: High').waitFor();
  await shell.lost.waitFor({ state: 'hidden' });
  expect(await conversation.thread.getByText('Written during the loss').count()).toBe(1);

  // It asked for what it had missed instead of fetching the thread anew.
  expect(sockets.at(-1)).toMatch(/^\?since=\d+$/);
  expect(fetched.filter((path) => path.endsWith('/messages'))).toEqual([]);

  // And it is live again.
  await followUp(desk, open.id, { text: 'Written afterwards' });
  await conversation.thread.getByText('Written afterwards').waitFor();
});

test('it comes back by itself, and a reply written meanwhile is sent', async () => {
  const { conversation: open } = await openConversation(desk, { subject: 'Short loss' });
  const { page, conversation, composer, allow } = await desk.seat(adminEmail);
  allow(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|No response from server/);
  await page.goto(`/inboxes/all/conversation/${open.uuid}`);
  await conversation.shows('Short loss');
  await composer.startReply();
  await desk.gate.cut();
  await composer.text().pressSequentially('Written into the void');
  await page.keyboard.press('Control+Enter');
  // The server did not take it: it is back in the composer, and a toast says why.
  await page.getByText('No response from server. Check if you are still connected to internet.').waitFor();
  await soon(() => composer.text().textContent()).toBe('Written into the void');
  expect(await conversation.entries.count()).toBe(1);

  await desk.gate.mend();
  await composer.text().press('Control+Enter');
  await conversation.entry('Reply by Admin').getByText('Kept locally').waitFor();
  expect(await conversation.entries.count()).toBe(2);
});
