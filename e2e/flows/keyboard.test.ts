import { expect, test } from 'vitest';
import { adminEmail, testPassword } from '../../apps/server/test/harness.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { soon } from '../soon.ts';

const desk = useDesk();

test('the main job without a mouse: from the login to the resolved conversation', async () => {
  const { page, list, conversation, composer, shell } = await desk.seat(null);
  const { keyboard } = page;
  await page.goto('/inboxes/unassigned');
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  await keyboard.type(adminEmail);
  await keyboard.press('Tab');
  await keyboard.type(testPassword);
  await keyboard.press('Enter');
  await list.titled('Unassigned').waitFor();

  await desk.mail({ from: customer, to: supportAddress, subject: 'First', text: 'Where is it?' });
  await list.row('First').waitFor();
  await desk.mail({ from: customer, to: supportAddress, subject: 'Second', text: 'And this?' });
  await list.row('Second').waitFor();
  await keyboard.press('j');
  await keyboard.press('j');
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('First');
  await keyboard.press('Enter');
  await conversation.shows('First');
  await keyboard.press('i');
  await conversation.fact('Agent: Admin').waitFor();

  const known = await desk.outbox();
  await keyboard.press('r');
  await composer.text().waitFor();
  await soon(() => composer.text().evaluate((text) => text === document.activeElement)).toBe(true);
  await keyboard.type('It is ');
  await keyboard.press('Control+b');
  await keyboard.type('on its way');
  await keyboard.press('Control+b');
  await keyboard.type('.');
  // In an editor the key means bold alone.
  expect(await shell.sidebar.isVisible()).toBe(true);
  await keyboard.press('Control+Shift+Enter');
  await conversation.entry('Reply by Admin').getByText('It is on its way.').waitFor();
  await conversation.fact('Status: Resolved').waitFor();
  const { mail } = await desk.nextOut(known);
  expect(mail.html).toContain('<strong>on its way</strong>');

  await keyboard.press('u');
  await page.waitForURL('**/inboxes/unassigned');
  await keyboard.press('g');
  await keyboard.press('a');
  await list.titled('My inbox').waitFor();
  await keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await sheet.getByText('Show these keys').waitFor();
  await keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
});

test('Tab reaches what can be done, with a visible focus', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.row('Second').click();
  await conversation.shows('Second');
  await page.reload();
  await conversation.shows('Second');
  const reached = new Set<string>();
  const invisible: string[] = [];
  for (let n = 0; n < 80; n += 1) {
    await page.keyboard.press('Tab');
    const { name, ring } = await page.evaluate(() => {
      const element = document.activeElement!;
      const style = getComputedStyle(element);
      const parts = [style.outlineStyle !== 'none' && style.outlineWidth !== '0px', style.boxShadow !== 'none'];
      return {
        name: element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '',
        ring: parts.some(Boolean) || element.tagName === 'BODY' || element.tagName === 'IFRAME',
      };
    });
    if (!ring) invisible.push(name);
    reached.add(name);
    if (name === 'Hide details') break;
  }
  for (const name of ['Hide the sidebar', 'Snooze', 'More', 'Resolve', 'Messages', 'Tags'])
    expect(reached).toContain(name);
  expect(invisible).toEqual([]);
});
