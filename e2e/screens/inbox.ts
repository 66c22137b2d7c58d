import { openConversation, openList, openPalette, row, type Screen, startReply } from './steps.ts';

/** The inbox: lists, conversations, writing, search, contacts. */
export const inboxScreens: readonly Screen[] = [
  { name: 'list', go: (page) => openList(page, '/inboxes/all') },
  { name: 'conversation', go: (page) => openConversation(page, '/inboxes/all', 4) },
  {
    // A policy was chosen by hand; the list of policies is open again.
    name: 'conversation-sla',
    wide_only: true,
    async go(page) {
      await openConversation(page, '/inboxes/all', 9);
      const choose = page.getByRole('button', { name: /^SLA policy: / });
      await choose.click();
      await page.getByRole('option', { name: 'Default' }).click();
      await page.getByRole('button', { name: 'SLA policy: Default' }).click();
      await page.getByRole('option', { name: 'Default' }).waitFor();
    },
  },
  {
    name: 'reply',
    async go(page) {
      await openConversation(page, '/inboxes/all', 2);
      await startReply(page);
      await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Thank you, we look into it today.');
    },
  },
  {
    name: 'reply-questions',
    async go(page) {
      await openConversation(page, '/inboxes/all', 5);
      await startReply(page);
      const cc = page.getByRole('combobox', { name: 'Cc', exact: true });
      // Other sizes and themes have left their draft.
      if (!(await cc.isVisible())) await page.getByRole('button', { name: 'Cc', exact: true }).click();
      await cc.fill('lea@stranger.example');
      await cc.press('Enter');
      await page
        .getByRole('textbox', { name: 'Reply', exact: true })
        .fill('Dear [name], the invoice is attached. We look into the rest today.');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'new-conversation',
    async go(page) {
      await openList(page, '/inboxes/all');
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: 'New conversation' });
      await dialog.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
      await dialog.getByRole('combobox', { name: 'Email' }).fill('example');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'note',
    async go(page) {
      await openConversation(page, '/inboxes/all', 3);
      await page.getByRole('button', { name: 'Private note' }).click();
      await page.getByRole('textbox', { name: 'Private note', exact: true }).fill('The warehouse calls back at three.');
    },
  },
  {
    name: 'mention',
    async go(page) {
      await openConversation(page, '/inboxes/all', 3);
      await page.getByRole('button', { name: 'Private note' }).click();
      await page.getByRole('textbox', { name: 'Private note', exact: true }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('Could you ask them, @');
      await page.getByRole('listbox', { name: 'Mention somebody' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'emoji',
    async go(page) {
      await openConversation(page, '/inboxes/all', 2);
      await startReply(page);
      await page.getByRole('button', { name: 'Emoji', exact: true }).click();
      await page.getByRole('option', { name: 'grinning face', exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'notifications',
    async go(page) {
      await openList(page, '/inboxes/unassigned');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications', exact: true }).getByRole('heading').nth(1).waitFor();
    },
  },
  {
    name: 'reply-full-screen',
    async go(page) {
      await openConversation(page, '/inboxes/all', 2);
      await startReply(page);
      const text = page.getByRole('textbox', { name: 'Reply', exact: true });
      await text.fill('Hello {{ .Contact.FirstName }}, this is {{ .Author.FirstName }}.');
      await page.keyboard.press('Control+Shift+F');
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    },
  },
  {
    name: 'snooze',
    async go(page) {
      await openConversation(page, '/inboxes/all', 4);
      await page.getByRole('button', { name: 'Snooze' }).first().click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'selection',
    wide_only: true,
    async go(page) {
      await openList(page, '/inboxes/all');
      for (const place of [2, 3, 5]) await row(page, place).getByRole('checkbox').check({ force: true });
      await page.locator('.bulk-bar').waitFor();
    },
  },
  {
    name: 'new-view',
    async go(page) {
      await openList(page, '/inboxes/all');
      const add = page.getByRole('button', { name: 'New view' });
      if (!(await add.isVisible())) await page.getByRole('button', { name: 'Sections' }).click();
      await add.click();
      await page.getByRole('dialog', { name: 'New view' }).getByLabel('Name').waitFor();
    },
  },
  { name: 'palette', wide_only: true, go: (page) => openPalette(page, '/inboxes/all') },
  {
    name: 'palette-macros',
    wide_only: true,
    async go(page) {
      await openConversation(page, '/inboxes/all');
      await page.keyboard.press('m');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search',
    async go(page) {
      await page.goto('/inboxes/search');
      await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('invoice');
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'keys',
    wide_only: true,
    async go(page) {
      await openConversation(page, '/inboxes/all');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'contacts',
    async go(page) {
      await page.goto('/contacts');
      await page.locator('.contact-row').first().waitFor();
    },
  },
  {
    name: 'contact',
    async go(page) {
      await page.goto('/contacts');
      await page.locator('.contact-row').nth(1).click();
      await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'empty-list',
    async go(page) {
      await page.goto('/inboxes/assigned?status=Snoozed');
      await page.getByText('No conversations found', { exact: false }).waitFor();
    },
  },
];
