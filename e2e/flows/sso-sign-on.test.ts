import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { renewSettings } from '../../apps/server/src/features/settings/index.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { clientId, clientSecret, type OidcServer, startOidcServer } from '../../apps/server/test/oidc-server.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

let provider: OidcServer;
afterAll(() => provider.close());

const desk = useDesk({}, async ({ app, pool, address, addAgent }) => {
  provider = await startOidcServer(address);
  provider.people.set('ana', { email: 'ana@example.com', email_verified: true });
  provider.people.set('kim', { email: 'Kim@example.com', email_verified: true, given_name: 'Kim', family_name: 'Lo' });
  provider.people.set('eve', { email: 'eve@evil.example', email_verified: true });
  await addAgent({ email: 'ana@example.com', first_name: 'Ana', roles: ['Admin'] });
  await pool.query("insert into settings (key, value) values ('app.allow_private_addresses', 'true')");
  await renewSettings(app.deps.db);
});

/** A window that may go to the provider. */
async function newWindow() {
  const seat = await desk.seat(null);
  seat.allow(/^request to http:\/\/127\.0\.0\.1:/);
  return seat;
}

const signOn = (page: Page) => page.getByRole('link', { name: 'Sign in with Company login' });

async function signInThere(page: Page, who: string) {
  await page.getByRole('heading', { name: 'Company login' }).waitFor();
  await page.getByLabel('Account').fill(who);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('an administrator sets a provider up that creates agents, and an agent signs on and comes where they wanted to go', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('sso/new', 'New Provider');
  await page.getByRole('button', { name: 'Provider', exact: true }).click();
  await page.getByRole('option', { name: 'Microsoft' }).click();
  await soon(() => page.getByLabel('Name').inputValue()).toBe('Microsoft');
  await page.getByText('Put the number of your tenant').waitFor();
  await page.getByLabel('Name').fill('Company login');
  await page.getByLabel('Provider URL').fill(provider.issuer);
  await page.getByLabel('Client ID').fill(clientId);
  await page.getByLabel('Client secret', { exact: false }).fill(clientSecret);
  await page.getByRole('switch', { name: 'Create agents' }).click();
  await admin.save();
  await admin.refused('At least one is needed').first().waitFor();
  await page.getByLabel('Email domains').fill('example');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Roles', exact: true }).click();
  await soon(() => page.getByRole('option').allTextContents()).toEqual(['Admin', 'Agent']);
  await page.getByRole('option', { name: 'Agent' }).click();
  await page.keyboard.press('Escape');
  await admin.save();
  await admin.refused('Enter a domain such as example.com').waitFor();
  await page.getByRole('button', { name: 'Remove example' }).click();
  await page.getByLabel('Email domains').fill('@Example.com,');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await admin.save();
  await page.getByLabel('Callback URL').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Remove example.com' }).waitFor();
  await page.getByRole('button', { name: 'Remove Agent' }).waitFor();

  const ana = await newWindow();
  await ana.page.goto('/admin/sso');
  await signOn(ana.page).waitFor();
  expect(await violationsInBothThemes(ana.page)).toEqual([]);
  // By the keyboard alone.
  await ana.login.submit.focus();
  for (let step = 0; step < 2; step++) await ana.page.keyboard.press('Tab');
  await ana.page.keyboard.press('Enter');
  await signInThere(ana.page, 'ana');
  await new Admin(ana.page).row('Company login').waitFor();
  expect(ana.page.url()).toBe(`${desk.address}/admin/sso`);

  // In the middle of work: in another tab, while this one waits.
  await ana.page.getByRole('link', { name: 'Company login' }).click();
  await ana.page.getByLabel('Name').fill('Our login');
  await desk.pool.query("delete from sessions where user_id = (select id from users where email = 'ana@example.com')");
  ana.allow(/401 \(Unauthorized\)/);
  await new Admin(ana.page).save();
  const [tab] = await Promise.all([ana.page.context().waitForEvent('page'), signOn(ana.page).click()]);
  // The provider remembers who it was.
  await tab.waitForURL(`${desk.address}/inboxes/assigned`);
  await tab.close();
  await new Admin(ana.page).row('Our login').waitFor();
  await desk.pool.query("update oidc_providers set name = 'Company login'");

  const kim = await newWindow();
  await kim.page.goto('/');
  await signOn(kim.page).click();
  await signInThere(kim.page, 'kim');
  await kim.list.titled('My inbox').waitFor();
  const { rows } = await desk.pool.query(
    `select first_name, last_name, array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = users.id) as roles
     from users where email = 'kim@example.com'`,
  );
  expect(rows).toEqual([{ first_name: 'Kim', last_name: 'Lo', roles: ['Agent'] }]);
});

test('what goes wrong is told on the login page, once, and leaves the way open', async () => {
  const { page, login, list } = await newWindow();
  await page.goto('/contacts');
  await signOn(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await login.problem.getByText('The provider has refused the sign-in').waitFor();
  await login.problem.getByText(/Request [0-9a-f-]{36}/).waitFor();
  expect(page.url()).toBe(`${desk.address}/?next=${encodeURIComponent('/contacts')}`);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.reload();
  await signOn(page).waitFor();
  await soon(() => login.problem.textContent()).toBe('');

  await signOn(page).click();
  await signInThere(page, 'eve');
  await login.problem.getByText('Accounts of your email domain are not admitted here').waitFor();

  // Anybody can write such an address.
  await page.goto(`/?error=${encodeURIComponent('<b>Call 0900</b>')}&request=call-0900`);
  await login.problem.getByText('The sign-in failed').waitFor();
  expect(await login.problem.textContent()).not.toContain('0900');

  provider.intercept = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  await desk.pool.query('update oidc_providers set updated_at = now()');
  await signOn(page).click();
  await login.problem.getByText('The provider cannot be reached at the moment').waitFor();
  provider.intercept = undefined;
  await page.context().clearCookies();
  await signOn(page).click();
  await signInThere(page, 'ana');
  await list.titled('My inbox').waitFor();
});
