import pg from 'pg';
import type { CDPSession, Page } from 'playwright-core';
import { desktop, openBrowser, probe, scrollFrames, session } from '../browser-probe.ts';
import type { Product } from '../product.ts';
import { summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

const list = '/inboxes/all';
/** Conversations that are worked through with the keys; their changes are taken back. */
const worked = 25;
const opened = 300;
const rowsLoaded = 10_000;
const longThread = 2_000;
const largeMail = 2 * 1024 * 1024;

/**
 * The pages in a real Chromium (performance.md, row "browser"): time to a usable list, bytes of each route, from key press to
 * paint, frames while scrolling, and what opening many conversations leaves in memory. Frames of an empty page stand beside
 * them, for browser and product share the cores.
 */
export async function benchBrowser(product: Product): Promise<{ text: string }> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 2 });
  const browser = await openBrowser();
  try {
    const cookies = await session(product);
    const newPage = async (isSignedIn = true) => {
      const context = await browser.newContext({ ...desktop, baseURL: product.address });
      context.setDefaultTimeout(30_000);
      if (isSignedIn) await context.addCookies(cookies);
      await probe(context);
      return context.newPage();
    };
    const steps: [string, () => Promise<string>][] = [
      ['loads', () => loads(newPage)],
      ['bytes', () => bytes(newPage)],
      ['keys', async () => keys(await newPage(), product)],
      ['frames', async () => frames(await newPage(), pool)],
      ['heap', async () => heap(await newPage())],
    ];
    const parts: string[] = [];
    for (const [name, run] of steps) {
      process.stderr.write(`  ${name} …\n`);
      const part = await run();
      process.stderr.write(part);
      parts.push(part);
    }
    return { text: parts.join('\n') };
  } finally {
    await browser.close();
    await pool.end();
  }
}

type NewPage = (isSignedIn?: boolean) => Promise<Page>;
const usable = '[aria-posinset] a';

async function loads(newPage: NewPage): Promise<string> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const page = await newPage();
    await page.goto(list);
    cold.push(await shownAt(page));
    await page.reload();
    warm.push(await shownAt(page));
    await page.context().close();
  }
  return table(
    ['from address to usable list, ms', ...summaryColumns],
    [
      ['nothing cached', ...summaryCells(summarise(cold))],
      ['second time', ...summaryCells(summarise(warm))],
    ],
  );
}

/** When the first row was painted, in ms since the page was asked for. */
async function shownAt(page: Page): Promise<number> {
  await page.waitForSelector(usable);
  return page.evaluate(() => window.bellhopBench.painted(() => document.querySelector('[aria-posinset] a') !== null));
}

async function bytes(newPage: NewPage): Promise<string> {
  const rows: [string, number, number, number][] = [];
  const measure = async (name: string, isSignedIn: boolean, visit: (page: Page) => Promise<void>) => {
    const page = await newPage(isSignedIn);
    const sums = await countBytes(page, () => visit(page));
    rows.push([name, sums.script / 1024, sums.style / 1024, sums.all / 1024]);
    await page.context().close();
  };
  await measure('login page', false, async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: /sign in/i }).waitFor();
  });
  await measure('list', true, async (page) => {
    await page.goto(list);
    await page.waitForSelector(usable);
  });
  await measure('list and conversation, before the editor', true, async (page) => {
    await page.goto(list);
    await page.locator(usable).first().click();
    await page.waitForSelector('.thread article');
  });
  return table(['bytes of a route over the line, KB', 'JavaScript', 'CSS', 'all'], rows);
}

async function countBytes(page: Page, visit: () => Promise<void>) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const kinds = new Map<string, { type: string; isEditor: boolean }>();
  const sums = { script: 0, style: 0, all: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, { type, isEditor: /\/Editor-/.test(response.url) }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (!kind || kind.isEditor) return;
    sums.all += encodedDataLength;
    if (kind.type === 'Script') sums.script += encodedDataLength;
    if (kind.type === 'Stylesheet') sums.style += encodedDataLength;
  });
  await visit();
  return sums;
}

