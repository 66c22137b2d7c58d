import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';

/** What the pages under measurement are given, to look at the clock where the paint happens. */
interface BenchProbe {
  /** Milliseconds since the page was asked for, at the paint after the condition has come true. */
  painted(condition: () => boolean): Promise<number>;
  /** Measures the next key press: milliseconds to the paint after the condition has come true, in `result`. */
  arm(condition: () => boolean): void;
  result: Promise<number>;
}

declare global {
  interface Window {
    bellhopBench: BenchProbe;
  }
}

export const desktop = { viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'UTC' } as const;

/** Starts Chromium with a new profile. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--js-flags=--expose-gc'],
  });
}

/** Cookies of a signed-in session. */
export async function session(product: Product): Promise<{ name: string; value: string; url: string }[]> {
  const client = await product.client();
  return [...client.cookies].map(([name, value]) => ({ name, value, url: product.address }));
}

/** Gives every page of the context its probe, before any of its own scripts runs. */
export async function probe(context: BrowserContext): Promise<void> {
  // As text: what is compiled here may carry helpers that the page does not have.
  await context.addInitScript(`
    (() => {
      const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      }));
      const holds = async (condition) => {
        const limit = performance.now() + 15000;
        for (;;) {
          await nextPaint();
          if (condition()) return performance.now();
          if (performance.now() > limit) throw new Error('it did not come true');
        }
      };
      window.bellhopBench = {
        painted: (condition) => {
          const first = performance.getEntriesByName('bench:usable')[0];
          return first ? Promise.resolve(first.startTime) : holds(condition);
        },
        arm: (condition) => {
          window.bellhopBench.result = new Promise((resolve, reject) => {
            addEventListener('keydown', (event) => {
              const start = event.timeStamp;
              holds(condition).then((end) => resolve(end - start), reject);
            }, { capture: true, once: true });
          });
        },
      };
      const look = async () => {
        while (!document.querySelector('[aria-posinset] a')) await nextPaint();
        performance.mark('bench:usable');
      };
      if (location.protocol.startsWith('http') && location.pathname.startsWith('/inboxes')) look();
    })();
  `);
}

const framesWatched = 400;
const step = 60;

/** Milliseconds between frames while an element is scrolled a step a frame; the best of three runs. */
export async function scrollFrames(page: Page, selector: string, direction: 1 | -1): Promise<number[]> {
  const runs: number[][] = [];
  for (let run = 0; run < 3; run += 1) {
    runs.push(
      await page.evaluate(
        ({ selector: name, direction: sign, framesWatched: count, step: px }) =>
          new Promise<number[]>((resolve) => {
            const box = document.querySelector(name)!;
            const times: number[] = [];
            let before = performance.now();
            let n = 0;
            const tick = (now: number) => {
              times.push(now - before);
              before = now;
              n += 1;
              box.scrollBy(0, px * sign);
              if (n < count) requestAnimationFrame(tick);
              else resolve(times.slice(2));
            };
            requestAnimationFrame(tick);
          }),
        { selector, direction, framesWatched, step },
      ),
    );
  }
  const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0);
  return runs.sort((a, b) => sum(a) - sum(b))[0]!;
}
