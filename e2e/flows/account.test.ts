import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testPassword } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { ContactPages } from '../page-models/contact-page.ts';
import { soon } from '../soon.ts';

const email = 'ana@bellhop.local';
const desk = useDesk({}, async () => {
  const team = await desk.addTeam('Returns');
  await desk.addAgent({ email, first_name: 'Ana', last_name: 'Lima', roles: ['Admin'], team_ids: [team] });
});

const stored = async () => (await desk.pool.query('select * from users where email = $1', [email])).rows[0];

test('the sidebar leads to every part; the address alone to the profile', async () => {
  const { page, shell } = await desk.seat(email);
  await page.goto('/inboxes/all');
  await shell.pick('Account');
  await page.waitForURL(/\/account\/profile$/);
  const sidebar = page.getByRole('complementary', { name: 'Account' });
  for (const [item, title] of [
    ['Password', 'Change password'],
    ['Notifications', 'Notifications'],
    ['Appearance', 'Appearance'],
    ['Keyboard', 'Keyboard'],
    ['Profile', 'Edit Profile'],
  ] as const) {
    await sidebar.getByRole('link', { name: item }).click();
    await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
    await soon(() => page.title()).toMatch(new RegExp(`^${title} - `));
  }
});

test('profile: who one is, the picture, the availability', async () => {
  const { page } = await desk.seat(email);
  const pages = new ContactPages(page);
  const png = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#aa6633' } })
    .png()
    .toBuffer();
  await page.goto('/account/profile');
  for (const fact of ['Ana Lima', email, 'Admin', 'Returns']) {
    await page.getByRole('definition').getByText(fact, { exact: true }).waitFor();
  }
  await pages.changeAvatar(png);
  const picture = page.locator('.avatar-field .avatar img');
  await picture.waitFor();
  expect(await picture.getAttribute('src')).toBe((await stored()).avatar_url);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByText('Your picture was removed').waitFor();
  await picture.waitFor({ state: 'detached' });
  await soon(async () => (await stored()).avatar_url).toBe(null);

  const notPicture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('hello') };
  await page.locator('input[type="file"]').setInputFiles(notPicture);
  const dialog = page.getByRole('dialog', { name: 'Crop picture' });
  await dialog.getByText('The picture could not be read. Choose another one.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const answered = page.waitForResponse((response) => response.url().endsWith('/agents/me/availability'));
  await page.getByRole('switch', { name: 'Away' }).click();
  await answered;
  await soon(async () => (await stored()).availability_status).toBe('away_manual');
});

test('the crop is moved and resized by keyboard', async () => {
  const { page } = await desk.seat(email);
  const half = sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } }, left: 200, top: 0 },
  ]);
  await page.goto('/account/profile');
  const buffer = await half.png().toBuffer();
  await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const area = page.getByLabel('Use the arrow keys to move the part that is kept');
  await area.focus();
  // From the middle to the right edge, in steps of ten pixels.
  for (let step = 0; step < 30; step++) await area.press('Shift+ArrowRight');
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/agents/me'),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await saved;
  await page.locator('.avatar-field .avatar img').waitFor();
  const response = await page.request.get((await stored()).avatar_url);
  const { dominant } = await sharp(await response.body()).stats();
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(60);
});

test('theme: chosen for this device, or what the device says', async () => {
  const { page } = await desk.seat(email);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.goto('/account/appearance');
  await soon(() => page.getByRole('radio', { name: 'As on this device' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'Dark' }).check();
  expect(await theme()).toBe('dark');
  await page.reload();
  await soon(() => page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'As on this device' }).check();
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme="dark"]').waitFor();
});

test('password: checked here and there, leaving asks, other sessions end', async () => {
  const { page, allow } = await desk.seat(email);
  const elsewhere = await desk.as(email);
  const pages = new ContactPages(page);
  const input = (label: string) => pages.field(label);
  const save = page.getByRole('button', { name: 'Change password' });
  await page.goto('/account/password');
  await save.click();
  await page.getByText('Enter your password').waitFor();
  await input('Current password').fill('not the password');
  await input('New password').fill('short');
  await input('Confirm the new password').fill('other');
  await save.click();
  await page.getByText('Use 10 to 72 characters', { exact: false }).waitFor();
  const better = 'Next-Passw0rd';
  await input('New password').fill(better);
  await input('Confirm the new password').fill(better);
  allow(/status of 400|The current password is wrong/);
  await save.click();
  await page.getByText('The current password is wrong').waitFor();
  await soon(() => input('Current password').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('complementary', { name: 'Account' }).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go on editing' }).click();
  await input('Current password').fill(testPassword);
  await save.click();
  await page.getByText('Your password was changed').waitFor();
  await soon(() => input('New password').inputValue()).toBe('');
  expect((await elsewhere.call('agents.me')).status).toBe(401);
  await page.reload();
  await page.getByRole('heading', { name: 'Change password', level: 1 }).waitFor();
  const signedIn = await desk.anonymous().call('auth.login', { body: { email, password: better } });
  expect(signedIn.status).toBe(200);
});
