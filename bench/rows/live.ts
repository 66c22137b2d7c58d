import { once } from 'node:events';
import pg from 'pg';
import { WebSocket } from 'ws';
import type { Product } from '../product.ts';
import { summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

/** Time from a change's commit to its frame at each of `sockets` sockets, and the memory that an idle socket costs. */
export async function benchLive(product: Product, sockets: number, changes: number): Promise<{ text: string }> {
  const client = await product.client();
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const { rows } = await pool.query<{ uuid: string }>('select uuid from conversations order by id desc limit 1');
  const uuid = rows[0]!.uuid;
  await pool.end();

  const before = await product.memory();
  const open: WebSocket[] = [];
  for (let i = 0; i < sockets; i += 100) {
    const some = Array.from(
      { length: Math.min(100, sockets - i) },
      () =>
        new WebSocket(`${product.address.replace('http', 'ws')}/ws`, {
          headers: { cookie: client.cookieHeader() },
          perMessageDeflate: false,
        }),
    );
    await Promise.all(some.map((socket) => once(socket, 'open')));
    open.push(...some);
  }
  const perSocket = ((await product.memory()) - before) / sockets;

  const samples: number[] = [];
  for (let change = 0; change < changes; change++) {
    const priority = change % 2 === 0 ? 'High' : 'Low';
    let answered = 0;
    const arrivals: number[] = [];
    const heard = open.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const listen = (data: unknown) => {
            const frame = JSON.parse(String(data)) as { type: string; data: { prop?: string; value?: unknown } };
            if (
              frame.type !== 'conversation_prop_update' ||
              frame.data.prop !== 'priority' ||
              frame.data.value !== priority
            )
              return;
            arrivals.push(performance.now());
            socket.off('message', listen);
            resolve();
          };
          socket.on('message', listen);
        }),
    );
    const call = client.call('conversations.set_priority', { params: { uuid }, body: { priority } }).then((answer) => {
      if (answer.status !== 200) throw new Error(`set_priority answered ${answer.status}: ${answer.body.message}`);
      answered = performance.now();
    });
    await Promise.all([call, ...heard]);
    // The answer leaves right after the commit; a frame that overtakes it counts as no delay.
    for (const arrival of arrivals) samples.push(Math.max(0, arrival - answered));
  }
  for (const socket of open) socket.terminate();
  const text = `${table(
    ['live, ms from commit to socket', ...summaryColumns],
    [[`${sockets} sockets, ${changes} changes heard by all`, ...summaryCells(summarise(samples))]],
  )}\nMemory per idle socket: ${(perSocket / 1024).toFixed(1)} KB.\n`;
  return { text };
}
