import type { FilterRow } from '@bellhop/contract';
import pg from 'pg';
import type { Product } from '../product.ts';
import { sample, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

const row = (field: string, operator: string, value = '', model = 'conversations'): FilterRow => ({
  model,
  field,
  operator,
  value,
});

/** Views that find much, little and nothing, by fields with an index and without. */
async function viewsOf(pool: pg.Pool): Promise<Record<string, FilterRow[]>> {
  const { rows } = await pool.query<{ team: number; tag: string; rare_tag: string; email: string }>(`select
    (select min(id) from teams) as team,
    (select name from tags join conversation_tags on tag_id = tags.id group by 1 order by count(*) desc limit 1) as tag,
    (select name from tags join conversation_tags on tag_id = tags.id group by 1 order by count(*) limit 1) as rare_tag,
    (select email from users where type = 'contact' order by id desc limit 1) as email`);
  const { team, tag, rare_tag, email } = rows[0]!;
  return {
    'open, urgent': [row('status_id', 'equals', '1'), row('priority_id', 'equals', '3')],
    'any status, urgent': [row('priority_id', 'equals', '3')],
    'one team, held or not': [row('assigned_team_id', 'equals', String(team))],
    'waiting customers': [row('waiting_since', 'set')],
    'common tag': [row('tags', 'equals', tag)],
    'rare tag': [row('tags', 'equals', rare_tag)],
    'without a tag': [row('tags', 'not set')],
    'subject, common text': [row('subject', 'contains', 'invoice')],
    'subject, absent text': [row('subject', 'contains', 'absent text')],
    'one contact': [row('email', 'equals', email, 'contacts')],
    'domain of all contacts': [row('email', 'contains', '@mail.example', 'contacts')],
    'begun this week': [row('created_at', 'greater than', new Date(Date.now() - 7 * 86_400_000).toISOString())],
  };
}

/** First pages of views through HTTP, beside the sizes for the sidebar and the question which of 50 rows a view shows. */
export async function benchViews(product: Product, times: number): Promise<{ text: string; p95: number }> {
  const client = await product.client();
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const named = await viewsOf(pool);
  await pool.query("delete from views where name like 'Bench %'");
  const { rows: uuids } = await pool.query<{ uuid: string }>(
    'select uuid from conversations order by last_message_at desc limit 50',
  );
  await pool.end();
  const rows: (string | number)[][] = [];
  const all: number[] = [];
  const measure = async (what: string, call: () => Promise<{ status: number; found: string | number }>) => {
    const { status, found } = await call();
    if (status !== 200) throw new Error(`${what} answered ${status}`);
    const samples = await sample(times, call);
    rows.push([what, found, ...summaryCells(summarise(samples))]);
    return samples;
  };
  for (const [name, filters] of Object.entries(named)) {
    await client.call('views.create', { body: { name: `Bench ${name}`, filters } });
  }
  const views = (await client.call('views.list_mine')).data.filter((view) => view.name.startsWith('Bench '));
  for (const { id, name } of views) {
    const samples = await measure(name.slice('Bench '.length), async () => {
      const { status, data } = await client.call('views.conversations', { params: { id }, query: { page_size: 50 } });
      return { status, found: data.total_capped ? `${data.total}+` : data.total };
    });
    all.push(...samples);
  }
  rows.push(['all of them', '', ...summaryCells(summarise(all))]);
  await measure('which of 50 rows', async () => {
    const query = { uuids: uuids.map(({ uuid }) => uuid).join(',') };
    const { status, data } = await client.call('views.matching', { params: { id: views[0]!.id }, query });
    return { status, found: data.length };
  });
  await measure('sizes for the sidebar', async () => {
    const { status } = await client.call('conversations.counts');
    return { status, found: '' };
  });
  return {
    text: table(['first page of a view, ms', 'found', ...summaryColumns], rows),
    p95: summarise(all).p95,
  };
}
