import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

let teamId: number;
const desk = useDesk({}, async ({ pool }) => {
  teamId = await desk.addTeam('Billing');
  await pool.query(`insert into tags (name) values ('refund')`);
});

const stored = async () =>
  (await desk.pool.query('select name, rules, enabled from automation_rules order by weight, id')).rows;

test('rules: written as a sentence, refused beside what is missing, ordered, switched, repaired and deleted', async () => {
  // Of a try before this one.
  await desk.pool.query('delete from automation_rules');
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  const choose = async (word: string, choice: string) => {
    await page.getByRole('button', { name: word }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await admin.open('automations', 'Automations');
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor();
  await page.getByRole('link', { name: 'New rule' }).click();

  await page.getByLabel('Name').fill('Refunds');
  await page.getByLabel('Description').fill('Billing gets them');
  await admin.save();
  await page.getByText('A condition without a value never holds').waitFor();
  await page.getByText('Choose what this action uses').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
    /^Condition 1, Field/,
  );
  expect(await violationsInBothThemes(page)).toEqual([]);

  await choose('Condition 1, Field', 'Subject');
  await page.getByRole('textbox', { name: 'Condition 1, Value' }).fill('refund');
  await page.keyboard.press('Enter');
  await page.keyboard.type('money back');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add second group' }).click();
  await choose('Condition 1, Field: choose a field', 'Priority');
  await choose('Condition 1, Operator: is', 'is not');
  await choose('Condition 1, Value', 'Low');
  await choose('assign to team: choose a value', 'Billing');
  await page.getByRole('button', { name: 'Add action' }).click();
  await choose('Action 2: assign to team', 'send a reply');
  await page.getByRole('textbox', { name: 'send a reply' }).fill('We look into it.');
  await page
    .getByText(
      'When a conversation starts and the subject contains “refund” or “money back”, and also the priority is not “Low”: assign it to the team “Billing” and send a reply.',
    )
    .waitFor();
  await admin.save();
  const rows = page.locator('.rule-row');
  await rows.filter({ hasText: 'Refunds' }).waitFor();
  const [{ rules }] = await stored();
  expect(rules[0]).toMatchObject({
    groups: [
      { rules: [{ field: 'subject', operator: 'contains', value: 'refund,money back' }] },
      { rules: [{ field: 'priority', operator: 'not equals', value: '1' }] },
    ],
    actions: [
      { type: 'assign_team', value: [String(teamId)] },
      { type: 'send_reply', value: ['<p>We look into it.</p>'] },
    ],
  });

  await desk.pool.query(
    `insert into automation_rules (type, name, description, rules, weight)
     select type, 'Second', description, jsonb_set(rules, '{0,actions,0,value,0}', '"9999"'), 7 from automation_rules`,
  );
  await page.reload();
  await rows.nth(1).getByText('Needs repair').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await rows.nth(0).getByRole('switch').click();
  await expect.poll(async () => (await stored())[0].enabled).toBe(false);
  await admin.pick('Second', 'Move up');
  await expect.poll(async () => (await stored()).map(({ name }) => name)).toEqual(['Second', 'Refunds']);
  await page.getByText('Second is now number 1 of 2').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Move Second', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.locator('.rule-row.is-held').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByText('Second is now number 2 of 2').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(async () => (await stored()).map(({ name }) => name)).toEqual(['Refunds', 'Second']);
  await choose('Run', 'Run only the first rule that matches');
  await expect
    .poll(async () => (await desk.pool.query('select distinct execution_mode from automation_rules')).rows)
    .toEqual([{ execution_mode: 'first_match' }]);

  await page.getByRole('link', { name: 'Second' }).click();
  await choose('assign to team: something deleted', 'Billing');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await admin.dialog.getByRole('button', { name: 'Go on editing' }).click();
  await admin.save();
  await rows.nth(1).waitFor();
  await page.getByText('Needs repair').waitFor({ state: 'detached' });
  await admin.remove('Refunds');
  await rows.filter({ hasText: 'Refunds' }).waitFor({ state: 'detached' });
  await soon(async () => (await stored()).map(({ name }) => name)).toEqual(['Second']);
});

test('a rule that tells agents and snoozes: refused while it says nothing to nobody, then stored', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  const choose = async (word: string, choice: string) => {
    await page.getByRole('button', { name: word }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  // Of a try before this one.
  await desk.pool.query(`delete from automation_rules where name = 'Tell them'`);
  await admin.open('automations/new?type=conversation_update', 'New rule');
  await page.getByLabel('Name').fill('Tell them');
  await page.getByLabel('Description').fill('Nobody forgets Gold');
  await page.getByRole('checkbox', { name: 'The priority changes' }).check();
  await page.getByRole('button', { name: 'Remove Condition 1' }).click();
  await page.getByRole('checkbox', { name: 'every conversation' }).check();
  await choose('Action 1: assign to team', 'notify');
  await admin.save();
  await page.getByText('Choose what this action uses').waitFor();
  await soon(() => page.getByRole('textbox', { name: 'Action 1: Subject' }).getAttribute('aria-invalid')).toBe('true');
  expect(await violationsInBothThemes(page)).toEqual([]);

  // By keyboard alone: two recipients, the texts, then another action.
  await page.getByRole('button', { name: 'Action 1: Recipients' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'the assigned agent', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Action 1: Subject' }).fill('Look');
  await page.keyboard.press('Tab');
  await page.keyboard.type('It is urgent');
  await page.getByRole('button', { name: 'Add action' }).click();
  await choose('Action 2: assign to team', 'snooze for');
  await choose('snooze for: choose a value', '1 day');
  await page
    .getByText('notify the assigned agent and the assigned team: “Look” and snooze it for 1 day.', { exact: false })
    .waitFor();
  await admin.save();
  // What is saved is told in a list of its own, too.
  await page.locator('.rule-row').filter({ hasText: 'Tell them' }).waitFor();
  const { rules } = (await stored()).find(({ name }) => name === 'Tell them');
  expect(rules[0].actions).toEqual([
    { type: 'notify', value: ['Look', 'It is urgent', 'assignee', 'assigned_team'] },
    { type: 'snooze', value: ['24h'] },
  ]);
});
