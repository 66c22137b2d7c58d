import type { CauseTrace } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { because, finishCause, recordCause } from '../../apps/server/src/core/cause.ts';
import { addActivity, findConversationForUpdate } from '../../apps/server/src/features/conversations/index.ts';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { soon } from '../soon.ts';

const at = '2026-11-20T09:00:00.000Z';
let uuid = '';
let team = 0;
let rule = 0;
const longName = 'مرحبا Überlangername '.repeat(6).trim();
const desk = useDesk({}, async ({ pool, as }) => {
  team = await desk.addTeam('Billing');
  const admin = await as();
  const conditions = [{ field: 'subject', operator: 'contains', value: 'lamp', field_type: 'conversation' }];
  const groups = [
    { logical_op: 'OR', rules: conditions },
    { logical_op: 'OR', rules: [] },
  ];
  const body = { groups, group_operator: 'OR', actions: [{ type: 'assign_team', value: [String(team)] }] };
  await admin.call('automations.create', { body: { name: 'Lamps', type: 'new_conversation', rules: [body] } });
  rule = (await pool.query('select id from automation_rules')).rows[0].id;
  const { conversation } = await openConversation(desk, { subject: 'A lamp' });
  uuid = conversation.uuid;
  const first = await act(conversation.id, null, 'VIP', lamps(rule));
  await act(conversation.id, first, 'loud', overfull());
});

/** Something done by a rule, as the thread shows it: a tag, with its record. */
async function act(conversationId: number, parent: number | null, tag: string, trace: CauseTrace): Promise<number> {
  const { work, system } = desk.app.deps;
  return work(system, async (uow) => {
    const row = (await findConversationForUpdate(uow, conversationId))!;
    uow.cause = parent;
    const id = await recordCause(uow, { kind: 'automation', conversation_id: row.id, rule_id: rule, trace });
    await finishCause(uow, id, { actions: trace.actions });
    await because(uow, id, () => addActivity(uow, row, { activity_type: 'tag_added', params: { tag } }));
    return id;
  });
}

function lamps(id: number): CauseTrace {
  const condition = { field: 'subject', field_type: 'conversation', operator: 'contains', matched: true };
  const gone = { field: 'assigned_team', field_type: 'conversation', operator: 'equals', matched: false };
  return {
    event: { kind: 'message.received', at },
    rule: { id, name: 'Lamps', version: 1, type: 'new_conversation' },
    group_operator: 'OR',
    groups: [
      {
        logical_op: 'OR',
        matched: true,
        conditions: [
          { ...condition, value: 'lamp,bulb', found: 'A lamp' },
          { ...gone, value: '999', found: '' },
        ],
      },
    ],
    actions: [
      { type: 'assign_team', value: [String(team)], result: 'done', code: null, error: null },
      { type: 'set_sla', value: ['77'], result: 'failed', code: 'sla.not_found', error: 'This policy is gone' },
    ],
    facts: [{ name: 'a_fact_without_words', value: at }],
  };
}

/** As much as a rule can hold, in a long name that runs the other way. */
function overfull(): CauseTrace {
  const base = lamps(rule);
  const long = 'unbroken'.repeat(24);
  const conditions = Array.from({ length: 50 }, (_, n) => ({
    field: 'subject',
    field_type: 'conversation',
    operator: n % 2 ? 'not contains' : 'contains',
    value: n % 3 ? 'lamp' : long,
    found: n % 5 ? 'نص عربي طويل' : long,
    matched: n % 2 === 1,
  }));
  return {
    ...base,
    rule: { ...base.rule!, name: longName },
    group_operator: 'AND',
    groups: [{ logical_op: 'AND', matched: false, conditions }, ...base.groups],
  };
}