async function keys(page: Page, product: Product): Promise<string> {
  const samples: Record<'open' | 'assign' | 'resolve', number[]> = { open: [], assign: [], resolve: [] };
  const touched: string[] = [];
  await page.goto(list);
  await page.locator(usable).first().click();
  const settled = () => page.waitForSelector('.thread article, .thread .event');
  await settled();
  for (let turn = 0; turn < worked; turn += 1) {
    touched.push(uuidOf(page));
    samples.assign.push(await press(page, 'i', "document.querySelector('.assignee')?.textContent.includes('You')"));
    // As with each of these keys: what the one before has asked for has come.
    await page.waitForTimeout(400);
    const before = JSON.stringify(uuidOf(page));
    samples.resolve.push(
      await press(
        page,
        'e',
        `!location.pathname.includes(${before}) || /Reopen/.test(document.querySelector('.resolve')?.textContent ?? '')`,
      ),
    );
    await settled();
    // As an agent reads: what comes next has been fetched by then.
    await page.waitForTimeout(400);
    const here = JSON.stringify(uuidOf(page));
    samples.open.push(
      await press(
        page,
        'j',
        `!location.pathname.includes(${here}) && document.querySelector('.thread article, .thread .event') !== null`,
      ),
    );
    await page.waitForTimeout(400);
    // One more, so that no key opens every other conversation of the list: seeded ones are long and short by turns.
    await page.keyboard.press('j');
    await page.waitForTimeout(400);
  }
  const client = await product.client();
  for (const uuid of touched) {
    await client.call('conversations.set_status', { params: { uuid }, body: { status: 'Open' } });
    await client.call('conversations.remove_user', { params: { uuid } });
  }
  const rows = Object.entries(samples).map(([name, times]) => [name, ...summaryCells(summarise(times))]);
  await page.context().close();
  return table(['key press to paint, ms', ...summaryColumns], rows);
}

function uuidOf(page: Page): string {
  return /conversation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
}

/** Milliseconds from the key to the first frame on screen in which the expression holds. */
async function press(page: Page, key: string, expression: string): Promise<number> {
  // As text: the site's policy lets no page evaluate one itself. Armed first, for keys overtake what a busy page is told.
  await page.evaluate(`window.bellhopBench.arm(() => (${expression}))`);
  await page.keyboard.press(key);
  return page.evaluate(() => window.bellhopBench.result);
}

async function frames(page: Page, pool: pg.Pool): Promise<string> {
  const rows: (string | number)[][] = [];
  const add = (name: string, times: readonly number[]) =>
    rows.push([name, ...summaryCells(summarise(times)), share(times, 20), share(times, 50)]);
  await page.goto('about:blank');
  await page.setContent('<div id="box" style="height:800px;overflow:auto"><div style="height:800000px"></div></div>');
  add('empty page', await scrollFrames(page, '#box', 1));

  await page.goto(`${list}?status=`);
  await page.waitForSelector(usable);
  await loadRows(page);
  await page.evaluate(() => document.querySelector('.vlist')!.scrollTo(0, 0));
  add(`list, ${rowsLoaded.toLocaleString('en')} rows loaded`, await scrollFrames(page, '.vlist', 1));

  const uuid = await seedThread(pool);
  await page.goto(`${list}/conversation/${uuid}`);
  await page.waitForSelector('.thread article');
  await page.waitForFunction(
    (wanted) => {
      document.querySelector('.thread')!.scrollTo(0, 0);
      return document.querySelectorAll('.thread article').length >= wanted;
    },
    longThread,
    { timeout: 120_000, polling: 100 },
  );
  await page.evaluate(() => document.querySelector('.thread')!.scrollTo(0, 1e9));
  add(`thread, ${longThread.toLocaleString('en')} messages, upwards`, await scrollFrames(page, '.thread', -1));

  const mailUuid = await seedMail(pool);
  const start = performance.now();
  await page.goto(`${list}/conversation/${mailUuid}`);
  await page.waitForFunction(mailHolds, 'Part 0', { polling: 'raf', timeout: 60_000 });
  const begun = performance.now() - start;
  add('thread with a mail of 2 MB', await scrollFrames(page, '.thread', -1));
  const asked = performance.now();
  await page.getByRole('button', { name: 'Show the whole message' }).click();
  await page.waitForFunction(mailHolds, 'The end of it', { polling: 'raf', timeout: 60_000 });
  const whole = performance.now() - asked;
  add('the same, the whole mail shown', await scrollFrames(page, '.thread', -1));
  await page.context().close();
  return `${table(['time between frames while scrolling, ms', ...summaryColumns, 'over 20 ms', 'over 50 ms'], rows)}\nA conversation with a mail of 2 MB of HTML: ${begun.toFixed(0)} ms from its address to its first lines, ${whole.toFixed(0)} ms from "Show the whole message" to the last one.\n`;
}

