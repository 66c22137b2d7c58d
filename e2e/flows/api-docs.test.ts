import { expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk();

test('somebody finds a call in the description of the API, opens its shapes, and sees what it answers', async () => {
  const { page } = await desk.seat(null);
  await page.goto('/api/docs');
  await soon(() => page.title()).toBe('Introduction · Bellhop API');
  await page.getByRole('heading', { name: 'Authentication' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('status conversations put');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const found = contents.locator('[data-find]:visible');
  await soon(() => found.count()).toBe(1);
  await page.keyboard.type(' nowhere');
  await contents.getByText('No call is called that.').waitFor();
  await page.keyboard.press('Escape');
  await soon(() => page.getByLabel('Find a call').inputValue()).toBe('');
  await page.keyboard.type('messages.send');
  await found.getByRole('link').click();

  await soon(() => new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/api/docs/messages#messages.send');
  const call = page.locator('[id="messages.send"]');
  await call.getByText('Needs the permission').waitFor();
  await soon(() => call.locator('pre').first().textContent()).toContain("-H 'Authorization: Bearer KEY:SECRET'");
  await call.locator('summary', { hasText: 'Delivery' }).press('Enter');
  await call.getByText('How the delivery of a reply stands.').waitFor();
  await call.locator('summary', { hasText: 'Example' }).last().click();
  await call.getByText('"status": "success"').waitFor();
  await call.getByRole('link', { name: 'message.no_recipient' }).click();
  await soon(() => page.locator('[id="error-message.no_recipient"]:target').count()).toBe(1);
});

test('its pages are accessible, light and dark, wide and on a phone', async () => {
  const { page } = await desk.seat(null);
  for (const address of ['/api/docs', '/api/docs/tags']) {
    await page.goto(address);
    expect(await violations(page), address).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, ['color-contrast', 'link-in-text-block']), address).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/api/docs/messages');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await soon(() => page.getByLabel('Find a call').isVisible()).toBe(false);
  await page.getByText('Contents', { exact: true }).press('Enter');
  await page.getByLabel('Find a call').waitFor();
});
