import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { freePort } from '../apps/server/test/machine.ts';
import { openBrowser } from './desk.ts';
import { doors } from './screens/doors.ts';
import { screens } from './screens/screens.ts';
import type { Screen } from './screens/steps.ts';

/**
 * `node e2e/screens.ts`: starts the sample desk, goes to every screen at 1440 and 390 pixels in both themes and keeps what it
 * looks like in docs/screens, so that a change of looks shows in a diff. `--only palette,search` takes only these,
 * `--out folder` puts them elsewhere.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } });
const root = join(import.meta.dirname, '..');
const out = values.out ?? join(root, 'docs/screens');
const wanted = values.only?.split(',');
const sizes = [
  { name: 'wide', width: 1440, height: 900, isPhone: false },
  { name: 'phone', width: 390, height: 844, isPhone: true },
];

await mkdir(out, { recursive: true });
const desk = await startSampleDesk();
const browser = await openBrowser();
try {
  for (const size of sizes) for (const theme of ['light', 'dark'] as const) await takeAll(browser, size, theme);
} finally {
  await browser.close();
  desk.child.kill('SIGTERM');
  await once(desk.child, 'exit');
}

async function takeAll(from: Browser, size: (typeof sizes)[number], theme: 'light' | 'dark') {
  const context = await from.newContext({
    baseURL: desk.address,
    viewport: { width: size.width, height: size.height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    hasTouch: size.isPhone,
    isMobile: size.isPhone,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const isWanted = (screen: Screen) => !(size.isPhone && screen.wide_only) && (wanted?.includes(screen.name) ?? true);
  for (const door of doors.filter(isWanted)) await keep(page, door.name, size.name, theme, () => door.go(page));
  await page.goto('/');
  await page.getByLabel('Email').fill(desk.email);
  await page.getByLabel('Password', { exact: true }).fill(desk.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/inboxes/);
  for (const screen of screens.filter(isWanted)) {
    await keep(page, screen.name, size.name, theme, () => screen.go(page));
  }
  await context.close();
}

async function keep(page: Page, name: string, size: string, theme: string, go: () => Promise<void>) {
  try {
    await go();
    // No picture shows the grey bars that stand for what is still on its way.
    await page.waitForFunction(() => !document.querySelector('.bone'));
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  } catch (error) {
    process.stderr.write(
      `${name}, ${size}, ${theme}: ${error instanceof Error ? error.message.split('\n')[0] : error}\n`,
    );
    process.exitCode = 1;
  }
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .webp({ quality: 82 })
    .toFile(join(out, `${name}-${size}-${theme}.webp`));
}

async function startSampleDesk(): Promise<{ child: ChildProcess; address: string; email: string; password: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'scripts/bellhop.mjs'), 'demo'], {
    env: { ...process.env, PORT: String(port), BELLHOP_LOCAL_SMTP_PORT: String(await freePort()), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout!) {
    printed += chunk;
    const password = /password\s+(\S+)/.exec(printed)?.[1];
    const email = /\S+@bellhop\.local/.exec(printed)?.[0];
    if (password && email) {
      child.stdout!.resume();
      return { child, address: `http://127.0.0.1:${port}`, email, password };
    }
  }
  throw new Error(`the sample desk did not start:\n${printed}`);
}
