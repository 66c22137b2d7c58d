import { type RouteName, sortOptions } from '@bellhop/contract';
import pg from 'pg';
import type { Product } from '../product.ts';
import { sample, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

const statuses = ['Open', 'Snoozed', 'Resolved', 'Closed', null] as const;
const scopes = ['assigned', 'unassigned', 'all', 'team_unassigned'] as const;
type Scope = (typeof scopes)[number];

/** Every scope, status and sort of the lists through HTTP, each beside the same rows by hand-written SQL over the same driver. */
export async function benchLists(product: Product, times: number): Promise<{ text: string; p95: number }> {
  const client = await product.client();
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const { me, team } = await busiest(pool, client);
  const rows: (string | number)[][] = [];
  const all: number[] = [];
  const allByHand: number[] = [];
  const ratios: number[] = [];
  for (const scope of scopes) {
    for (const [name, sort] of Object.entries(sortOptions)) {
      const http: number[] = [];
      const byHand: number[] = [];
      for (const status of statuses) {
        const filters = status
          ? JSON.stringify([{ model: 'conversation_statuses', field: 'name', operator: 'equals', value: status }])
          : '';
        const call = () =>
          client.call(`conversations.${scope}` as RouteName, {
            params: { id: team },
            query: { page: 1, page_size: 50, ...sort, filters },
          });
        const statement = handWritten(scope, status, sort, me, team);
        const answer = await call();
        if (answer.status !== 200) throw new Error(`list ${scope} answered ${answer.status}: ${answer.body.message}`);
        await pool.query(statement);
        for (let round = 0; round < times; round++) {
          http.push(...(await sample(1, call)));
          byHand.push(...(await sample(1, () => pool.query(statement))));
        }
      }
      const ours = summarise(http);
      const theirs = summarise(byHand);
      all.push(...http);
      allByHand.push(...byHand);
      ratios.push(ours.median / theirs.median);
      rows.push([`${scope}, ${name}`, ...summaryCells(ours), theirs.median, ours.median / theirs.median]);
    }
  }
  const pages = await Promise.all(
    [1, 200].map(async (page) => {
      const call = () =>
        client.call('conversations.all', { query: { page, page_size: 50, ...sortOptions.newest, filters: '' } });
      await call();
      return { page, summary: summarise(await sample(times * 4, call)) };
    }),
  );
  const trivial = summarise(
    await sample(times * 10, () => client.fetch('/health').then((response) => response.text())),
  );
  await pool.end();
  const total = summarise(all);
  rows.push(['all of them', ...summaryCells(total), '', summarise(ratios).median]);
  rows.push(['all of them by hand', ...summaryCells(summarise(allByHand)), '', '']);
  rows.push(['trivial route (/health)', ...summaryCells(trivial), '', '']);
  for (const { page, summary } of pages)
    rows.push([`all, newest, page ${page}`, ...summaryCells(summary), '', summary.median / pages[0]!.summary.median]);
  return {
    text: table(['list page of 50 rows, ms', ...summaryColumns, 'by hand, median', 'ratio'], rows),
    p95: total.p95,
  };
}

/** Signs the bench agent's shoes over to the busiest agent and team, so that "assigned" is a long list. */
async function busiest(
  pool: pg.Pool,
  client: Awaited<ReturnType<Product['client']>>,
): Promise<{ me: number; team: number }> {
  const me = (await client.call('agents.me')).data.id;
  const { rows } = await pool.query<{ team: number }>(
    'select assigned_team_id as team from conversation_counts where assigned_team_id is not null and assigned_user_id is null group by 1 order by sum(count) desc limit 1',
  );
  const team = rows[0]!.team;
  await pool.query('insert into team_members values ($1, $2) on conflict do nothing', [team, me]);
  const mine = await pool.query('select 1 from conversations where assigned_user_id = $1 limit 1', [me]);
  if (!mine.rowCount) {
    await pool.query(
      `update conversations set assigned_user_id = $1 where assigned_user_id =
        (select assigned_user_id from conversation_counts where assigned_user_id is not null group by 1 order by sum(count) desc limit 1)`,
      [me],
    );
    await pool.query('select fold_conversation_counts()');
    await pool.query('vacuum analyze conversations');
  }
  return { me, team };
}

function handWritten(
  scope: Scope,
  status: string | null,
  sort: { order_by: string; order: string },
  me: number,
  team: number,
): string {
  const column = sort.order_by.replace('conversations.', '');
  const where = {
    assigned: `c.assigned_user_id = ${me}`,
    unassigned: 'c.assigned_user_id is null and c.assigned_team_id is null',
    all: 'true',
    team_unassigned: `c.assigned_user_id is null and c.assigned_team_id = ${team}`,
  }[scope];
  const nulls = column === 'last_message_at' || column === 'created_at' ? '' : 'nulls last';
  const order = `${column} ${sort.order} ${nulls}, id ${sort.order}`;
  const ids = (statusId: string) =>
    `select c.id, c.${column} from conversations c where ${where} and c.status_id = ${statusId} order by ${order} limit 50`;
  const picked = status
    ? ids(`(select id from conversation_statuses where name = '${status}')`)
    : `select p.id, p.${column} from conversation_statuses s, lateral (${ids('s.id')}) p order by ${order} limit 50`;
  return `select c.*, u.first_name, u.last_name, u.email, u.avatar_url, i.name as inbox_name, i.address, s.name as status, p.name as priority, seen.seen_at,
      (select count(*) from (select 1 from messages m where m.conversation_id = c.id and m.created_at > coalesce(seen.seen_at, c.created_at)
        and (m.type = 'incoming' or (m.private and m.type = 'outgoing' and m.sender_id <> ${me})) limit 10) x) as unread,
      array(select t.name from conversation_tags ct join tags t on t.id = ct.tag_id where ct.conversation_id = c.id order by t.name) as tags
    from (${picked}) picked join conversations c on c.id = picked.id
    join users u on u.id = c.contact_id join inboxes i on i.id = c.inbox_id join conversation_statuses s on s.id = c.status_id
    left join conversation_priorities p on p.id = c.priority_id
    left join conversation_seen seen on seen.conversation_id = c.id and seen.user_id = ${me}
    order by picked.${column} ${sort.order} ${nulls}, c.id ${sort.order}`;
}
