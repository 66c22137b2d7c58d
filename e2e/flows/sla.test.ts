import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const subject = 'A lamp with a promise';
let uuid = '';
const desk = useDesk({}, async ({ pool }) => {
  await pool.query(`insert into business_hours (name, is_always_open) values ('Always', true)`);
  await pool.query(
    `update settings set value = to_jsonb((select id::text from business_hours where name = 'Always')) where key = 'app.business_hours_id'`,
  );
  await pool.query(
    `insert into sla_policies (name, first_response_time, resolution_time, notifications) values
     ('Gold', '40m', '5h', '[{"type":"breach","recipients":["assigned_team"],"time_delay":"","time_delay_type":"immediately","metric":"all"}]'),
     ('Silver', '3h', '72h', '[]')`,
  );
  ({ uuid } = (await openConversation(desk, { subject })).conversation);
  await pool.query(`update conversations set created_at = now() - interval '1 hour' where uuid = $1`, [uuid]);
});
const factOf = (page: Page, label: string) =>
  page
    .getByRole('complementary', { name: 'Details' })
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]');
const stored = async () =>
  (
    await desk.pool.query(
      `select p.name from conversations c left join sla_policies p on p.id = c.sla_policy_id where uuid = $1`,
      [uuid],
    )
  ).rows[0].name;

test('a policy is set by hand, its badges stand in the panel and the list at once, another takes its place, none is left', async () => {
  const { page, conversation, list } = await desk.seat(adminEmail);
  await page.goto(`/inboxes/all/conversation/${uuid}`);
  await conversation.shows(subject);
  const { details } = conversation;
  await details.getByRole('button', { name: 'SLA policy: No SLA' }).click();
  await page.getByRole('option', { name: 'Gold' }).click();
  // An hour old with forty minutes to answer: twenty minutes too late already.
  await factOf(page, 'First reply').getByText('FRD overdue 20 mins').waitFor();
  await factOf(page, 'Resolution')
    .getByText(/RD (3|4) hrs/)
    .waitFor();
  await list.row(subject).getByText('FRD overdue 20 mins').waitFor();
  await page.getByText('applied the SLA Gold').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  // By the keyboard alone.
  await details.getByRole('button', { name: 'SLA policy: Gold' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Silver' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await factOf(page, 'First reply')
    .getByText(/FRD (1|2) hrs?/)
    .waitFor();
  await soon(() => stored()).toBe('Silver');
  await page.reload();
  await details.getByRole('button', { name: 'SLA policy: Silver' }).waitFor();
  await factOf(page, 'Resolution')
    .getByText(/RD 2 days/)
    .waitFor();

  await details.getByRole('button', { name: 'SLA policy: Silver' }).click();
  await page.getByRole('option', { name: 'No SLA' }).click();
  await factOf(page, 'Resolution').waitFor({ state: 'detached' });
  await soon(stored).toBe(null);
});

test('what cannot be counted is refused with its reason, and the choice is taken back', async () => {
  const { page, conversation, allow } = await desk.seat(adminEmail);
  allow(/409 \(Conflict\)/);
  const client = await desk.as();
  const before = (await client.call('settings.admin')).data['app.business_hours_id'];
  await client.call('settings.update_general', { body: { 'app.business_hours_id': '' } });
  await page.goto(`/inboxes/all/conversation/${uuid}`);
  await conversation.shows(subject);
  await conversation.details.getByRole('button', { name: 'SLA policy: No SLA' }).click();
  await page.getByRole('option', { name: 'Gold' }).click();
  await page.getByText('neither the team nor the general settings have business hours').waitFor();
  await conversation.details.getByRole('button', { name: 'SLA policy: No SLA' }).waitFor();
  await client.call('settings.update_general', { body: { 'app.business_hours_id': before } });
});

test('the form of a policy has its further choices, the general settings the policy of new conversations', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.goto('/admin/sla');
  await page.getByRole('link', { name: 'Silver' }).click();
  await page.getByRole('switch', { name: /Promise the resolution anew/ }).check();
  await page.getByRole('switch', { name: /Count anew when the team changes/ }).check();
  await page.getByRole('switch', { name: /what is running already/ }).check();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/admin\/sla$/);
  const { rows } = await desk.pool.query(
    `select restart_on_reopen, follow_team_hours from sla_policies where name = 'Silver'`,
  );
  expect(rows).toEqual([{ restart_on_reopen: true, follow_team_hours: true }]);
});
