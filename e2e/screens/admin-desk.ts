import type { Page } from 'playwright-core';
import { openAdmin, type Screen } from './steps.ts';

/** Opens a tag, or the dialog for a new one, and gives it a name. */
async function renameTag(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).waitFor();
}

/** The admin area: who works at the desk, and the words it works with. */
export const deskScreens: readonly Screen[] = [
  { name: 'admin-macros', go: (page) => openAdmin(page, 'conversations/macros', 'Macros') },
  {
    name: 'admin-macro',
    async go(page) {
      await openAdmin(page, 'conversations/macros', 'Macros');
      await page.getByRole('link', { name: 'Refund: on its way' }).click();
      await page.getByRole('textbox', { name: 'Message to insert' }).waitFor();
    },
  },
  { name: 'admin-statuses', go: (page) => openAdmin(page, 'conversations/statuses', 'Statuses') },
  {
    name: 'admin-status',
    async go(page) {
      await openAdmin(page, 'conversations/statuses', 'Statuses');
      await page.getByRole('button', { name: 'New Status' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-agents', go: (page) => openAdmin(page, 'teams/agents', 'Agents') },
  {
    name: 'admin-agent',
    async go(page) {
      await openAdmin(page, 'teams/agents', 'Agents');
      await page.locator('.admin-open').nth(1).click();
      await page.getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  {
    name: 'admin-agent-security',
    async go(page) {
      await openAdmin(page, 'teams/agents', 'Agents');
      await page.getByRole('link', { name: 'Robin Castellan' }).click();
      await page.getByText('This session').scrollIntoViewIfNeeded();
    },
  },
  { name: 'admin-teams', go: (page) => openAdmin(page, 'teams/teams', 'Teams') },
  { name: 'admin-team', go: (page) => openAdmin(page, 'teams/teams/new', 'New Team') },
  {
    name: 'admin-team-fewest',
    async go(page) {
      await openAdmin(page, 'teams/teams/new', 'New Team');
      await page.getByRole('button', { name: 'Assignment' }).click();
      await page.getByRole('option', { name: 'Fewest open first' }).click();
      await page.getByLabel('Most conversations at once').waitFor();
    },
  },
  { name: 'admin-roles', go: (page) => openAdmin(page, 'teams/roles', 'Roles') },
  {
    name: 'admin-role',
    async go(page) {
      await openAdmin(page, 'teams/roles', 'Roles');
      await page
        .locator('.admin-open')
        .filter({ hasText: /^Agent/ })
        .click();
      await page.getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  { name: 'admin-tags', go: (page) => openAdmin(page, 'conversations/tags', 'Tags') },
  {
    name: 'admin-tag',
    async go(page) {
      await openAdmin(page, 'conversations/tags', 'Tags');
      await page.getByRole('button', { name: 'New Tag' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('This cannot be empty').waitFor();
    },
  },
  { name: 'admin-attributes', go: (page) => openAdmin(page, 'custom-attributes', 'Custom attributes') },
  {
    name: 'admin-attribute',
    async go(page) {
      await openAdmin(page, 'custom-attributes/new', 'New Custom attribute');
      await page.getByLabel('Key').fill('subject');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('need your attention').waitFor();
    },
  },
  {
    name: 'admin-activity-log',
    async go(page) {
      await openAdmin(page, 'conversations/tags', 'Tags');
      if ((await page.getByRole('button', { name: 'Collected', exact: true }).count()) === 0) {
        await renameTag(page, 'New Tag', 'To collect');
        await renameTag(page, 'To collect', 'Collected');
      }
      await openAdmin(page, 'teams/activity-log', 'Activity log');
      await page.getByRole('button', { name: 'Tag “Collected” changed' }).first().click();
      await page.getByRole('cell', { name: 'To collect' }).first().waitFor();
    },
  },
];