test('what a rule did to a mail that came in is explained at its line', async () => {
  await desk.mail({ from: customer, to: supportAddress, subject: 'My lamp', text: 'It is dark.' });
  const mailed = await desk.until(async () => {
    const { rows } = await desk.pool.query(
      "select uuid from conversations where subject = 'My lamp' and assigned_team_id = $1",
      [team],
    );
    return rows[0]?.uuid;
  }, 'the rule to act');
  const { page } = await desk.seat(adminEmail);
  await page.goto(`/inboxes/all/conversation/${mailed}`);
  const why = page.locator('.event', { hasText: 'Billing' }).getByRole('button', { name: 'Why?' });
  await why.waitFor();
  await why.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Why this happened' });
  await dialog.getByText('a conversation starts').waitFor();
  await dialog.getByText('the subject contains “lamp”').waitFor();
  await dialog.getByText('Found: “My lamp”').waitFor();
  await dialog.getByText('assign it to the team “Billing”').waitFor();
  // It did so once more than the two records that are made up; the others count on these.
  await desk.pool.query('delete from causes where conversation_id = (select id from conversations where uuid = $1)', [
    mailed,
  ]);
});

test('why something happened is asked by keyboard at its line in the thread', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.goto(`/inboxes/all/conversation/${uuid}`);
  const line = page.locator('.event', { hasText: 'VIP' });
  const why = line.getByRole('button', { name: 'Why?' });
  await why.waitFor();
  await why.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Why this happened' });
  await dialog.getByText('A rule acted by itself').waitFor();
  await dialog.getByText('a customer writes').waitFor();
  await dialog.getByText('True: the subject contains “lamp” or “bulb”').waitFor();
  await dialog.getByText('Found: “A lamp”').waitFor();
  await dialog.getByText('Not true: the team is “#999”').waitFor();
  await dialog.getByText('Found: nothing').waitFor();
  await dialog.getByText('assign it to the team “Billing”').waitFor();
  await dialog.getByText('apply the SLA “#77”').waitFor();
  await dialog.getByText('Failed: This policy is gone').waitFor();
  await dialog.getByText('a_fact_without_words').waitFor();
  await soon(() => dialog.getByRole('link', { name: 'Lamps' }).getAttribute('href')).toBe(
    `/admin/automations/${rule}/edit`,
  );
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await soon(() => why.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('all that a rule can hold is told within the dialog, with what led to it; a record that is gone says so', async () => {
  const { page, allow } = await desk.seat(adminEmail, { width: 390, height: 844 });
  await page.goto(`/inboxes/all/conversation/${uuid}`);
  const why = page.locator('.event', { hasText: 'loud' }).getByRole('button', { name: 'Why?' });
  await why.click();
  const dialog = page.getByRole('dialog', { name: 'Why this happened' });
  await dialog.getByText(longName).first().waitFor();
  await soon(() => dialog.getByRole('listitem').count()).toBeGreaterThan(50);
  expect(await dialog.evaluate((box) => box.querySelector('.dialog-body')!.scrollWidth <= box.clientWidth)).toBe(true);
  await dialog.getByText('What led to it').scrollIntoViewIfNeeded();
  await dialog.locator('summary', { hasText: 'Lamps' }).press('Enter');
  await dialog.getByText('Failed: This policy is gone').last().waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  allow(/404 \(Not Found\)/);
  await desk.pool.query(
    "update messages set meta = jsonb_set(meta, '{cause_id}', '999999') where meta ->> 'activity_type' is not null",
  );
  await page.reload();
  await page.getByRole('button', { name: 'Why?' }).first().click();
  await dialog.getByText('There is no record of this any more').waitFor();
  await dialog.getByText('Records are kept for 90 days.').waitFor();
});

test('the list of rules says how they are doing, and each has a log', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.goto('/admin/automations');
  await page.getByText('Last acted').waitFor();
  await page.getByText('2 times in 7 days').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: '2 failed' }).click();
  await page.getByRole('heading', { name: 'Lamps', level: 1 }).waitFor();
  const records = page.getByRole('list', { name: 'What it did' }).getByRole('listitem');
  await page.getByText('2 records').waitFor();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await records.first().locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Failed: This policy is gone').first().waitFor();
  await page
    .getByRole('link', { name: /^Conversation #/ })
    .first()
    .waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await desk.pool.query('delete from causes');
  await page.reload();
  await page.getByText('No records').waitFor();
  await page.getByRole('link', { name: 'Only failed' }).click();
  await page.getByText('Nothing failed in the last 90 days.').waitFor();
  await page.getByRole('link', { name: 'Rule', exact: true }).click();
  await page.getByLabel('Name').waitFor();
});
