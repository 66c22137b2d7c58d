import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

// Nobody answers there: what a release feed has said is put into its row, and the feed counts as asked today.
const desk = useDesk({ env: { BELLHOP_RELEASE_FEED: 'http://127.0.0.1:1/' } });

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

test('a newer release is told of by a banner that can be hidden', async () => {
  const known = {
    asked_at: new Date().toISOString(),
    error: null,
    release: {
      version: '99.1.0',
      url: 'https://bellhop.example/releases/99.1.0',
      notes: 'Faster.',
      is_security: true,
      date: '2026-11-01',
    },
  };
  await desk.pool.query(
    "insert into settings (key, value) values ('releases.latest', $1) on conflict (key) do update set value = excluded.value",
    [JSON.stringify(known)],
  );
  await desk.pool.query('notify bellhop_settings');
  const told = async () => (await desk.anonymous().call('settings.general')).data['app.update'];
  await desk.until(told, 'the settings tell of the release');
  const { page } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  const banner = page.getByRole('status').filter({ hasText: 'A new version closes a security gap' });
  await banner.getByText('Version 99.1.0, released November 1, 2026.').waitFor();
  const link = banner.getByRole('link', { name: 'View details' });
  await soon(() => link.getAttribute('href')).toBe(known.release.url);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await banner.getByRole('button').click();
  await banner.waitFor({ state: 'detached' });
});
