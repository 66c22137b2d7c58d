import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { useDesk } from '../desk.ts';

const ana = 'ana@desk.test';
const desk = useDesk({}, async () => {
  await desk.addAgent({ email: ana, first_name: 'Ana', last_name: 'Duarte', roles: ['Admin'] });
});

test('two agents see each other in a conversation and in the list, and what the other one does', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Shared' });
  const path = `/inboxes/all/conversation/${row.uuid}`;
  const mine = await desk.seat(adminEmail);
  await mine.page.goto(path);
  await mine.conversation.shows('Shared');
  const hers = await desk.seat(ana);
  await hers.page.goto(path);
  await hers.conversation.shows('Shared');

  const faces = mine.conversation.region.getByRole('list', { name: 'Also here' });
  await faces.getByText('Ana Duarte is here, too').waitFor();
  await hers.conversation.region
    .getByRole('list', { name: 'Also here' })
    .getByText('Admin', { exact: false })
    .waitFor();
  await mine.list.row('Shared').getByText('Also here: Ana Duarte').waitFor();

  await hers.composer.startReply();
  await hers.composer.text().pressSequentially('I am on it');
  await faces.getByText('Ana Duarte is replying…').waitFor();
  expect(await violations(mine.page)).toEqual([]);
  await hers.composer.switchTo('Private note');
  await hers.composer.text('Private note').pressSequentially('For us');
  await faces.getByText('Ana Duarte is writing a note…').waitFor();

  await hers.page.goto('/inboxes/all');
  await faces.waitFor({ state: 'detached' });
  await mine.list.row('Shared').getByText('Also here').waitFor({ state: 'detached' });
});

test('nobody is shown while the live connection is lost, and whoever is there once it is back', async () => {
  const { conversation: row } = await openConversation(desk, { subject: 'Lost and found' });
  const path = `/inboxes/all/conversation/${row.uuid}`;
  const mine = await desk.seat(adminEmail);
  mine.allow(/WebSocket connection|ERR_|No response/);
  const hers = await desk.seat(ana);
  hers.allow(/WebSocket connection|ERR_|No response/);
  await mine.page.goto(path);
  await mine.conversation.shows('Lost and found');
  await hers.page.goto(path);
  const faces = mine.conversation.region.getByRole('list', { name: 'Also here' });
  await faces.waitFor();
  await desk.gate.cut();
  await faces.waitFor({ state: 'detached' });
  await desk.gate.mend();
  for (const { page } of [mine, hers]) await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await faces.waitFor();
});
