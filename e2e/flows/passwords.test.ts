import { simpleParser } from 'mailparser';
import { afterAll, expect, test } from 'vitest';
import { adminEmail, testPassword } from '../../apps/server/test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

const better = 'Next-Passw0rd';
let sink: SmtpSink;
const desk = useDesk({}, async () => {
  sink = await startSmtpSink();
  await desk.addAgent({ email: 'asha@desk.test', first_name: 'Asha' });
  const admin = await desk.as();
  const settings = { enabled: true, host: sink.host, port: sink.port, email_address: 'Desk <desk@shop.example>' };
  const further = { auth_protocol: 'none', tls_type: 'none', max_msg_retries: 0 };
  const body = Object.fromEntries(
    Object.entries({ ...settings, ...further }).map(([name, value]) => [`notification.email.${name}`, value]),
  );
  const answer = await admin.call('settings.update_email_notifications', { body });
  expect(answer.status).toBe(200);
});
afterAll(() => sink?.close());

/** The address that a mail's button opens. */
async function linkIn(to: string, known: number): Promise<string> {
  const mails = () => sink.messages.filter((mail) => mail.to.includes(to));
  await soon(async () => mails().length).toBeGreaterThan(known);
  const { html } = await simpleParser(mails().at(-1)!.raw);
  return /href="([^"]+\/set-password\?token=\w+)"/.exec(String(html))![1]!;
}

test('an invited agent follows the link of the welcome mail, chooses a password and signs in', async () => {
  const { page: adminPage } = await desk.seat(adminEmail);
  const admin = new Admin(adminPage);
  await admin.open('teams/agents/new', 'New Agent');
  await adminPage.getByLabel('First name').fill('Bo');
  await adminPage.getByLabel('Email').fill('bo@desk.test');
  await adminPage.getByRole('button', { name: 'Roles', exact: true }).click();
  await adminPage.getByRole('option', { name: 'Agent' }).click();
  await adminPage.keyboard.press('Escape');
  await admin.save();
  await admin.row('bo@desk.test').waitFor();

  const { page, login, list, allow } = await desk.seat(null);
  allow(/status of 400/);
  const link = await linkIn('bo@desk.test', 0);
  expect(link.startsWith(`${desk.address}/set-password?token=`)).toBe(true);
  const answer = await page.goto(link);
  expect(answer!.headers()['referrer-policy']).toBe('no-referrer');
  expect(answer!.headers()['cache-control']).toBe('no-store');
  await soon(() => page.title()).toBe('Set Password - Bellhop');
  const password = page.getByLabel('New password', { exact: true });
  await soon(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  const rules = page.getByRole('list', { name: 'What the password needs' });
  const met = () => rules.locator('.is-met').allTextContents();
  expect(await met()).toEqual([]);
  await page.keyboard.type('abc');
  expect((await met()).join()).toContain('lower-case');
  await page.keyboard.press('Enter');
  await page.locator('.error', { hasText: 'Use 10 to 72 characters' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await password.fill(better);
  expect(await met()).toHaveLength(5);
  await page.getByLabel('Confirm the new password').fill(`${better}x`);
  await page.keyboard.press('Enter');
  await page.locator('.error', { hasText: 'The two passwords are not the same' }).waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('again');
  await page.keyboard.type(better);
  await page.keyboard.press('Enter');

  await page.getByText('The new password is set. Sign in with it').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await login.signIn('bo@desk.test', better);
  await list.titled('My inbox').waitFor();

  // Signed in, nobody is asked for a password; the link is used up for everybody else.
  await page.goto(link);
  await page.waitForURL('**/inboxes/assigned');
  const other = await desk.seat(null);
  other.allow(/status of 400/);
  await other.page.goto(link);
  await other.page.getByLabel('New password', { exact: true }).fill('Third-Passw0rd');
  await other.page.getByLabel('Confirm the new password').fill('Third-Passw0rd');
  await other.page.getByRole('button', { name: 'Set a new password' }).click();
  await other.page.getByRole('alert').getByText('This link does not work any more').waitFor();
  await other.page.getByRole('link', { name: 'Ask for a new link' }).click();
  await soon(() => other.page.title()).toBe('Reset Password - Bellhop');
});

test('a forgotten password is set anew by the keyboard alone; a stranger reads the same words', async () => {
  const { page, login, list, allow } = await desk.seat(null);
  allow(/status of 401/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot password?' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
  const email = page.getByLabel('Email');
  await soon(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('nowhere');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an email address such as name@example.com').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  const words = async (address: string) => {
    await email.fill(address);
    await page.keyboard.press('Enter');
    await page.getByText('If this address belongs to an agent').waitFor();
    return page.getByRole('main').textContent();
  };
  const forStranger = await words('stranger@desk.test');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.reload();
  expect(await words('asha@desk.test')).toBe(forStranger);

  await page.goto(await linkIn('asha@desk.test', 0));
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
  await page.keyboard.type(better);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(better);
  await page.keyboard.press('Enter');
  await page.getByText('The new password is set. Sign in with it').waitFor();
  await login.signIn('asha@desk.test', testPassword);
  await soon(() => login.problem.textContent()).toBe('The email or the password is wrong');
  await login.signIn('asha@desk.test', better);
  await list.titled('My inbox').waitFor();
  await page.goto('/logout');
  await login.submit.waitFor();
  expect(await page.getByText('The new password is set').count()).toBe(0);
});

test('a link without its token says how to get another', async () => {
  const { page } = await desk.seat(null);
  await page.goto('/set-password');
  await page.getByRole('alert').getByText('This link does not work any more').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await soon(() => page.title()).toBe('Login - Bellhop');
});
