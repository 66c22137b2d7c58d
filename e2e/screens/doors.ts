import type { Screen } from './steps.ts';

/** The pages before sign-in. */
export const doors: readonly Screen[] = [
  {
    name: 'api-docs',
    async go(page) {
      await page.goto('/api/docs');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'api-docs-calls',
    async go(page) {
      await page.goto('/api/docs/tags');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'survey',
    async go(page) {
      await page.goto('/csat/preview');
      await page.getByRole('group', { name: 'Your rating' }).waitFor();
    },
  },
  {
    name: 'survey-unknown',
    async go(page) {
      await page.goto('/csat/none');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'login',
    async go(page) {
      await page.goto('/');
      await page.getByLabel('Email').waitFor();
    },
  },
  {
    name: 'reset-password',
    async go(page) {
      await page.goto('/reset-password');
      await page.getByLabel('Email').waitFor();
    },
  },
  {
    name: 'set-password',
    async go(page) {
      await page.goto('/set-password?token=none');
      await page.getByLabel('New password', { exact: true }).fill('Half-done');
      await page.getByRole('button', { name: 'Set a new password' }).click();
      await page.getByText('Use 10 to 72 characters').waitFor();
    },
  },
  {
    name: 'set-password-over',
    async go(page) {
      await page.goto('/set-password');
      await page.getByRole('alert').getByText('This link').waitFor();
    },
  },
];
