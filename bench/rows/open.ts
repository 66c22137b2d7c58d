import pg from 'pg';
import type { Product } from '../product.ts';
import { sample, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

/** Opening a conversation as the client does: conversation, first 30 messages and participants at the same time. */
export async function benchOpen(product: Product, times: number): Promise<{ text: string; p95: number }> {
  const client = await product.client();
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const { rows } = await pool.query<{ uuid: string }>(
    'select uuid from conversations where id % 7 = 0 order by md5(id::text) limit $1',
    [times],
  );
  await pool.end();
  const open = async (uuid: string) => {
    const answers = await Promise.all([
      client.call('conversations.get', { params: { uuid } }),
      client.call('messages.list', { params: { uuid }, query: { page: 1, page_size: 30 } }),
      client.call('conversations.participants', { params: { uuid } }),
    ]);
    const refused = answers.find((answer) => answer.status !== 200);
    if (refused) throw new Error(`opening answered ${refused.status}: ${refused.body.message}`);
  };
  for (const { uuid } of rows.slice(0, 20)) await open(uuid);
  const samples: number[] = [];
  for (const { uuid } of rows) samples.push(...(await sample(1, () => open(uuid))));
  const trivial = summarise(
    await sample(times, () => Promise.all([1, 2, 3].map(() => client.fetch('/health').then((r) => r.text())))),
  );
  const summary = summarise(samples);
  const text = table(
    ['open a conversation, ms', ...summaryColumns],
    [
      ['conversation, 30 messages, participants', ...summaryCells(summary)],
      ['three trivial routes', ...summaryCells(trivial)],
    ],
  );
  return { text, p95: summary.p95 };
}
