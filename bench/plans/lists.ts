import { sortOptions } from '@bellhop/contract';
import { listPage } from '../../apps/server/src/features/conversations/list/list.queries.ts';
import type { ListScope } from '../../apps/server/src/features/conversations/list/scope.ts';
import { parseSort } from '../../apps/server/src/features/conversations/list/sort.ts';
import { type Asker, section } from './explain.ts';

/** The plans of each scope and sort of the lists: all statuses, first page. */
export async function plansOfLists({ db, pool, sentBy, explain }: Asker, size: string): Promise<string> {
  let report = `# Plans of the lists at ${size} conversations\n\nWritten by \`node bench/plans.ts\`: first pages of 50 rows (one more is read, to know whether more follow), all statuses. The first plan is whole; of the others the choice of ids is shown, what fetches the rows is the same.\n`;
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
  let isFirst = true;
  for (const scope of scopes) {
    for (const [name, sort] of Object.entries(sortOptions)) {
      const page = {
        scope,
        status_ids: statuses.map((status) => status.id),
        conditions: [],
        sort: parseSort(sort),
        after: null,
        offset: 0,
        limit: 51,
      };
      const viewer = { id: me, created_at: new Date('2026-01-01') };
      const [query] = await sentBy(() => listPage(db, viewer, page));
      const lines = await explain(query!);
      const rest = lines.findIndex((line) => line.startsWith('  ->'));
      report += section(`${scope.kind}, ${name}`, isFirst ? lines : lines.slice(0, rest));
      isFirst = false;
    }
  }
  return report;
}
