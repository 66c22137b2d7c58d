import type { Page } from 'playwright-core';
import type { Screen } from './steps.ts';

/** Makes an API key, and puts away what is shown of it once. */
async function makeKey(page: Page, name: string, permissions: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  for (const permission of permissions) await page.getByRole('checkbox', { name: permission, exact: true }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText(name, { exact: true }).waitFor();
}

/** An agent’s own pages. */
export const accountScreens: readonly Screen[] = [
  {
    name: 'account-profile',
    async go(page) {
      await page.goto('/account/profile');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'account-password',
    async go(page) {
      await page.goto('/account/password');
      await page.getByLabel('Current password', { exact: true }).waitFor();
    },
  },
  {
    name: 'account-notifications',
    async go(page) {
      await page.goto('/account/notifications');
      await page.getByRole('switch', { name: /^Quiet hours/ }).click();
      await page.getByRole('heading', { name: 'Notifications', level: 1 }).click();
    },
  },
  {
    name: 'account-sessions',
    async go(page) {
      await page.goto('/account/sessions');
      await page.getByText('This session').waitFor();
    },
  },
  {
    name: 'account-push',
    async go(page) {
      await page.goto('/account/notifications');
      await page.evaluate(async () => {
        const csrf = /csrf_token=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        // 65 and 16 bytes.
        const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
        await fetch('/api/v1/push/subscriptions', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrftoken': csrf },
          body: JSON.stringify({ endpoint: 'https://push.example/browser', keys }),
        });
      });
      await page.reload();
      const browsers = page.getByRole('list', { name: 'Browsers with push notifications' });
      await browsers.waitFor();
      // What comes in above would push it out of the picture.
      await page.waitForLoadState('networkidle');
      await browsers.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    },
  },
  {
    name: 'account-api-keys',
    async go(page) {
      await page.goto('/account/api-keys');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      if (await page.getByRole('list', { name: 'API keys' }).isVisible()) return;
      await makeKey(page, 'Web shop', ['Manage tags']);
      await makeKey(page, 'Nightly export', ['Manage tags', 'Manage teams', 'Manage roles', 'Manage agents']);
    },
  },
  {
    name: 'account-api-keys-new',
    async go(page) {
      await page.goto('/account/api-keys');
      await page.getByRole('button', { name: 'New API key' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Web shop');
    },
  },
  {
    name: 'account-second-factor',
    async go(page) {
      await page.goto('/account/second-factor');
      await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
    },
  },
  {
    name: 'account-second-factor-app',
    async go(page) {
      await page.goto('/account/second-factor');
      await page.getByRole('button', { name: 'Set up authenticator app' }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'account-keyboard',
    async go(page) {
      await page.goto('/account/keyboard');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
];
