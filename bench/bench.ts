import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from './product.ts';
import { benchLists } from './rows/lists.ts';
import { benchLive } from './rows/live.ts';
import { benchMailIn } from './rows/mail-in.ts';
import { benchOpen } from './rows/open.ts';
import { seedDatabase } from './seed-database.ts';

/**
 * `npm run bench -- --sizes 10000,1000000`: seeds a desk of each size (kept in .cache/bench for the next run), starts the product on
 * it and measures. Prints Markdown; `--out file` writes it too.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000' },
    times: { type: 'string', default: '8' },
    sockets: { type: 'string', default: '2000' },
    mails: { type: 'string', default: '1000' },
    out: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
const cache = join(import.meta.dirname, '../.cache/bench');
let report = '';
const say = (text: string) => {
  process.stdout.write(`${text}\n`);
  report += `${text}\n`;
};

say(
  `Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}, embedded PostgreSQL; load generator on the same cores.\n`,
);
const p95: Record<string, number[]> = { lists: [], open: [] };
for (const size of values.sizes.split(',').map(Number)) {
  const folder = join(cache, String(size));
  if (values.fresh) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  say(`## ${size.toLocaleString('en')} conversations\n`);
  const seeded = join(folder, 'seeded');
  let product = await startProduct(folder);
  if (!existsSync(seeded)) {
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
    await writeFile(seeded, new Date().toISOString());
    say(
      `Seeded in ${((performance.now() - start) / 1000).toFixed(0)} s: ${steps.join(', ')}, indexes ${indexing.toFixed(0)} s.\n`,
    );
  }
  await product.stop();
  product = await startProduct(folder);
  try {
    say(
      `Second start to the first 200: ${product.started_in.toFixed(0)} ms. Memory idle: ${((await product.memory()) / 1024 ** 2).toFixed(0)} MB.\n`,
    );
    const lists = await benchLists(product, Number(values.times));
    say(lists.text);
    const open = await benchOpen(product, Number(values.times) * 25);
    say(open.text);
    p95.lists!.push(lists.p95);
    p95.open!.push(open.p95);
    say(await benchMailIn(product, Number(values.mails)));
    say(await benchLive(product, Number(values.sockets), 20));
  } finally {
    await product.stop();
  }
}
for (const [what, figures] of Object.entries(p95)) {
  if (figures.length > 1)
    say(`p95 of ${what}, last size against the first: ${(figures.at(-1)! / figures[0]!).toFixed(2)}x.`);
}
if (values.out) await writeFile(values.out, report);
