import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What axe finds, in one line each. A customer's mail is left out: no script runs in its frame, and its text is not ours. */
export async function violations(page: Page): Promise<string[]> {
  const withoutMails: Page = Object.create(page, { frames: { value: () => [page.mainFrame()] } });
  const axe = new AxeBuilder({ page: withoutMails }).setLegacyMode().options({ iframes: false });
  const { violations: found, passes } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(0);
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}`));
}
