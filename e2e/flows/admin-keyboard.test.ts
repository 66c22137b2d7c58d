import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminEntities } from '../../apps/server/test/admin-bodies.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

/** A row of everything, so that each list has one and each form can be opened. */
const desk = useDesk({}, async () => {
  const admin = await desk.as(adminEmail);
  for (const { create, sample } of adminEntities) {
    // A provider must answer before it is added.
    if (create === 'oidc.create') continue;
    const { status, body } = await admin.call(create, { body: sample as never });
    expect(status, `${create} ${JSON.stringify(body)}`).toBeLessThan(300);
  }
  await desk.pool.query(
    `insert into oidc_providers (name, provider, provider_url, client_id)
     values ('Company login', 'Custom', 'https://id.example.com', 'desk')`,
  );
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
  const { page, shell, allow } = await desk.seat(adminEmail, { reduced_motion: true });
  // The walk goes from page to page without the router's own links.
  allow(/POP navigation to a location that was not created by/);
  await page.goto('/admin');
  await shell.rail.waitFor();
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).toBe('Skip to the page');
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
    const first = await page.evaluate(() => document.querySelector('main a.admin-open')?.getAttribute('href'));
    if (first) ids.set(path, /\/(\d+)(?:\/|$)/.exec(first)?.[1] ?? '');
  }
  for (const path of accountPaths) faults.push(...(await walk(page, `/${path}`)).map((fault) => `${path}: ${fault}`));
  expect(faults).toEqual([]);
});

test('the focus is not lost: something new, saved, deleted, taken out of a field', async () => {
  const { page } = await desk.seat(adminEmail, { reduced_motion: true });
  const { keyboard } = page;
  const has = (name: string) => soon(async () => (await focused(page)).name).toBe(name);
  const press = async (name: string, role: 'button' | 'link' = 'button') => {
    await page.getByRole(role, { name, exact: true }).focus();
    await keyboard.press('Enter');
  };
  await page.goto('/admin/conversations/tags');
  await page.getByRole('button', { name: 'More for Returns' }).waitFor();
  await press('New Tag');
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await keyboard.type('lamps');
  await keyboard.press('Enter');
  await has('New Tag');

  // The row below moves up; once none is left the page itself goes on.
  for (const [name, next] of [
    ['lamps', 'Returns'],
    ['Returns', 'Tags'],
  ] as const) {
    await press(`More for ${name}`);
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await has('Cancel');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await has(next);
  }

  await page.goto('/admin/teams/teams');
  await press('New Team', 'link');
  await has('New Team');
  await page.getByLabel('Name').focus();
  await keyboard.type('Night shift');
  await keyboard.press('Enter');
  await has('Teams');

  await page.goto('/admin/general');
  await press('Remove *');
  expect(await page.locator(':focus').getAttribute('placeholder')).toContain('Enter');
  await page.goto('/account/keyboard');
  await press('Switch off: Reply');
  expect((await focused(page)).name).toMatch(/Reply/);
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
    const round = element.closest('label, .code-editor, .html-editor');
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
  const before = await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-before', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return document.querySelector('h1')?.textContent;
  }, path);
  await page.waitForFunction((title) => {
    const heading = document.querySelector('main h1');
    const isOther = heading && (!heading.hasAttribute('data-before') || heading.textContent !== title);
    return isOther && !document.querySelector('main :is(.bone, .write-wait, .code-wait)');
  }, before);
  await page.locator('a.skip').focus();
  await page.keyboard.press('Enter');
  const faults: string[] = [];
  const tried = new Set<string>();
  for (let n = 0; n < 150; n += 1) {
    // Held down: it repeats.
    await page.keyboard.down('Tab');
    const stop = await focused(page);
    if (!stop.isInMain) break;
    if (!stop.isSeen) faults.push(`${stop.name} has the focus and does not look so`);
    if (stop.opens && !tried.has(stop.opens)) {
      tried.add(stop.opens);
      await page.keyboard.press('Enter');
      await page.locator('.menu').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.menu').first().waitFor({ state: 'detached' });
      await soon(async () => (await focused(page)).name).toBe(stop.name);
    }
  }
  faults.push(...(await page.evaluate(missed)));
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
