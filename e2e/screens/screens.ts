import type { Locator, Page } from 'playwright-core';

export interface Screen {
  name: string;
  /** Needs a keyboard, or a place that a phone does not have. */
  wide_only?: boolean;
  go(page: Page): Promise<void>;
}

const row = (page: Page, place: number) => page.locator(`[aria-posinset="${place}"]`);

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await row(page, 1).waitFor();
}

async function openConversation(page: Page, path: string, place = 1): Promise<void> {
  await openList(page, path);
  await row(page, place).getByRole('link').click();
  await page.getByRole('article').first().waitFor();
  // Pictures are taken at rest: what comes in with the conversation is there.
  await page.waitForLoadState('networkidle');
}

/** The reply of the open conversation; another size or theme may have left a draft, which stands open already. */
async function startReply(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Reply to / });
  const text = page.getByRole('textbox', { name: 'Reply', exact: true });
  await button.or(text).first().waitFor();
  if (!(await text.isVisible())) await button.click();
  await text.waitFor();
}

async function openPalette(page: Page, path: string): Promise<void> {
  await openConversation(page, path);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor();
}

/** A page of the admin area, its list or form complete. */
async function openAdmin(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`/admin/${path}`);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** A report with all its numbers. */
async function openReport(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`/reports/${path}`);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Scrolls an admin page until something stands near its top. */
async function toTop(what: Locator): Promise<void> {
  await what.evaluate((element) => {
    const place = element.closest('.admin-scroll');
    if (place) place.scrollTop += element.getBoundingClientRect().top - 100;
  });
}

/** A conversation on a desk with AI; the provider's words are given here, for no provider is at hand. Without an end it goes on writing. */
async function openWithAi(page: Page, finish?: 'stop'): Promise<void> {
  await openList(page, '/inboxes/all');
  await page.evaluate((end) => {
    const fetchReally = window.fetch;
    const status = { configured: true, complete: true, summarise: true, suggest: true, manage: true };
    const text =
      'Dear Mina,\n\nthank you for your letter. Could you send it back to us? We pay the postage:\n\n- print the label\n- put it on the box';
    const sources = {
      messages: [{ uuid: 'first', created_at: new Date().toISOString(), private: false }],
      macros: [{ id: 1, name: 'Send it back' }],
      is_cut: false,
    };
    const events = [
      { type: 'start', sources },
      { type: 'delta', text },
      end && { type: 'end', finish: end, text, used: null },
    ];
    window.fetch = async (input, init) => {
      const url = String(input);
      if (url.includes('/ai/status')) return Response.json({ status: 'success', data: status });
      if (!/[/]ai[/](completion|summary|reply)/.test(url)) return fetchReally(input, init);
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const lines = events.filter(Boolean).map((event) => `data: ${JSON.stringify(event)}\n\n`);
          controller.enqueue(new TextEncoder().encode(lines.join('')));
          if (end) controller.close();
        },
      });
      return new Response(stream);
    };
  }, finish);
  await row(page, 1).getByRole('link').click();
  await page.getByRole('article').first().waitFor();
  await page.getByRole('button', { name: 'Summarise' }).waitFor();
}

/** Opens a tag, or the dialog for a new one, and gives it a name. */
async function renameTag(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).waitFor();
}

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

