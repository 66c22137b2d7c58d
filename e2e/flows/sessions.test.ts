import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

let noor: number;
const desk = useDesk({}, async () => {
  await desk.addAgent({ email: 'asha@desk.test', first_name: 'Asha', last_name: 'Rao' });
  noor = await desk.addAgent({ email: 'noor@desk.test', first_name: 'Noor', last_name: 'Aziz' });
});
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const nameBy = (email: string, user_agent: string) =>
  desk.pool.query(
    `update sessions set user_agent = $2 where public_id = (select s.public_id from sessions s
      join users u on u.id = s.user_id where u.email = $1 order by s.created_at desc limit 1)`,
    [email, user_agent],
  );

test('one sees where one is signed in, signs out there, and the windows notice', async () => {
  const other = await desk.seat('asha@desk.test');
  await nameBy('asha@desk.test', firefox);
  await other.page.goto('/inboxes/assigned');
  await other.list.titled('My inbox').waitFor();
  other.allow(/401|WebSocket/);
  await desk.as('asha@desk.test');
  await nameBy('asha@desk.test', 'curl/8.5.0');

  const { page } = await desk.seat('asha@desk.test');
  await page.goto('/account/profile');
  await page.getByRole('link', { name: /^Sessions/ }).click();
  await soon(() => page.title()).toBe('Sessions - Bellhop');
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await rows.filter({ hasText: 'Firefox 128 on Linux' }).waitFor();
  await soon(() => rows.filter({ hasText: 'Unknown device' }).count()).toBe(2);
  await soon(() => rows.first().textContent()).toContain('This session');
  await soon(() => rows.count()).toBe(3);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out: Firefox 128 on Linux' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Signed out: Firefox 128 on Linux').waitFor();
  await soon(() => rows.count()).toBe(2);
  // What the other window does next asks for the password.
  await other.page.goto('/inboxes/all');
  await other.login.submit.waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await soon(() => rows.count()).toBe(1);
  expect(await page.getByRole('button', { name: /^Sign out/ }).count()).toBe(0);
  await page.reload();
  await rows.first().getByText('This session').waitFor();
  await soon(() => rows.count()).toBe(1);
});

test("who manages agents ends an agent's sessions on the agent's page, without saving the form", async () => {
  await desk.pool.query('delete from sessions where user_id = $1', [noor]);
  await desk.as('noor@desk.test');
  const { page } = await desk.seat(adminEmail);
  await page.goto(`/admin/teams/agents/${noor}/edit`);
  const security = page.getByRole('region', { name: 'Security' });
  await security.getByRole('heading', { name: 'Sessions' }).waitFor();
  await soon(() => security.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count()).toBe(1);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await security.getByRole('button', { name: /^Sign out:/ }).click();
  await security.getByText('Signed in nowhere').waitFor();
  const { rows } = await desk.pool.query('select 1 from sessions where user_id = $1', [noor]);
  expect(rows).toEqual([]);
});
