import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async () => {
  await openConversation(desk, { subject: 'Lampe 4711', from: 'lea@mail.example', name: 'Lea Martin' });
});
const english = read('en');

test.each(['de', 'es', 'fr', 'hi', 'ja', 'pt'])('the desk speaks %s where `app.lang` says so', async (code) => {
  const pack = read(code);
  await speak(code);
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.titled(pack['globals.messages.all']!.replace('{name}', '').trim()).waitFor();
  await soon(() => page.locator('html').getAttribute('lang')).toBe(code);
  expect(await leftInEnglish(page, pack)).toEqual([]);
  await list.row('Lampe 4711').click();
  await page.getByRole('button', { name: pack['globals.terms.resolve']!, exact: true }).waitFor();
  await page.keyboard.press('r');
  await page.locator('.ProseMirror').waitFor();
  expect(await leftInEnglish(page, pack)).toEqual([]);
  for (const path of ['/contacts', '/account/profile', '/account/keyboard', '/inboxes/search']) {
    await page.goto(path);
    await page.getByRole('main').waitFor();
    expect(await leftInEnglish(page, pack), path).toEqual([]);
  }
});

async function speak(code: string): Promise<void> {
  await desk.pool.query("update settings set value = to_jsonb($1::text) where key = 'app.lang'", [code]);
  await desk.pool.query('notify bellhop_settings');
  await desk.until(async () => {
    const { data } = await desk.anonymous().call('settings.general');
    return data['app.lang'] === code;
  }, 'the language');
}

/** Texts and names on the page that stand in the English pack and read otherwise in this one. */
async function leftInEnglish(page: Page, pack: Record<string, string>): Promise<string[]> {
  const own = new Set(Object.values(pack));
  const foreign = new Set(Object.values(english).filter((text) => text.includes(' ') && !own.has(text)));
  const shown = await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) found.push(texts.currentNode.textContent?.trim() ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  return shown.filter((text) => foreign.has(text));
}

function read(code: string): Record<string, string> {
  return JSON.parse(readFileSync(`lang/${code}.json`, 'utf8'));
}
