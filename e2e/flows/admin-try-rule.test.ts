import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

let refunds = '';
const desk = useDesk({}, async ({ pool }) => {
  const [billing, orders] = [await desk.addTeam('Billing'), await desk.addTeam('Orders')];
  for (const subject of ['Refund for the lamp', 'Where is my refund?', 'Opening hours']) {
    await openConversation(desk, { subject });
  }
  const rule = (team: number, value: string) => [
    {
      group_operator: 'OR',
      groups: [
        {
          logical_op: 'OR',
          rules: [{ field: 'subject', field_type: 'conversation', operator: 'contains', value }],
        },
      ],
      actions: [{ type: 'assign_team', value: [String(team)] }],
    },
  ];
  refunds = JSON.stringify(rule(billing, 'refund'));
  await pool.query(
    `insert into automation_rules (type, name, description, rules, weight) values
       ('new_conversation', 'Refunds', 'Billing gets them', $1, 1), ('new_conversation', 'Lamps', 'Orders gets them', $2, 2)`,
    [refunds, JSON.stringify(rule(orders, 'lamp'))],
  );
});

test('a rule is tried as it stands in its form: counts, actions, conflicts, samples; then it goes on trial', async () => {
  // What a try before this one has left.
  await desk.pool.query(`update automation_rules set shadow = false, rules = $1 where name = 'Refunds'`, [refunds]);
  const { page, allow } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('automations', 'Automations');
  await page.getByRole('link', { name: 'Refunds' }).click();
  const panel = page.getByRole('region', { name: 'Try it out' });
  const start = panel.getByRole('button', { name: 'Try the rule' });

  // What cannot be saved cannot be tried: said beside the field.
  await page.getByRole('button', { name: 'Add condition' }).click();
  await start.click();
  await page.getByText('A condition without a value never holds').waitFor();
  await page.getByRole('button', { name: 'Remove Condition 2' }).click();

  await start.focus();
  await page.keyboard.press('Enter');
  await panel.getByText('Of 3 conversations looked at, 2 match.').waitFor();
  await panel.getByText('assign it to the team “Billing”').waitFor();
  await panel.getByText('2 times · each changes something').waitFor();
  await panel
    .getByText('Lamps sets the team to “Orders” in 1 of these conversations. The other rule has the last word.')
    .waitFor();
  const sample = panel.getByRole('listitem').filter({ hasText: 'Refund for the lamp' });
  await sample.locator('summary').focus();
  await page.keyboard.press('Enter');
  await sample.getByText('the subject contains “refund”').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  const [opened] = await Promise.all([page.waitForEvent('popup'), sample.getByRole('link', { name: 'Open' }).click()]);
  await opened.getByRole('heading', { name: 'Refund for the lamp' }).waitFor();
  await opened.close();
  const { rows } = await desk.pool.query('select assigned_team_id from conversations');
  expect(rows.map((row) => row.assigned_team_id)).toEqual([null, null, null]);

  // It says when it has grown old, and tries what stands there now, unsaved.
  await page.getByRole('textbox', { name: 'Condition 1, Value' }).fill('hours');
  await page.keyboard.press('Enter');
  await panel.getByText('The rule has been changed since').waitFor();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByText('Of 3 conversations looked at, 3 match.').waitFor();

  await page.getByRole('switch', { name: 'On trial' }).click();
  await admin.save();
  await page.locator('.rule-row').filter({ hasText: 'Refunds' }).getByText('On trial').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Refunds' }).click();
  await soon(() => page.getByRole('switch', { name: 'On trial' }).isChecked()).toBe(true);

  // Out of reach, then stopped.
  allow(/ERR_FAILED.*dry-runs/);
  await page.route('**/automations/dry-runs', (route) => route.abort());
  await panel.getByRole('button', { name: 'Try the rule' }).click();
  await panel.getByRole('alert').waitFor();
  await page.unroute('**/automations/dry-runs');
  await page.route('**/automations/dry-runs/*', async (route) => {
    const { rows: runs } = await desk.pool.query('select max(id) as id from automation_dry_runs');
    const run = { id: runs[0].id, created_at: '', updated_at: '', rule_id: null, total: 3, looked_at: 1, matched: 1 };
    const isDelete = route.request().method() === 'DELETE';
    if (isDelete) isStopped = true;
    const data = isDelete ? true : { ...run, state: isStopped ? 'cancelled' : 'running', result: null };
    await route.fulfill({ json: { status: 'success', data } });
  });
  let isStopped = false;
  await panel.getByRole('button', { name: 'Try the rule' }).click();
  await panel.getByText('1 of 3 looked at, 1 match').waitFor();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await panel.getByText('Stopped after 1 conversation').waitFor();
});
