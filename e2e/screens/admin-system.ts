import { openAdmin, type Screen } from './steps.ts';

/** The admin area: ways in and out of the desk, and the desk itself. */
export const systemScreens: readonly Screen[] = [
  { name: 'admin-sso', go: (page) => openAdmin(page, 'sso', 'Single sign-on') },
  {
    name: 'admin-sso-new',
    async go(page) {
      await openAdmin(page, 'sso/new', 'New Provider');
      await page.getByRole('switch', { name: 'Create agents' }).click();
      await page.getByRole('button', { name: 'Roles', exact: true }).waitFor();
    },
  },
  { name: 'admin-inboxes', go: (page) => openAdmin(page, 'inboxes', 'Inboxes') },
  {
    name: 'admin-inbox',
    async go(page) {
      await page.goto('/admin/inboxes/1/edit');
      await page.getByRole('button', { name: 'Test the round trip' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'admin-inbox-form',
    async go(page) {
      await page.goto('/admin/inboxes/new');
      await page.getByRole('button', { name: /^Email/ }).click();
      await page.getByRole('switch', { name: 'Receive from a mailbox' }).click();
      await page.getByLabel('Port', { exact: true }).fill('99300');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('need your attention').waitFor();
    },
  },
  { name: 'admin-quarantine', go: (page) => openAdmin(page, 'inboxes/quarantine', 'Quarantine') },
  { name: 'admin-system', go: (page) => openAdmin(page, 'system', 'System') },
  { name: 'admin-general', go: (page) => openAdmin(page, 'general', 'General') },
  {
    name: 'admin-notification',
    async go(page) {
      await openAdmin(page, 'notification', 'Notifications');
      await page.getByRole('button', { name: 'Send a test mail to me' }).click();
      await page.getByText('needs your attention').waitFor();
    },
  },
  { name: 'admin-templates', go: (page) => openAdmin(page, 'templates', 'Templates') },
  {
    name: 'admin-template',
    async go(page) {
      await openAdmin(page, 'templates/new', 'New Template');
      await page.getByLabel('HTML').click();
      await page.getByRole('button', { name: '.Author.FullName', exact: true }).click();
      await page.keyboard.type('\n<p>Kind regards, {{ .Nobody }}</p>');
      await page.frameLocator('iframe').getByText('Kind regards').waitFor();
    },
  },
  {
    name: 'admin-webhook-new',
    async go(page) {
      await openAdmin(page, 'webhooks/new', 'New Webhook');
      await page.getByLabel('URL').fill('ftp://shop.example/hook');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('2 fields need your attention').waitFor();
    },
  },
  {
    name: 'admin-webhooks',
    async go(page) {
      await openAdmin(page, 'webhooks', 'Webhooks');
      if ((await page.getByRole('link', { name: 'Shop system' }).count()) > 0) return;
      await openAdmin(page, 'webhooks/new', 'New Webhook');
      await page.getByLabel('Name').fill('Shop system');
      await page.getByLabel('URL').fill('https://shop.example/hooks/bellhop');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'I have kept it' }).click();
      await page.getByRole('heading', { name: 'Shop system', level: 1 }).waitFor();
      await openAdmin(page, 'webhooks', 'Webhooks');
      await page.getByRole('link', { name: 'Shop system' }).waitFor();
    },
  },
  {
    // Nobody is there, which is what it is for.
    name: 'admin-webhook-test',
    async go(page) {
      await openAdmin(page, 'webhooks', 'Webhooks');
      await page.getByRole('button', { name: 'More for Shop system' }).click();
      await page.getByRole('menuitem', { name: 'Send a test' }).click();
      await page.getByText('What was sent').waitFor();
    },
  },
  {
    name: 'admin-webhook-log',
    async go(page) {
      await openAdmin(page, 'webhooks', 'Webhooks');
      await page.getByRole('button', { name: 'More for Shop system' }).click();
      await page.getByRole('menuitem', { name: 'Deliveries' }).click();
      await page.getByRole('heading', { name: 'Deliveries: Shop system' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
];
