import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { followChanges } from '../../apps/server/src/features/reports/index.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { seedDesk } from '../../apps/server/test/report-desk.ts';
import { violations, violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Reports } from '../page-models/reports.ts';
import type { Seat } from '../seat.ts';
import { soon } from '../soon.ts';

const dayMs = 86_400_000;

const desk = useDesk({}, async ({ app, pool }) => {
  await seedDesk(desk, { seed: 4, conversations: 40, span: { from: Date.now() - 60 * dayMs, days: 25 } });
  await pool.query(`update conversations set subject = 'הזמנה ' || id where id % 7 = 0`);
  await pool.query(`update csat_responses set feedback = 'Quick and kind' where answered_at is not null`);
  await pool.query('update report_state set below = 1000000, complete_from = now()');
  await followChanges(app.deps);
  await desk.addAgent({ email: 'rosa@desk.test', first_name: 'Rosa', roles: ['Agent'] });
  await desk.addAgent({
    email: 'lena@desk.test',
    first_name: 'Lena',
    permissions: ['reports:manage', 'conversations:read', 'conversations:read_assigned'],
  });
});

let seat: Seat;
let reports: Reports;

beforeEach(async () => {
  seat = await desk.seat(adminEmail);
  reports = new Reports(seat.page);
});

test('overview: live figures, each widget with its own range, chart by key, table and file; one that fails leaves the others', async () => {
  const { page, shell, allow, api } = seat;
  allow(/500 \(Internal Server Error\)/);
  allow(/somebody pulled the plug/);
  await page.goto('/reports');
  await page.waitForURL('**/reports/overview');
  await reports.settled();
  await soon(() => page.title()).toMatch(/^Overview - /);
  await soon(() => shell.rail.getByRole('link', { name: 'Reports' }).getAttribute('aria-current')).toBe('page');
  const { data: counts } = await api!.call('reports.counts');
  await soon(() => reports.tile('Open').textContent()).toBe(String(counts.open));
  await soon(() => reports.tile('Pending').textContent()).toBe(String(counts.pending));
  expect(await violationsInBothThemes(page)).toEqual([]);

  // The range by key alone.
  const byDay = reports.widget('Conversations by day');
  const range = byDay.getByRole('button', { name: /^Conversations by day: / });
  await range.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Last 90 days' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const days = page.getByLabel('Number of days: Conversations by day');
  await days.fill('400');
  await page.keyboard.press('Enter');
  await page.getByText('Must be a number between 1 and 365').waitFor();
  await days.fill('80');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports/overview?chart=80');
  await page.reload();
  await reports.settled();
  await soon(() => range.textContent()).toBe('Last 80 days');
  await page.goBack();
  await page.waitForURL('**/reports/overview');
  await page.goForward();
  await reports.settled();

  // The chart by key, then the same numbers as a table and as a file.
  await byDay.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await byDay
    .getByRole('status')
    .filter({ hasText: /New conversations \d+Resolved conversations \d+/ })
    .waitFor();
  await byDay.getByRole('button', { name: /^Show as a table/ }).click();
  await byDay.getByRole('table', { name: 'Conversations by day' }).waitFor();
  const lines = await byDay.getByRole('row').count();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    byDay.getByRole('button', { name: /^Download as CSV/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^conversations-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d[.]csv$/);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(lines);
  expect(await violations(page)).toEqual([]);

  // One call fails.
  await page.route('**/reports/overview/sla?*', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', message: 'somebody pulled the plug', error_type: 'GeneralException' },
    }),
  );
  await page.goto('/reports/overview?sla=90');
  const sla = reports.widget('SLA, last 90 days');
  await sla.getByRole('alert').getByText('somebody pulled the plug').waitFor();
  await byDay.getByRole('figure').or(byDay.getByText('Nothing in this period')).first().waitFor();
  await reports.tile('Open').getByText(String(counts.open)).waitFor();
  await page.unrouteAll();
  await sla.getByRole('button', { name: 'Try again' }).click();
  await sla.getByRole('alert').waitFor({ state: 'detached' });
  await sla.getByText('First response').first().waitFor();
});

