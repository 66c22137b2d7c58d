import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { renewSettings } from '../../apps/server/src/features/settings/index.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

/** A provider of the test's own; below any other path than /main it calls itself something else. */
const provider = createServer((_request, response) => {
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      issuer: `${base}/main`,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/keys`,
      code_challenge_methods_supported: ['S256'],
    }),
  );
});
afterAll(() => provider.close());

const desk = useDesk({}, async ({ app, pool }) => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  await pool.query("insert into settings (key, value) values ('app.allow_private_addresses', 'true')");
  await renewSettings(app.deps.db);
});

test('single sign-on: tested, added with an address to copy, changed without its secret, switched off, deleted', async () => {
  const { page, allow } = await desk.seat(adminEmail);
  allow(/400 \(Bad Request\)|The provider calls itself/);
  const admin = new Admin(page);
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  await admin.open('sso', 'Single sign-on');
  await page.getByText('No providers yet').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('link', { name: 'New Provider' }).click();
  await admin.save();
  await admin.refused('This cannot be empty').first().waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await page.getByLabel('Name').fill('Company login');
  await page.getByLabel('Provider URL').fill(`${base}/other`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await admin.refused(`The provider calls itself ${base}/main`).waitFor();
  await page.getByLabel('Client ID').fill('desk-app');
  await page.getByLabel('Client secret', { exact: false }).fill('Very-Secret-1');
  await admin.save();
  await admin.refused(`The provider calls itself ${base}/main`).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Provider URL').fill(`${base}/main`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText(`${base}/main answers`).waitFor();
  await admin.save();

  const callback = page.getByLabel('Callback URL');
  await callback.waitFor();
  await soon(() => callback.inputValue()).toMatch(/\/api\/v1\/oidc\/\d+\/finish$/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Name').fill('Our login');
  await page.getByRole('switch', { name: 'Enabled' }).click();
  await admin.save();
  await admin.row('Our login').getByText('Disabled').waitFor();
  await page.reload();
  await admin.row('Our login').getByText('Disabled').waitFor();
  const { rows } = await desk.pool.query('select client_secret from oidc_providers');
  expect(desk.app.deps.sealer.open(rows[0].client_secret)).toBe('Very-Secret-1');

  await admin.remove('Our login');
  await page.getByText('No providers yet').waitFor();
  const logo = await page.request.get('/images/google-logo.png');
  expect([logo.status(), logo.headers()['content-type']]).toEqual([200, 'image/png']);
});
