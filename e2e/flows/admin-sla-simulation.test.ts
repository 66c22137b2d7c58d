import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';

const desk = useDesk({}, async ({ pool }) => {
  await pool.query(`update business_hours set is_always_open = true, hours = '{}'`);
  await openConversation(desk, { subject: 'Wobbly table' });
  await openConversation(desk, { subject: 'Quiet lamp' });
  // Two hours ago; the first was answered after half an hour.
  await pool.query(`update conversations set created_at = now() - interval '2 hours'`);
  await pool.query(
    `update conversations set first_reply_at = now() - interval '90 minutes' where subject = 'Wobbly table'`,
  );
});

test('an edited policy is tried on what was: refused, run, compared, other hours, nothing saved', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('sla', 'SLA policies');
  await page.getByRole('link', { name: 'Default' }).click();
  const simulate = page.getByRole('button', { name: /^Simulate/ });
  const first = page.getByLabel('First response within', { exact: true });

  // Nobody has the policy yet: it says so and what to do.
  await simulate.click();
  await page.getByRole('heading', { name: 'No conversations to try it on' }).waitFor();

  await first.fill('1');
  await page.getByLabel('First response within: unit').selectOption('minutes');
  await first.fill('0');
  await simulate.click();
  await page.getByText('at least one minute').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'first_response_time');
  await first.fill('10');
  await page.getByText('The times have changed since; simulate again.').waitFor();

  // By keyboard alone.
  await page.getByRole('button', { name: 'Inboxes', exact: true }).press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await simulate.press('Enter');
  const table = page.getByRole('table', { name: 'Promises kept' });
  const row = table.getByRole('row', { name: /^First response/ });
  await row.getByText('1 of 2 kept').waitFor();
  await row.getByText('0 of 2 kept').waitFor();
  await page.getByRole('form').getByText('2 conversations of the last 90 days').waitFor();
  await page.getByText('By team').press('Enter');
  await page.getByRole('table', { name: 'By team' }).getByRole('rowheader', { name: 'No team' }).waitFor();
  await page.getByText('By week').press('Enter');
  await page.getByText('Conversations that would have gone otherwise').press('Enter');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Wobbly table' })
    .getByText('First response: kept, would be broken')
    .waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  expect((await desk.pool.query(`select first_response_time from sla_policies`)).rows).toEqual([
    { first_response_time: '1h' },
  ]);
});

test('business hours are tried on a request while they are edited, with a holiday and a change of the clock', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('business-hours/new', 'New Business hours');
  await page.getByLabel('A request comes').fill('2099-10-23T16:30');
  await page.getByLabel('Promised within hours').fill('1');
  await page.getByText('Due on Monday, October 26, 2099 at 9:30 AM').waitFor();
  await page.getByLabel('Monday opens at').fill('08:00');
  await page.getByText('Due on Monday, October 26, 2099 at 8:30 AM').waitFor();
  await page.getByLabel('Monday opens at').fill('17:00');
  await page.getByText('Shown again once the week above is complete.').waitFor();
  await page.getByLabel('Monday opens at').fill('08:00');

  await page.getByRole('button', { name: 'Time zone' }).click();
  await page.getByRole('combobox').fill('Europe/Berlin');
  await page.getByRole('option').first().click();
  const days = page.getByRole('list', { name: 'Two weeks from then' });
  await days
    .getByRole('listitem')
    .filter({ hasText: 'October 25' })
    .getByText('Clock goes back: 1 hour longer')
    .waitFor();
  await page.getByRole('button', { name: 'Paste a list or import a calendar' }).click();
  await page.getByLabel('Holidays, one per line').fill('2099-10-26 Founders day');
  await admin.dialog.getByRole('button', { name: 'Add 1 holiday', exact: true }).click();
  await page.getByText('Due on Tuesday, October 27, 2099 at 9:30 AM').waitFor();
  await days.getByRole('listitem').filter({ hasText: 'Founders day' }).getByText('Closed').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Always open' }).check();
  await page.getByText('Due on Friday, October 23, 2099 at 5:30 PM').waitFor();
});
