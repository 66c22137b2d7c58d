import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminEntities } from '../../apps/server/test/admin-bodies.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';

/** A row of everything, so that each list has one and each form can be opened. */
const desk = useDesk({}, async () => {
  const admin = await desk.as(adminEmail);
  for (const { create, sample } of adminEntities) await admin.call(create, { body: sample as never });
});

const app = join(import.meta.dirname, '../../apps/web/src/app');
/** The paths that the route tables name: a new page is walked without being asked for. */
const adminPaths = await pathsIn('admin/admin-routes.tsx', /\bpage\(\s*'([^']+)'/g);
const accountPaths = await pathsIn('router.tsx', /path: '(account\/[^']+)'/g);

async function pathsIn(file: string, pattern: RegExp): Promise<string[]> {
  const source = await readFile(join(app, file), 'utf8');
  return [...source.matchAll(pattern)].map((found) => found[1]!);
}

test('every page of the admin area and of the account by keyboard alone', async () => {
  expect(adminPaths.length).toBeGreaterThan(35);
  expect(accountPaths.length).toBeGreaterThan(4);
  const { page, shell } = await desk.seat(adminEmail, { reduced_motion: true });
  await page.goto('/admin');
  await shell.rail.waitFor();
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).toBe('Skip to content');
  const faults: string[] = [];
  const ids = new Map<string, string>();
  // Lists before what is below them: they tell the ids.
  for (const path of [
    ...adminPaths.filter((one) => !one.includes(':')),
    ...adminPaths.filter((one) => one.includes(':')),
  ]) {
    const list = path.replace(/\/:id.*/, '');
    const real = path.replace(':id', ids.get(list) ?? '1');
    faults.push(...(await walk(page, `/admin/${real}`)).map((fault) => `${path}: ${fault}`));
    const first = await page
      .locator('a.admin-open, .rule-name')
      .first()
      .getAttribute('href', { timeout: 1 })
      .catch(() => null);
    if (first) ids.set(path, /\/(\d+)(?:\/|$)/.exec(first)?.[1] ?? '');
  }
  for (const path of accountPaths) faults.push(...(await walk(page, `/${path}`)).map((fault) => `${path}: ${fault}`));
  expect(faults).toEqual([]);
});

interface Stop {
  name: string;
  /** Whether a sighted person sees that it has the focus. */
  isSeen: boolean;
  /** What it opens, as it tells: a menu or a dialog. */
  opens: string | null;
  isInMain: boolean;
}

/** What has the focus, marked as reached. */
function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement!;
    element.setAttribute('data-reached', '');
    const hasRing = (of: Element | null): boolean => {
      if (!of || of.tagName === 'BODY') return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(of);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    };
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, Math.min(y + height / 2, innerHeight - 1));
    const isOver = element.tagName === 'IFRAME' || (at !== null && (element.contains(at) || at.contains(element)));
    // Some show it round what they stand in.
    const round = element.closest('label, .code-editor, .ProseMirror, .editor');
    return {
      name: element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? element.tagName,
      isSeen: isOver && (hasRing(element) || hasRing(round) || element.tagName === 'IFRAME'),
      opens: element.getAttribute('aria-haspopup'),
      isInMain: element.closest('#main') !== null && element.id !== 'main',
    };
  });
}

/** Goes there and through it with Tab; answers what is wrong with it. */
async function walk(page: Page, path: string): Promise<string[]> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForURL(`**${path}`);
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
  await page.locator('a.skip').focus();
  await page.keyboard.press('Enter');
  const faults: string[] = [];
  const tried = new Set<string>();
  let last = '';
  for (let n = 0; n < 150; n += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop.isInMain) break;
    if (!stop.isSeen) faults.push(`${stop.name} has the focus and does not look so`);
    if (stop.opens && !tried.has(stop.opens)) {
      tried.add(stop.opens);
      await page.keyboard.press('Enter');
      await page.locator('.menu').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.menu').first().waitFor({ state: 'detached' });
      const back = await focused(page);
      if (back.name !== stop.name) faults.push(`Escape in what ${stop.name} opens leads to ${back.name}`);
    }
    last = stop.name;
  }
  faults.push(...(await page.evaluate(missed)));
  console.log(path, last, faults);
  return faults;
}

/** What could be used and Tab did not come to, and what changes its order. */
function missed(): string[] {
  const stops = 'a[href], button, input, select, textarea, [role="button"], [role="switch"], [tabindex]';
  const all = [...document.querySelectorAll<HTMLElement>(`#main :is(${stops})`)];
  const name = (element: HTMLElement) =>
    element.getAttribute('aria-label') ?? (element.textContent || element.outerHTML.slice(0, 80));
  const wanted = all.filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled') &&
      element.tabIndex >= 0 &&
      // Of a group of radio buttons one is stopped at.
      !element.matches('input[type="radio"]'),
  );
  return [
    ...wanted
      .filter((element) => !element.hasAttribute('data-reached'))
      .map((element) => `${name(element)} is not reached`),
    ...all.filter((element) => element.tabIndex > 0).map((element) => `${name(element)} jumps the queue`),
  ];
}
