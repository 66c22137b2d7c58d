import { openAdmin, type Screen, toTop } from './steps.ts';

/** The admin area: rules, business hours, SLA policies. */
export const engineScreens: readonly Screen[] = [
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
];