/** Makes an API key, and puts away what is shown of it once. */
async function makeKey(page: Page, name: string, permissions: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  for (const permission of permissions) await page.getByRole('checkbox', { name: permission, exact: true }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText(name, { exact: true }).waitFor();
}

/** Every screen that is kept under docs/screens, each reached from an address so that one can be taken alone. */
export const screens: readonly Screen[] = [
  { name: 'list', go: (page) => openList(page, '/inboxes/unassigned') },
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
      await page.getByRole('list', { name: 'Browsers with push notifications' }).scrollIntoViewIfNeeded();
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
  {
    name: 'empty-list',
    async go(page) {
      await page.goto('/inboxes/assigned?status=Snoozed');
      await page.getByText('No conversations found', { exact: false }).waitFor();
    },
  },
  { name: 'admin-sso', go: (page) => openAdmin(page, 'sso', 'Single sign-on') },
  {
    name: 'admin-sso-new',
    async go(page) {
      await openAdmin(page, 'sso/new', 'New Provider');
      await page.getByRole('switch', { name: 'Create agents' }).click();
      await page.getByRole('button', { name: 'Roles', exact: true }).waitFor();
    },
  },
  { name: 'admin-automations', go: (page) => openAdmin(page, 'automations', 'Automations') },
  {
    name: 'admin-automation',
    async go(page) {
      await openAdmin(page, 'automations', 'Automations');
      await page.getByRole('link', { name: 'Refunds go to Billing' }).click();
      await page.getByRole('button', { name: 'Add condition' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('A condition without a value').waitFor();
    },
  },
  {
    name: 'admin-automation-actions',
    async go(page) {
      await openAdmin(page, 'automations/new?type=conversation_update', 'New rule');
      const choose = async (word: string, choice: string) => {
        await page.getByRole('button', { name: word }).click();
        await page.getByRole('option', { name: choice, exact: true }).click();
      };
      await choose('Action 1: assign to team', 'notify');
      await choose('Action 1: Recipients', 'the assigned agent');
      await page.getByRole('option', { name: 'the assigned team', exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Action 1: Subject' }).fill('A customer of Gold waits');
      await page
        .getByRole('textbox', { name: 'Action 1: Message' })
        .fill('{{ .Contact.FullName }} has asked twice. Please have a look.');
      await page.getByRole('button', { name: 'Add action' }).click();
      await choose('Action 2: assign to team', 'snooze for');
      await choose('snooze for: choose a value', '1 day');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('A condition without a value').waitFor();
      await page.getByRole('button', { name: 'Add action' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'admin-automation-try',
    async go(page) {
      await openAdmin(page, 'automations', 'Automations');
      await page.getByRole('link', { name: 'Refunds go to Billing' }).click();
      await page.getByRole('textbox', { name: 'Condition 1, Value' }).fill('order');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Try the rule' }).click();
      await page.getByText('conversations looked at').waitFor();
      await page.locator('.rule-try-samples summary').first().click();
    },
  },
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
  { name: 'admin-ai', go: (page) => openAdmin(page, 'ai', 'AI') },
  { name: 'admin-ai-prompts', go: (page) => openAdmin(page, 'ai/prompts', 'Prompts') },
  {
    name: 'ai-stream',
    async go(page) {
      await openWithAi(page);
      await startReply(page);
      await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Send it back.');
      await page.getByRole('button', { name: 'Rewrite with AI' }).click();
      await page.getByRole('menuitem', { name: 'Make Friendly' }).click();
      await page.getByText('Could you send it').waitFor();
    },
  },
  {
    name: 'ai-suggestion',
    async go(page) {
      await openWithAi(page, 'stop');
      await startReply(page);
      await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Send it back.');
      await page.getByRole('button', { name: 'Suggest a reply' }).click();
      await page.getByRole('button', { name: 'Replace my text' }).waitFor();
    },
  },
  {
    name: 'ai-summary',
    async go(page) {
      await openWithAi(page, 'stop');
      await page.getByRole('button', { name: 'Summarise' }).click();
      await page.getByRole('button', { name: 'Insert as private note' }).waitFor();
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
  { name: 'reports-overview', go: (page) => openReport(page, 'overview', 'Overview') },
  { name: 'reports-conversations', go: (page) => openReport(page, 'conversations', 'Conversations') },
  { name: 'reports-times', go: (page) => openReport(page, 'times', 'Response times') },
  { name: 'reports-sla', go: (page) => openReport(page, 'sla', 'SLA') },
  { name: 'reports-csat', go: (page) => openReport(page, 'csat', 'Satisfaction') },
  { name: 'reports-backlog', go: (page) => openReport(page, 'backlog', 'Backlog') },
  { name: 'reports-hours', go: (page) => openReport(page, 'hours', 'Hours of the week') },
  { name: 'reports-agents', go: (page) => openReport(page, 'agents', 'Agents') },
  { name: 'reports-list', go: (page) => openReport(page, 'list?metric=new', 'Behind the number') },
  {
    name: 'reports-meaning',
    async go(page) {
      await openReport(page, 'agents', 'Agents');
      await page.getByRole('button', { name: 'What this means: New conversations' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'reports-empty',
    go: (page) => openReport(page, 'conversations?from=2020-01-01&to=2020-01-31', 'Conversations'),
  },
  { name: 'admin-business-hours', go: (page) => openAdmin(page, 'business-hours', 'Business hours') },
  {
    name: 'admin-business-hours-form',
    async go(page) {
      await openAdmin(page, 'business-hours/new', 'New Business hours');
      await page.getByRole('checkbox', { name: 'Saturday' }).check();
      await page.getByLabel('Saturday opens at').fill('22:00');
      await page.getByLabel('Saturday closes at').fill('06:00');
      await page.getByRole('button', { name: 'Add a break on Monday' }).click();
      await page.getByLabel('Monday: break to').fill('11:00');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The break must end after it begins').waitFor();
    },
  },
  {
    name: 'admin-business-hours-preview',
    async go(page) {
      await openAdmin(page, 'business-hours/new', 'New Business hours');
      await page.getByLabel('Saturday', { exact: true }).check();
      await page.getByLabel('Saturday opens at').fill('22:00');
      await page.getByLabel('Saturday closes at').fill('06:00');
      await page.getByRole('button', { name: 'Add a break on Monday' }).click();
      await page.getByRole('button', { name: 'Paste a list or import a calendar' }).click();
      await page.getByLabel('Holidays, one per line').fill('2099-10-30 Founders’ day');
      await page.getByRole('button', { name: 'Add 1 holiday', exact: true }).click();
      await page.getByLabel('A request comes').fill('2099-10-23T17:30');
      await page.getByRole('button', { name: 'Time zone' }).click();
      await page.getByRole('combobox').fill('Berlin');
      await page.getByRole('option').first().click();
      await page.getByText('Clock goes back').waitFor();
      await toTop(page.getByLabel('A request comes'));
    },
  },
  {
    name: 'admin-holidays',
    async go(page) {
      await openAdmin(page, 'business-hours/new', 'New Business hours');
      await page.getByRole('button', { name: 'Paste a list or import a calendar' }).click();
      await page
        .getByLabel('Holidays, one per line')
        .fill('2099-12-25 Christmas\n26.12.2099 Boxing Day\n05/06/2099 Founders day\nsome day');
      await page.getByText('Not understood').waitFor();
    },
  },
  { name: 'admin-sla', go: (page) => openAdmin(page, 'sla', 'SLA policies') },
  {
    name: 'admin-sla-form',
    async go(page) {
      await openAdmin(page, 'sla/new', 'New SLA policy');
      await page.getByLabel('First response within', { exact: true }).fill('90');
      await page.getByRole('button', { name: 'Add a warning' }).click();
      await page.getByRole('button', { name: 'Add a breach alert' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('needs your attention').waitFor();
      await page.getByRole('button', { name: 'Add a breach alert' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'admin-sla-simulation',
    async go(page) {
      await openAdmin(page, 'sla', 'SLA policies');
      await page.getByRole('link', { name: 'Default' }).click();
      await page.getByLabel('First response within', { exact: true }).fill('3');
      await page.getByLabel('Next response within', { exact: true }).fill('6');
      await page.getByRole('button', { name: 'Inboxes', exact: true }).click();
      await page.getByRole('option', { name: 'Local mail' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Simulate', exact: true }).click();
      await page.getByRole('table', { name: 'Promises kept' }).waitFor();
      await page.getByText('By team').click();
      await page.getByText('Conversations that would have gone otherwise').click();
      await toTop(page.getByRole('button', { name: 'Simulate again' }));
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