/** Whether a mail on screen begins or ends with a text; run in the page, which is not made to search all of a long one. */
function mailHolds(text: string): boolean {
  return [...document.querySelectorAll<HTMLIFrameElement>('.mail iframe')].some((frame) => {
    const body = frame.contentDocument?.body;
    const ends = [body?.lastElementChild?.textContent?.slice(-100), body?.querySelector('tr')?.textContent];
    return ends.some((end) => end?.includes(text));
  });
}

function share(times: readonly number[], limit: number): string {
  return `${((100 * times.filter((time) => time > limit).length) / times.length).toFixed(1)} %`;
}

/** Scrolls on until that many rows, or all there are, have been loaded. */
async function loadRows(page: Page): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const box = document.querySelector('.vlist')!;
      const row = box.querySelector<HTMLElement>('.vlist-row')!;
      const total = Number(row.getAttribute('aria-setsize'));
      const loaded = Math.round(box.querySelector<HTMLElement>('.vlist-rows')!.offsetHeight / row.offsetHeight);
      box.scrollTo(0, box.scrollHeight);
      return loaded >= Math.min(wanted, total) - 50;
    },
    rowsLoaded,
    { timeout: 300_000, polling: 30 },
  );
}

/** Makes one conversation long, once per database. */
async function seedThread(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query('select id, uuid from conversations order by id limit 1');
  const { id, uuid } = rows[0];
  await pool.query(
    `insert into messages (conversation_id, inbox_id, type, status, private, sender_id, sender_type, content_type, content, text_content, created_at)
     select m.conversation_id, m.inbox_id, m.type, m.status, m.private, m.sender_id, m.sender_type, m.content_type, m.content, m.text_content,
       m.created_at + n * interval '1 minute'
     from (select * from messages where conversation_id = $1 and type <> 'activity' order by id limit 1) m,
       generate_series(1, greatest(0, $2 - (select count(*)::int from messages where conversation_id = $1 and type <> 'activity'))) n`,
    [id, longThread],
  );
  return uuid;
}

/** Gives one conversation a mail of 2 MB, once per database. */
async function seedMail(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query('select id, uuid from conversations order by id offset 1 limit 1');
  const { id, uuid } = rows[0];
  const line = (n: number) =>
    `<tr><td style="padding:4px">${n}</td><td><b>Part ${n}</b> of a long report, with words to fill its line</td><td>${n * 7}.00</td></tr>`;
  const html = [`<table>`];
  for (let n = 0, size = 0; size < largeMail; n += 1) {
    html.push(line(n));
    size += html.at(-1)!.length;
  }
  html.push('</table><p>The end of it</p>');
  await pool.query(
    `insert into messages (conversation_id, inbox_id, type, status, private, sender_id, sender_type, content_type, content, content_safe, text_content)
     select $1, inbox_id, 'incoming', 'received', false, contact_id, 'contact', 'html', '', $2, 'A long report' from conversations
     where id = $1 and not exists (select 1 from messages where conversation_id = $1 and length(content_safe) > 1000000)`,
    [id, html.join('')],
  );
  return uuid;
}

async function heap(page: Page): Promise<string> {
  await page.goto(`${list}?status=`);
  await page.waitForSelector(usable);
  await page.locator(usable).first().click();
  await page.waitForSelector('.thread article, .thread .event');
  const cdp = await page.context().newCDPSession(page);
  const before = await usedHeap(cdp);
  for (let n = 0; n < opened; n += 1) {
    const here = JSON.stringify(uuidOf(page));
    await press(
      page,
      'j',
      `!location.pathname.includes(${here}) && document.querySelector('.thread article, .thread .event') !== null`,
    );
  }
  const after = await usedHeap(cdp);
  await page.context().close();
  return table(
    ['heap after a collection, MB', 'used', 'DOM nodes'],
    [
      ['one conversation opened', before.mb, before.nodes],
      [`${opened} conversations opened`, after.mb, after.nodes],
    ],
  );
}

async function usedHeap(cdp: CDPSession): Promise<{ mb: number; nodes: number }> {
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  return { mb: usedSize / 1024 ** 2, nodes };
}
