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
const accountPaths = (await pathsIn('account-routes.tsx', /\bpage\('([^']+)'/g)).map((name) => `account/${name}`);

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
  await page.evaluate(keepStops);
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
  // What a try before this one has left.
  await desk.pool.query(`delete from tags where name = 'lamps'`);
  await desk.pool.query(`insert into tags (name) values ('Returns') on conflict do nothing`);
  await desk.pool.query(`delete from teams where name = 'Night shift'`);
  const { page } = await desk.seat(adminEmail, { reduced_motion: true });
  const { keyboard } = page;
  const has = (name: string) => soon(async () => (await focused(page)).name).toBe(name);
  const press = async (name: string, role: 'button' | 'link' = 'button') => {
    await page.getByRole(role, { name, exact: true }).focus();
    await keyboard.press('Enter');
  };
  const go = async (path: string) => {
    await page.goto(path);
    await page.evaluate(keepStops);
  };
  await go('/admin/conversations/tags');
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
    // The menu that has just closed may take the focus once more, and the dialog brings it back.
    await soon(async () => {
      if ((await focused(page)).name !== 'Delete') await keyboard.press('Tab');
      return (await focused(page)).name;
    }).toBe('Delete');
    await keyboard.press('Enter');
    await has(next);
  }

  await go('/admin/teams/teams');
  await press('New Team', 'link');
  await has('New Team');
  // After a click nobody needs to see where Tab goes on.
  const ring = () => page.getByRole('heading', { level: 1 }).evaluate((it) => getComputedStyle(it).outlineStyle);
  await soon(ring).toBe('solid');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'New Team' }).click();
  await has('New Team');
  await soon(ring).toBe('none');
  await page.getByLabel('Name').focus();
  await keyboard.type('Night shift');
  await keyboard.press('Enter');
  await has('Teams');

  await go('/admin/general');
  await press('Remove *');
  await page.locator('[placeholder*="Enter"]:focus').waitFor();
  await go('/account/keyboard');
  await press('Switch off: Reply');
  await soon(async () => (await focused(page)).name).toMatch(/Reply/);
});

interface Stop {
  name: string;
  /** Whether a sighted person sees that it has the focus. */
  isSeen: boolean;
  /** What it opens, as it tells: a menu or a dialog. */
  opens: string | null;
  isInMain: boolean;
}

/** What the page keeps while it is walked through. */
interface Walked {
  /** What has the focus, marked as reached. */
  stopOf: (element: Element) => Stop;
  /** What Tab has left, one after the other. */
  stops: Stop[];
  elements: HTMLElement[];
}

/** In the page: notes what has the focus whenever Tab is about to leave it; by then it has come to rest. */
function keepStops(): void {
  const hasRing = (of: Element | null) => {
    if (!of || of.tagName === 'BODY') return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(of);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  };
  const walked: Walked = {
    stops: [],
    elements: [],
    stopOf(element) {
      element.setAttribute('data-reached', '');
      const { x, y, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(x + width / 2, Math.min(y + height / 2, innerHeight - 1));
      const isOnTop = at !== null && (element.contains(at) || at.contains(element));
      // Some show it round what they stand in.
      const round = element.closest('label, .code-editor, .html-editor');
      return {
        name:
          element.getAttribute('aria-label') ??
          (element.textContent?.trim().slice(0, 40) || element.outerHTML.slice(0, 120)),
        isSeen: isOnTop && (hasRing(element) || hasRing(round)),
        opens: element.getAttribute('aria-haspopup'),
        isInMain: element.closest('#main') !== null && element.id !== 'main',
      };
    },
  };
  Object.assign(globalThis, { walked });
  const keep = ({ key }: KeyboardEvent) => {
    const { activeElement } = document;
    if (key !== 'Tab' || !(activeElement instanceof HTMLElement)) return;
    walked.stops.push(walked.stopOf(activeElement));
    walked.elements.push(activeElement);
  };
  addEventListener('keydown', keep, true);
}

/** What has the focus now. */
function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => (globalThis as unknown as { walked: Walked }).walked.stopOf(document.activeElement!));
}

/** Tabs through the page itself from its beginning. */
async function stopsOf(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    const { walked } = globalThis as unknown as { walked: Walked };
    walked.stops.length = 0;
    walked.elements.length = 0;
  });
  await page.locator('a.skip').focus();
  await page.keyboard.press('Enter');
  for (;;) {
    // Held down: it repeats.
    await Promise.all(Array.from({ length: 20 }, () => page.keyboard.down('Tab')));
    const all = await page.evaluate(() => (globalThis as unknown as { walked: Walked }).walked.stops);
    // The first one is the ground from which Tab begins.
    const end = all.findIndex(({ isInMain }, at) => at > 0 && !isInMain);
    if (end > 0) return all.slice(1, end);
    if (all.length > 400) throw new Error(`Tab does not come out of ${all.at(-1)?.name}`);
  }
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
  const stops = await stopsOf(page);
  const faults = stops.flatMap(({ name, isSeen }) => (isSeen ? [] : `${name} has the focus and does not look so`));
  for (const kind of ['menu', 'dialog']) {
    const at = stops.findIndex(({ opens }) => opens === kind);
    if (at >= 0) await openAndLeave(page, at + 1);
  }
  faults.push(...(await page.evaluate(missed)));
  return faults;
}

/** Opens what a stop opens; Escape leads back to it. */
async function openAndLeave(page: Page, stop: number): Promise<void> {
  const name = await page.evaluate((at) => {
    const { elements, stopOf } = (globalThis as unknown as { walked: Walked }).walked;
    elements[at]!.focus();
    return stopOf(elements[at]!).name;
  }, stop);
  await page.keyboard.press('Enter');
  await page.locator('.menu').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.menu').first().waitFor({ state: 'detached' });
  await soon(async () => (await focused(page)).name).toBe(name);
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
