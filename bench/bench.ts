import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Product, startProduct } from './product.ts';
import { benchBrowser } from './rows/browser.ts';
import { benchAssignment, benchSnooze } from './rows/engines-assignment.ts';
import { benchSimulation } from './rows/engines-simulation.ts';
import { benchSla } from './rows/engines-sla.ts';
import { benchTimeRules } from './rows/engines-time.ts';
import { benchLists } from './rows/lists.ts';
import { benchLive } from './rows/live.ts';
import { benchMailIn } from './rows/mail-in.ts';
import { benchMailOut } from './rows/mail-out.ts';
import { benchOpen } from './rows/open.ts';
import { benchReports } from './rows/reports.ts';
import { benchSearch } from './rows/search.ts';
import { benchViews } from './rows/views.ts';
import { seedDatabase } from './seed-database.ts';

/**
 * `npm run bench -- --sizes 10000,1000000`: seeds a desk of each size (kept in .cache/bench for the next run), starts the product on
 * it and measures. Prints Markdown, progress goes to stderr; `--out file` writes the figures too. `--rows lists,open` measures
 * only these, `--rows none` only seeds; `--cache folder` keeps the desks elsewhere.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000' },
    rows: { type: 'string', default: 'lists,views,open,search,mail-in,mail-out,live,browser' },
    cache: { type: 'string' },
    times: { type: 'string', default: '8' },
    sockets: { type: 'string', default: '2000' },
    mails: { type: 'string', default: '1000' },
    out: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
const cache = values.cache ?? join(import.meta.dirname, '../.cache/bench');
let report = '';
const say = (text: string) => {
  process.stdout.write(`${text}\n`);
  report += `${text}\n`;
};

say(
  `Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}, embedded PostgreSQL; load generator on the same cores.\n`,
);
const times = Number(values.times);
const measure: Record<string, (product: Product) => Promise<{ text: string; p95?: number }>> = {
  lists: (product) => benchLists(product, times),
  views: (product) => benchViews(product, times * 5),
  open: (product) => benchOpen(product, times * 25),
  search: (product) => benchSearch(product, times * 5),
  'mail-in': (product) => benchMailIn(product, Number(values.mails)),
  'mail-out': (product) => benchMailOut(product, Math.ceil(Number(values.mails) / 4)),
  reports: (product) => benchReports(product, times * 3),
  'engines-simulation': benchSimulation,
  browser: (product) => benchBrowser(product),
  'engines-assignment': (product) => benchAssignment(product, Number(values.mails)),
  'engines-snooze': (product) => benchSnooze(product, Number(values.mails) * 10),
  'engines-sla': (product) => benchSla(product),
  'engines-time': (product) => benchTimeRules(product),
  live: (product) => benchLive(product, Number(values.sockets), 20),
};
const rows = values.rows.split(',').filter((row) => Object.hasOwn(measure, row));
const p95Of = new Map<string, number[]>();
for (const size of values.sizes.split(',').map(Number)) {
  const folder = join(cache, String(size));
  if (values.fresh) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  say(`## ${size.toLocaleString('en')} conversations\n`);
  const seeded = join(folder, 'seeded');
  if (!existsSync(seeded)) {
    const product = await startProduct(folder);
    const start = performance.now();
    const steps: string[] = [];
    let indexing = 0;
    await seedDatabase(
      product.database_url,
      { conversations: size, messages_per: 10, agents: 200, teams: 20, seed: 1 },
      (step, seconds) => {
        process.stderr.write(`${seconds.toFixed(1).padStart(8)} s  ${step}\n`);
        if (step.startsWith('index ')) indexing += seconds;
        else steps.push(`${step} ${seconds.toFixed(0)} s`);
      },
    );
    await writeFile(
      seeded,
      `Seeded in ${((performance.now() - start) / 1000).toFixed(0)} s: ${steps.join(', ')}, indexes ${indexing.toFixed(0)} s.\n`,
    );
    await product.stop();
  }
  say(await readFile(seeded, 'utf8'));
  const product = await startProduct(folder);
  try {
    say(
      `Second start to the first 200: ${product.started_in.toFixed(0)} ms. Memory idle: ${((await product.memory()) / 1024 ** 2).toFixed(0)} MB.\n`,
    );
    for (const row of rows) {
      process.stderr.write(`${row} …\n`);
      const { text, p95 } = await measure[row]!(product);
      say(text);
      if (p95 !== undefined) p95Of.set(row, [...(p95Of.get(row) ?? []), p95]);
    }
  } finally {
    await product.stop();
  }
}
for (const [what, figures] of p95Of) {
  if (figures.length > 1)
    say(`p95 of ${what}, last size against the first: ${(figures.at(-1)! / figures[0]!).toFixed(2)}x.`);
}
if (values.out) await writeFile(values.out, report);
