import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await desk.addTeam('Night watch');
  await pool.query(
    `update teams set business_hours_id = (select id from business_hours), sla_policy_id = (select id from sla_policies)`,
  );
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Duarte' });
});
const stored = async (table: 'business_hours' | 'sla_policies', name: string) =>
  (await desk.pool.query(`select * from ${table} where name = $1`, [name])).rows[0];

test('business hours: a week at a glance, refused, copied, with a night and a break; holidays pasted; deleted', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('business-hours', 'Business hours');
  await admin.row('Mon – Fri 9:00 AM – 5:00 PM').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('link', { name: 'New Business hours' }).click();
  await page.getByLabel('Name').fill('Two shifts');
  await page.getByLabel('Monday opens at').fill('22:00');
  await page.getByLabel('Monday closes at').fill('10:00');
  await page.getByText('Closes at 10:00 AM on the next day').waitFor();
  await admin.save();
  await page.getByText('Still open when the next day opens').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Monday closes at');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Monday closes at').fill('06:00');
  await page.getByRole('checkbox', { name: 'Friday' }).uncheck();
  await page.getByRole('button', { name: 'Add a break on Tuesday' }).click();
  await page.getByRole('button', { name: 'Copy Tuesday to other days' }).click();
  await page.getByRole('menuitem', { name: 'Wednesday' }).click();
  await page.getByLabel('Wednesday: break to').fill('12:30');

  await page.getByRole('button', { name: 'Paste a list or import a calendar' }).click();
  await page
    .getByLabel('Holidays, one per line')
    .fill('2099-12-25 Christmas\n26.12.2099 Boxing Day\n1.1.2019 Past\nsoon');
  await admin.dialog.getByText('Not understood:').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await admin.dialog.getByRole('button', { name: 'Add 2 holidays' }).click();
  await page.getByRole('button', { name: 'Paste a list or import a calendar' }).click();
  const days = ['BEGIN:VEVENT', 'UID:1', 'DTSTART;VALUE=DATE:20990501', 'SUMMARY:Labour Day', 'END:VEVENT'];
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...days, 'END:VCALENDAR'].join('\r\n');
  await admin.dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'days.ics', mimeType: 'text/calendar', buffer: Buffer.from(file) });
  await admin.dialog.getByRole('button', { name: 'Add 1 holiday', exact: true }).click();
  await page.getByRole('button', { name: 'Add Holiday' }).click();
  await admin.save();
  await page.getByText('Enter a real date').waitFor();
  await page.getByRole('button', { name: 'Remove 4', exact: true }).click();
  await admin.save();
  await admin.row('Two shifts').waitFor();
  const day = { open: '09:00', close: '17:00' };
  await soon(() => stored('business_hours', 'Two shifts')).toMatchObject({
    is_always_open: false,
    hours: {
      Monday: { open: '22:00', close: '06:00' },
      Tuesday: { ...day, breaks: [{ from: '12:00', to: '13:00' }] },
      Wednesday: { ...day, breaks: [{ from: '12:00', to: '12:30' }] },
      Thursday: day,
    },
    holidays: [
      { name: 'Labour Day', date: '2099-05-01' },
      { name: 'Christmas', date: '2099-12-25' },
      { name: 'Boxing Day', date: '2099-12-26' },
    ],
  });

  await page.getByRole('link', { name: 'Two shifts' }).click();
  await page.waitForURL(/edit$/);
  await page.reload();
  await page.getByLabel('Wednesday: break to').waitFor();
  await page.getByRole('button', { name: 'Remove the break on Tuesday' }).click();
  await page.getByLabel('Name').first().fill('Around the clock');
  await page.getByRole('radio', { name: 'Always open' }).check();
  await admin.save();
  await admin.row('Around the clock').getByText('Always open').waitFor();
  await admin.remove('Around the clock');
  await admin.row('Around the clock').waitFor({ state: 'detached' });
  await admin.pick('Default', 'Delete');
  await admin.dialog.getByText('Night watch').waitFor();
  await page.keyboard.press('Escape');
});

test('SLA policies: times in words, alerts as sentences, refused beside the field, changed, deleted with what uses them', async () => {
  const { page, allow } = await desk.seat(adminEmail);
  allow(/409 \(Conflict\)/);
  const admin = new Admin(page);
  await admin.open('sla', 'SLA policies');
  await admin.row('First response: 1 hour, Resolution: 24 hours').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('link', { name: 'New SLA policy' }).click();
  await page.getByLabel('Name').fill('default');
  await admin.save();
  await admin.refused('Set at least one of the three times').waitFor();
  await page.getByLabel('First response within', { exact: true }).fill('90');
  await page.getByLabel('First response within: unit').selectOption('minutes');
  await page.getByText('1 hour 30 minutes, counted in business hours').waitFor();
  await page.getByLabel('Resolution within', { exact: true }).fill('1');
  await admin.save();
  await admin.refused('Must not be longer than the resolution time').waitFor();
  await page.getByLabel('Resolution within', { exact: true }).fill('8');
  await page.getByRole('button', { name: 'Add a warning' }).click();
  await page.getByText('10 minutes before the deadline (Any of the times), tell the assigned agent.').waitFor();
  await page.getByRole('button', { name: 'Recipients', exact: true }).click();
  await page.getByRole('option', { name: 'Ana Duarte' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('tell the assigned agent and Ana Duarte.').waitFor();
  await page.getByRole('button', { name: 'Add a breach alert' }).click();
  await page.getByText('As soon as the deadline (Any of the times) is missed').waitFor();
  await page
    .getByRole('group', { name: 'Breach 2' })
    .getByRole('button', { name: 'Remove the assigned agent' })
    .click();
  await admin.save();
  await admin.refused('Choose somebody to tell').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Breach 2' }).click();
  await admin.save();
  await admin.refused('The name default is already in use').waitFor();
  await page.getByLabel('Name').fill('Gold');
  await admin.save();
  await admin.row('Gold').getByText('First response: 1 hour 30 minutes, Resolution: 8 hours').waitFor();
  const { rows } = await desk.pool.query(`select id from users where email = 'ana@desk.test'`);
  await soon(() => stored('sla_policies', 'Gold')).toMatchObject({
    first_response_time: '90m',
    next_response_time: null,
    resolution_time: '8h',
    notifications: [
      {
        type: 'warning',
        time_delay_type: 'before',
        time_delay: '10m',
        metric: 'all',
        recipients: ['assigned_user', String(rows[0].id)],
      },
    ],
    pause_on_waiting: false,
  });

  await page.getByRole('link', { name: 'Gold' }).click();
  await page.waitForURL(/edit$/);
  await page.reload();
  await page.getByText('tell the assigned agent and Ana Duarte.').waitFor();
  await page.getByRole('switch', { name: /Stop the clock/ }).check();
  await page.getByLabel('Resolution within', { exact: true }).fill('');
  await admin.save();
  await admin.row('Gold').getByText('First response: 1 hour 30 minutes', { exact: true }).waitFor();
  await soon(() => stored('sla_policies', 'Gold')).toMatchObject({ resolution_time: null, pause_on_waiting: true });
  await admin.remove('Gold');
  await admin.row('Gold').waitFor({ state: 'detached' });
  await admin.pick('Default', 'Delete');
  await admin.dialog.getByText('Night watch').waitFor();
});
