import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminEmail, testPassword } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const desk = useDesk({}, () =>
  desk.mail({
    from: 'Mina Oak <mina@mail.example>',
    to: 'support@bellhop.local',
    subject: 'A lamp in colour',
    html: `<style>p{color:#a00}</style><p style="font-size:20px" onclick="alert(1)">Where is it?</p><img src="${dot}" alt="">
      <script>document.title = 'taken over'</script><a href="javascript:alert(1)">here</a>`,
  }),
);

/** Notes what the policy forbids on the pages that follow; answers how to read it. */
async function watchPolicy(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { noteViolation } = window as unknown as { noteViolation(text: string): void };
      noteViolation(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sample} at ${location.pathname}, ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  return violations;
}

test('nothing that the client does is against its policy, and what a page would have to smuggle in is', async () => {
  const { page, login, list, allow } = await desk.seat(null);
  const violations = await watchPolicy(page);
  // The listener itself, which letters may not run either.
  allow(/Blocked script execution in 'about:srcdoc'/);
  await page.goto('/');
  await login.signIn(adminEmail, testPassword);
  await list.titled('My inbox').waitFor();
  await page.goto('/inboxes/all');
  await list.row('A lamp in colour').click();
  await page.frameLocator('.mail iframe').getByText('Where is it?').waitFor();
  await page.getByRole('button', { name: /^Reply to Mina/ }).click();
  const text = page.getByRole('textbox', { name: 'Reply', exact: true });
  await text.fill('On its way');
  await page.getByRole('button', { name: 'See it as a mail' }).click();
  await page.frameLocator('iframe[title="See it as a mail"]').getByText('On its way').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');

  const admin = new Admin(page);
  await admin.open('templates', 'Templates');
  await page.getByRole('link', { name: 'New Template' }).click();
  await page.getByRole('textbox', { name: 'HTML' }).click();
  await page.keyboard.type('Yours, the lamp people');
  await page.frameLocator('iframe').getByText('the lamp people').waitFor();
  await admin.open('general', 'General');
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await page.goto('/account/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(violations).toEqual([]);

  // The listener hears: what an attacker would try is told, and does nothing.
  allow(/Content Security Policy/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = "document.title = 'taken over'";
    document.body.append(script);
    const base = document.createElement('base');
    base.href = 'https://elsewhere.example/';
    document.head.append(base);
  });
  await expect.poll(() => violations.map((text) => text.split(' ')[0])).toEqual(['script-src-elem', 'base-uri']);
  expect(await page.title()).not.toBe('taken over');
});
