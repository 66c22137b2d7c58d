import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail, testPassword } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk();

test('a wrong password is told in words, the right one opens My inbox, Logout ends it', async () => {
  const { page, login, shell, list, allow } = await desk.seat(null);
  allow(/status of 401/);
  await page.goto('/');
  await soon(() => page.title()).toBe('Login - Bellhop');
  await expect.poll(() => login.email.evaluate((field) => field === document.activeElement)).toBe(true);

  await login.signIn(adminEmail, 'Not-the-password-1');
  await soon(() => login.problem.textContent()).toBe('The email or the password is wrong');
  expect(new URL(page.url()).pathname).toBe('/');

  await login.signIn(adminEmail, testPassword);
  await list.titled('My inbox').waitFor();
  await soon(() => page.title()).toBe('My inbox - Bellhop');
  expect(new URL(page.url()).pathname).toBe('/inboxes/assigned');

  await shell.pick('Logout');
  await login.submit.waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto('/inboxes/all');
  await login.submit.waitFor();
  expect(page.url()).toBe(`${desk.address}/?next=${encodeURIComponent('/inboxes/all')}`);
});

test('what is not filled in is said beside its field, without a call', async () => {
  const { page, login } = await desk.seat(null);
  await page.goto('/');
  await login.signIn('nobody', '');
  await page.getByText('Enter your password').waitFor();
  await page.getByText('Enter an email address such as name@example.com').waitFor();
  await soon(() => login.email.getAttribute('aria-invalid')).toBe('true');
});

test('a protected address leads through the login back to itself', async () => {
  const { page, login, list } = await desk.seat(null);
  await page.goto('/inboxes/unassigned?sort=oldest');
  await login.signIn(adminEmail, testPassword);
  await list.titled('Unassigned').waitFor();
  expect(page.url()).toBe(`${desk.address}/inboxes/unassigned?sort=oldest`);
  await soon(() => page.title()).toBe('Unassigned - Bellhop');
  await page.goto('/');
  await page.waitForURL('**/inboxes/assigned');
});

test('`next` leads to no other site', async () => {
  const { page, login } = await desk.seat(null);
  await page.goto(`/?next=${encodeURIComponent('//elsewhere.example/inboxes')}`);
  await login.signIn(adminEmail, testPassword);
  await page.waitForURL('**/inboxes/assigned');
});

test('an agent who is disabled cannot come in', async () => {
  await desk.addAgent({ email: 'gone@bellhop.local', enabled: false });
  const { page, login, allow } = await desk.seat(null);
  allow(/status of 403/);
  await page.goto('/');
  await login.signIn('gone@bellhop.local', testPassword);
  await soon(() => login.problem.textContent()).toBe('This account is disabled. Ask an administrator');
});

test('a session that ends in the middle asks for the password in place and goes on', async () => {
  await openConversation(desk, { subject: 'Kettle without a lid' });
  const { page, shell, list, allow } = await desk.seat(adminEmail);
  allow(/status of 401/);
  await page.goto('/inboxes/all');
  await list.row('Kettle without a lid').waitFor();

  // What came with the page is there: the next call is the choice's own.
  await list.sortMenu.click();
  await page.waitForLoadState('networkidle');
  await desk.pool.query('delete from sessions');
  await page.getByRole('menuitemradio', { name: 'Oldest activity', exact: true }).click();
  await shell.passwordDialog.waitFor();
  expect(page.url()).toBe(`${desk.address}/inboxes/all?sort=oldest`);
  const password = shell.passwordDialog.getByLabel('Password', { exact: true });
  await password.fill('Not-the-password-1');
  await password.press('Enter');
  await shell.passwordDialog.getByText('The email or the password is wrong').waitFor();
  await password.fill(testPassword);
  await password.press('Enter');
  await shell.passwordDialog.waitFor({ state: 'hidden' });
  await list.row('Kettle without a lid').waitFor();
  expect(page.url()).toBe(`${desk.address}/inboxes/all?sort=oldest`);
});

test('the scripts of login page, list and conversation come over the line within their budgets', async () => {
  await openConversation(desk, { subject: 'Kettle on a scale' });
  const { page, login } = await desk.seat(null);
  await page.goto('/');
  await login.submit.waitFor();
  const ofLogin = await scriptBytes(page);
  expect(ofLogin).toBeGreaterThan(50 * 1024);
  expect(ofLogin).toBeLessThan(100 * 1024);

  const inside = await desk.seat(adminEmail);
  await inside.page.goto('/inboxes/all');
  await inside.list.row('Kettle on a scale').waitFor();
  // With the palette, should that have come already.
  const ofList = await scriptBytes(inside.page);
  expect(ofList).toBeGreaterThan(ofLogin);
  expect(ofList).toBeLessThan(260 * 1024);

  await inside.list.row('Kettle on a scale').click();
  await inside.page.locator('.thread article').waitFor();
  const ofConversation = await scriptBytes(inside.page, { isOpening: true });
  expect(ofConversation).toBeGreaterThan(ofList);
  expect(ofConversation).toBeLessThan(260 * 1024);
});

/** Bytes of the scripts that a page fetched, as they came; while a conversation opens, without what comes ahead of its use: the editor and what follows it, the palette. */
function scriptBytes(page: Page, { isOpening = false } = {}): Promise<number> {
  return page.evaluate((leavesOut) => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'));
    const editorAt = scripts.find(({ name }) => name.includes('/Editor-'))?.startTime ?? Number.POSITIVE_INFINITY;
    return scripts
      .filter(({ name, startTime }) => !leavesOut || (startTime < editorAt && !name.includes('/PaletteDialog-')))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  }, isOpening);
}
