import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { adminEmail, testPassword } from '../../apps/server/test/harness.ts';
import { moveToTls, SoftApp } from '../../apps/server/test/second-factor.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk();
/** Passkeys need a host name; browsers take this one without TLS. */
let origin: string;
beforeAll(async () => {
  origin = desk.address.replace('127.0.0.1', 'localhost');
  await desk.pool.query(
    `update settings set value = to_jsonb(replace(value #>> '{}', $1, $2)) where value #>> '{}' like $1 || '%'`,
    [desk.address, origin],
  );
  await moveToTls(desk, origin);
});

async function open(complaints: RegExp[] = []) {
  const seat = await desk.seat(null);
  for (const complaint of [/request to http:\/\/localhost/, /request to ws:\/\/localhost/, ...complaints]) {
    seat.allow(complaint);
  }
  return seat;
}

/** A device that makes passkeys, and whose owner always agrees. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Turns an app on in the open page; answers it with the recovery codes. */
async function setUpApp(page: Page): Promise<{ app: SoftApp; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '');
  const app = new SoftApp(desk, secret);
  const field = dialog.getByLabel('Code from the app');
  await field.press('Enter');
  await dialog.getByText('Enter a code').waitFor();
  await field.fill('000000');
  await field.press('Enter');
  await dialog.getByText('This code is wrong, or it was used already').waitFor();
  await field.fill(app.code());
  await field.press('Enter');
  await page.getByRole('button', { name: 'I have stored them' }).waitFor();
  const codes = await page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  return { app, codes };
}

test('an app is set up, asked for at the next sign-in, and a recovery code stands in for it', async () => {
  await desk.addAgent({ email: 'app@bellhop.local', first_name: 'Ada' });
  const { page, login, list } = await open([/status of 40[01]/]);
  await page.goto(`${origin}/?next=/account/second-factor`);
  await login.signIn('app@bellhop.local', testPassword);
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  const { app, codes } = await setUpApp(page);
  await soon(() => page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
  expect(codes[0]).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.goto(`${origin}/logout`);
  await login.signIn('app@bellhop.local', testPassword);
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('000000');
  await code.press('Enter');
  await page.getByText('This code is wrong, or it was used already').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await code.fill(app.code(1));
  await code.press('Enter');
  await list.titled('My inbox').waitFor();

  await page.goto(`${origin}/logout`);
  await login.signIn('app@bellhop.local', testPassword);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(codes[0]!);
  await page.keyboard.press('Enter');
  await list.titled('My inbox').waitFor();
});

test('a passkey is added, is the second step, and signs in alone; the password dialog asks for it too', async () => {
  await desk.addAgent({ email: 'key@bellhop.local', first_name: 'Kay' });
  const { page, login, list, shell } = await open([/status of 40[13]/]);
  await plugIn(page);
  await page.goto(`${origin}/?next=/account/second-factor`);
  await login.signIn('key@bellhop.local', testPassword);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const naming = page.getByRole('dialog', { name: 'Add a passkey' });
  await naming.getByLabel('Name').press('Enter');
  await naming.getByText('Enter a name').waitFor();
  await naming.getByLabel('Name').fill('Work laptop');
  await naming.getByLabel('Name').press('Enter');
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('Work laptop').waitFor();
  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Rename Laptop' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove Laptop?' });
  await asking.getByText('It is your only second factor').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await asking.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();

  await page.goto(`${origin}/logout`);
  await login.signIn('key@bellhop.local', testPassword);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await list.titled('My inbox').waitFor();

  await page.goto(`${origin}/logout`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await list.titled('My inbox').waitFor();

  await page.waitForLoadState('networkidle');
  await desk.pool.query(
    "delete from sessions where user_id = (select id from users where email = 'key@bellhop.local')",
  );
  await list.sortMenu.click();
  await page.getByRole('menuitemradio', { name: 'Oldest activity', exact: true }).click();
  await shell.passwordDialog.waitFor();
  await shell.passwordDialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await shell.passwordDialog.getByRole('button', { name: 'Use a passkey' }).click();
  await shell.passwordDialog.waitFor({ state: 'hidden' });

  const boss = await desk.seat(adminEmail);
  await boss.page.goto('/admin/general');
  const address = boss.page.getByLabel('Root URL');
  await address.fill(`${origin}/desk`);
  const warning = boss.page.getByText('these work under localhost only');
  expect(await warning.count()).toBe(0);
  await address.fill('https://help.example.com');
  await warning.waitFor();
  expect(await violationsInBothThemes(boss.page)).toEqual([]);
  await address.fill(origin);
  await warning.waitFor({ state: 'hidden' });

  await desk.pool.query("update sessions set confirmed_at = now() - interval '1 hour'");
  await page.goto(`${origin}/account/second-factor`);
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('dialog', { name: 'Remove Laptop?' }).getByRole('button', { name: 'Remove' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirming.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await page.getByText('Laptop', { exact: true }).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  expect(await page.getByText('Laptop').count()).toBe(0);
});

test('a role that comes to require it asks at once, in the open window, and lets go on afterwards', async () => {
  const id = await desk.addAgent({ email: 'new@bellhop.local', permissions: ['conversations:read'] });
  const { page, login, list } = await open([/status of 40[013]/, /WebSocket/, /requires two-factor authentication/]);
  await page.goto(`${origin}/`);
  await login.signIn('new@bellhop.local', testPassword);
  await list.titled('My inbox').waitFor();
  const admin = await desk.as();
  const { data: roles } = await admin.call('roles.list');
  const role = roles.find(({ name }) => name === 'role of new@bellhop.local')!;
  await admin.call('roles.update', { params: { id: role.id }, body: { ...role, requires_second_factor: true } });
  await page.getByText('Your role requires a second factor').waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/second-factor');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await setUpApp(page);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await list.titled('My inbox').waitFor();

  const boss = await desk.seat(adminEmail);
  await boss.page.goto(`/admin/teams/agents/${id}/edit`);
  await boss.page.getByRole('button', { name: 'Reset second factor' }).click();
  await boss.page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
  await boss.page.getByText('No second factor').waitFor();

  const protectedRole = roles.find(({ name }) => name === 'Admin')!;
  await boss.page.goto(`/admin/teams/roles/${protectedRole.id}/edit`);
  const required = boss.page.getByLabel('Requires two-factor authentication');
  await soon(() => required.isChecked()).toBe(false);
  boss.allow(/status of 403|WebSocket|requires two-factor authentication/);
  await required.click();
  // It goes for who switched it on, at once.
  await boss.page.getByText('Your role requires a second factor').waitFor();
  const stored = await desk.pool.query("select requires_second_factor from roles where name = 'Admin'");
  expect(stored.rows).toEqual([{ requires_second_factor: true }]);
});