test('from a number to what it counts, to the conversation and back; range, hours and filters stay in the address', async () => {
  const { page, api } = seat;
  await reports.open('agents?days=90', 'Agents');
  const table = page.getByRole('table', { name: 'Agents' });
  const ben = table.getByRole('row').filter({ hasText: 'Ben' });
  const { data } = await api!.call('reports.breakdown', { query: { by: 'agent', days: 90 } });
  const { numbers, id } = data.rows.find(({ name }) => name.startsWith('Ben'))!;
  const fresh = ben.getByRole('link', { name: String(numbers.new), exact: true }).first();
  expect(await violationsInBothThemes(page)).toEqual([]);

  // What a column means, by key.
  await page.getByRole('button', { name: 'What this means: New conversations' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/Conversations that began in the period/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await table.getByRole('button', { name: 'Resolved', exact: true }).click();
  expect(await table.getByRole('columnheader', { name: /^Resolved/ }).getAttribute('aria-sort')).not.toBe('none');

  await fresh.click();
  await page.waitForURL(`**/reports/list?*agent_id=${id}*`);
  await reports.settled();
  await soon(() => page.locator('.behind-head strong').textContent()).toBe(String(numbers.new));
  const rows = page.getByRole('table', { name: 'New conversations' }).locator('tbody tr');
  await soon(() => rows.count()).toBe(numbers.new);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await rows.first().getByRole('link').click();
  await page.waitForURL('**/conversation/*');
  await page.getByRole('article').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/reports/list?*');
  await rows.first().waitFor();
  await page.goBack();
  await table.waitFor();
  expect(new URL(page.url()).search).toBe('?days=90');

  // Range, hours and a filter, each an entry of the history.
  await reports.open('times?days=90', 'Response times');
  await page.getByRole('switch', { name: 'Count business hours only' }).click();
  await page.waitForURL('**days=90&business_hours=true');
  await reports.stated.getByText('Business hours only').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'All teams' }).click();
  await page.getByRole('option', { name: 'Sales 4' }).click();
  await page.waitForURL('**&team_id=*');
  await page.reload();
  await reports.settled();
  await soon(() => page.getByRole('switch').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Sales 4' }).waitFor();
  await reports.menu.getByRole('link', { name: 'Backlog' }).click();
  await page.waitForURL('**/reports/backlog?days=90&business_hours=true&team_id=*');
  await page.goBack();
  await page.goBack();
  await page.waitForURL('**/reports/times?days=90&business_hours=true');

  // Two days of one's own.
  await reports.period.click();
  await page.getByRole('menuitem', { name: 'From a day to another…' }).click();
  await page.getByLabel('From', { exact: true }).fill('2026-02-02');
  await page.getByLabel('To', { exact: true }).fill('2026-01-01');
  await page.getByText('The first day must not be after the last.').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2026-02-03');
  await page.waitForURL('**from=2026-02-02&to=2026-02-03');
  await reports.stated.getByText('Mon, Feb 2, 2026 to Tue, Feb 3, 2026').waitFor();
  // Typed part by part: a year counts once it is whole, and the field is not taken away meanwhile.
  await page.getByLabel('From', { exact: true }).focus();
  await page.keyboard.type('01251990');
  await page.getByText('A report spans ten years at most.').waitFor();
  await page.getByLabel('To', { exact: true }).focus();
  await page.getByLabel('From', { exact: true }).focus();
  await page.keyboard.type('01252026');
  await page.waitForURL('**from=2026-01-25&to=2026-02-03');
  await reports.stated.getByText('Sun, Jan 25, 2026 to Tue, Feb 3, 2026').waitFor();
});

test('every report has no fault that axe finds, and what is counted leads to its list', async () => {
  const { page } = seat;
  for (const [path, heading] of [
    ['conversations', 'Conversations'],
    ['sla', 'SLA'],
    ['csat', 'Satisfaction'],
    ['backlog', 'Backlog'],
    ['tags', 'Tags'],
  ] as const) {
    await reports.open(`${path}?days=90`, heading);
    expect(await violations(page), path).toEqual([]);
    if (path === 'csat')
      await page.getByRole('row').filter({ hasText: 'Quick and kind' }).getByRole('link').first().waitFor();
  }
  const overlapping = page.getByText('A conversation with several tags counts in each of them');
  await overlapping.waitFor();
  await page.getByRole('rowheader', { name: 'Total each conversation counted once' }).waitFor();

  // A phone has every number; the names stay where they are.
  await page.setViewportSize({ width: 390, height: 844 });
  const rating = page.getByRole('button', { name: 'Average rating', exact: true });
  await rating.focus();
  const edges = await page.evaluate(() => {
    const box = document.activeElement?.getBoundingClientRect();
    const name = document.querySelector('.admin-across tbody td')?.getBoundingClientRect();
    return { rating: box?.right, name: name?.left, width: document.documentElement.scrollWidth };
  });
  expect(edges.name).toBe(0);
  expect(edges.rating).toBeLessThanOrEqual(390);
  expect(edges.width).toBe(390);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await reports.open('teams?from=2020-01-01&to=2020-01-31', 'Teams');
  await page.getByRole('heading', { name: 'Nothing in this period' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  // One part of a distribution is called what its chart calls it.
  await reports.open('list?metric=first_response_time&step=2&days=90', 'Behind the number');
  await page.getByRole('heading', { name: 'First response time · 1 hr to 4 hr' }).waitFor();
  await reports.open('list?metric=backlog&step=5', 'Behind the number');
  await page.getByRole('heading', { name: 'Backlog · Over 90 days' }).waitFor();

  // The week's fields by key: one stop, arrows go on.
  await reports.open('hours?days=90', 'Hours of the week');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.locator('[data-at="1 9"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-at'))).toBe('2 10');
  await page.getByRole('button', { name: 'Messages received' }).click();
  await page.waitForURL('**&of=messages_in');
  const full = page.locator('.heat a:not(.is-none)').first();
  const n = await full.textContent();
  await full.click();
  await reports.settled();
  await soon(() => page.locator('.behind-head strong').textContent()).toBe(n);
});

test('whoever may not see reports finds no way in and asks for nothing; whoever sees few conversations is told how many are hidden', async () => {
  const rosa = await desk.seat('rosa@desk.test');
  const asked: string[] = [];
  rosa.page.on('request', (request) => asked.push(request.url()));
  await rosa.page.goto('/reports/overview');
  await rosa.page.getByRole('heading', { name: 'You may not see the reports' }).waitFor();
  expect(await rosa.shell.rail.getByRole('link', { name: 'Reports' }).count()).toBe(0);
  expect(asked.filter((url) => url.includes('/api/v1/reports/'))).toEqual([]);
  expect(await violations(rosa.page)).toEqual([]);

  const lena = await desk.seat('lena@desk.test');
  await lena.page.goto('/reports/list?metric=new&days=90');
  await lena.page.getByText(/40 more are counted that you may not see/).waitFor();
});
