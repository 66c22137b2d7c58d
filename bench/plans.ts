import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sortOptions } from '@bellhop/contract';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '../apps/server/src/db/types.ts';
import { listPage } from '../apps/server/src/features/conversations/list/list.queries.ts';
import type { ListScope } from '../apps/server/src/features/conversations/list/scope.ts';
import { parseSort } from '../apps/server/src/features/conversations/list/sort.ts';
import { startProduct } from './product.ts';

/**
 * `node bench/plans.ts --size 1000000 --out docs/benchmarks/plans.md`: how PostgreSQL runs the lists' statements on a desk that
 * `npm run bench` has seeded: each scope and sort, all statuses, first page.
 */
const { values } = parseArgs({
  options: { size: { type: 'string', default: '10000' }, out: { type: 'string' } },
});
const product = await startProduct(join(import.meta.dirname, '../.cache/bench', values.size));
const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
const sent: CompiledQuery[] = [];
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log(event) {
    sent.push(event.query);
  },
});
let isFirst = true;
let report = `# Plans of the lists at ${Number(values.size).toLocaleString('en')} conversations\n\nWritten by \`node bench/plans.ts\`: first pages of 50 rows (one more is read, to know whether more follow), all statuses. The first plan is whole; of the others the choice of ids is shown, what fetches the rows is the same.\n`;
try {
  const one = async (text: string) => Number((await pool.query(text)).rows[0].n);
  const me = await one(
    'select assigned_user_id as n from conversation_counts where assigned_user_id is not null group by 1 order by sum(count) desc limit 1',
  );
  const team = await one(
    'select assigned_team_id as n from conversation_counts where assigned_team_id is not null and assigned_user_id is null group by 1 order by sum(count) desc limit 1',
  );
  const statuses = (await pool.query<{ id: number }>('select id from conversation_statuses order by id')).rows;
  const scopes: ListScope[] = [
    { kind: 'assigned', user_id: me },
    { kind: 'unassigned' },
    { kind: 'all' },
    { kind: 'team_unassigned', team_id: team },
  ];
  for (const scope of scopes) {
    for (const [name, sort] of Object.entries(sortOptions)) {
      sent.length = 0;
      const page = {
        scope,
        status_ids: statuses.map((status) => status.id),
        conditions: [],
        sort: parseSort(sort),
        after: null,
        offset: 0,
        limit: 51,
      };
      await listPage(db, { id: me, created_at: new Date('2026-01-01') }, page);
      const [query] = sent;
      const explained = await pool.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers, costs off, timing off) ${query!.sql}`,
        [...query!.parameters],
      );
      const lines = explained.rows.map((row) => row['QUERY PLAN']);
      const rest = lines.findIndex((line) => line.startsWith('  ->'));
      const shown = isFirst ? lines : lines.slice(0, rest);
      isFirst = false;
      report += `\n## ${scope.kind}, ${name}\n\n\`\`\`\n${shown.join('\n')}\n\`\`\`\n`;
    }
  }
} finally {
  await db.destroy();
  await product.stop();
}
if (values.out) await writeFile(values.out, report);
else process.stdout.write(report);
