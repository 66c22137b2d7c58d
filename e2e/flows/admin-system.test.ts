import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';

const desk = useDesk();

test('the system page tells of processes, queues, mail, mailboxes, storage, database and slow calls', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('system', 'System');
  const table = (name: string) => page.getByRole('table', { name });
  await table('Processes')
    .getByRole('row', { name: /web, worker, mail/ })
    .waitFor();
  await table('Mailboxes')
    .getByRole('row', { name: /Local mail/ })
    .getByText('Working')
    .waitFor();
  await table('Database')
    .getByRole('row', { name: /^conversations/ })
    .waitFor();
  await page.getByRole('row', { name: 'Last backup Never' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await table('Mailboxes').getByRole('link', { name: 'Local mail' }).click();
  await page.getByRole('heading', { name: 'Local mail', level: 1 }).waitFor();
});
