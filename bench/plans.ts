import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAsker } from './plans/explain.ts';
import { plansOfLists } from './plans/lists.ts';
import { plansOfReports } from './plans/reports.ts';
import { startProduct } from './product.ts';

const kinds = { lists: plansOfLists, reports: plansOfReports };

/**
 * `node bench/plans.ts --size 1000000 --of reports --out docs/benchmarks/plans-of-reports.md`: how PostgreSQL runs the statements of
 * the lists (default) or of the reports on a desk that `npm run bench` has seeded.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    of: { type: 'string', default: 'lists' },
    out: { type: 'string' },
  },
});
const write = kinds[values.of as keyof typeof kinds];
if (!write) throw new Error(`--of is one of ${Object.keys(kinds).join(', ')}`);
const product = await startProduct(join(import.meta.dirname, '../.cache/bench', values.size));
const asker = openAsker(product.database_url);
let report: string;
try {
  report = await write(asker, Number(values.size).toLocaleString('en'));
} finally {
  await asker.close();
  await product.stop();
}
if (values.out) await writeFile(values.out, report);
else process.stdout.write(report);
