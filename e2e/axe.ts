import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * What axe finds, in one line each. A customer's mail is left out: no script runs in its frame, and its text is not ours. So are toasts, which
 * come and go by their own clock: half faded, their colours are nobody's choice.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const withoutMails: Page = Object.create(page, { frames: { value: () => [page.mainFrame()] } });
  // Of what passes it is enough to know that something did.
  const options: Parameters<AxeBuilder['options']>[0] = { iframes: false, resultTypes: ['violations'] };
  const axe = new AxeBuilder({ page: withoutMails }).setLegacyMode().options(options).exclude('.toast');
  if (rules) axe.withRules(rules);
  const { violations: found, passes } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(0);
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}`));
}

/** The same of a window that follows the device's theme: all rules in the theme it has, those about colours in the other. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const isDark = (await page.locator('html').getAttribute('data-theme')) === 'dark';
  const found = await violations(page);
  await show(page, isDark ? 'light' : 'dark');
  found.push(...(await violations(page, ['color-contrast', 'link-in-text-block'])));
  await show(page, isDark ? 'dark' : 'light');
  return found;
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
  // Colours on their way are neither theme's.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
}
