import { once } from 'node:events';
import pg from 'pg';
import { WebSocket } from 'ws';
import { collectGarbage } from '../collect-garbage.ts';
import { adminEmail, type Product } from '../product.ts';
import { type Summary, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

/** Time from a change's commit to its frame at each of `sockets` sockets, and the memory that an idle socket holds. */
export async function benchLive(product: Product, sockets: number, changes: number): Promise<{ text: string }> {
  const client = await product.client();
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const { rows } = await pool.query<{ uuid: string }>('select uuid from conversations order by id desc limit 1');
  const uuid = rows[0]!.uuid;
  const cookies = await colleagues(product, pool, Math.ceil(sockets / socketsPerAgent));
  await pool.end();

  // The first sockets pay for code and buffers that all share; what the others add is what a socket costs.
  const open = await openSockets(product, cookies, Math.ceil(sockets / 2));
  const before = await heldMemory(product);
  open.push(...(await openSockets(product, cookies, Math.floor(sockets / 2))));
  const perSocket = ((await heldMemory(product)) - before) / Math.floor(sockets / 2);

  const pings = await measurePings(open);
  const rounds: Summary[] = [];
  for (let round = 0; round < 5; round++) rounds.push(summarise(await measureChanges(client, uuid, open, changes)));
  const best = rounds.toSorted((a, b) => a.p99 - b.p99)[0]!;
  for (const socket of open) socket.terminate();
  const text = `${table(
    ['live, ms', ...summaryColumns],
    [
      [`commit to socket: ${sockets} sockets, ${changes} changes heard by all, best of five`, ...summaryCells(best)],
      ['beside it: a protocol ping to each socket at once, answered', ...summaryCells(summarise(pings))],
    ],
  )}\np99 of the five rounds: ${rounds.map((round) => round.p99.toFixed(0)).join(', ')} ms. The ${sockets} clients share the cores with the server: each change is ${sockets} frames to write and ${sockets} to read. Memory per idle socket: ${(perSocket / 1024).toFixed(1)} KB.\n`;
  return { text };
}

/** Fewer than a process takes of one agent. */
const socketsPerAgent = 150;

/** Signs in as many agents who may do what the first one may; answers their cookies. */
async function colleagues(product: Product, pool: pg.Pool, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let number = 1; number <= count; number++) {
    const email = `live${number}@bench.example`;
    await pool.query(
      `with made as (
         insert into users (type, email, first_name, password_hash)
         select 'agent', $1, 'Live', password_hash from users where email = $2 and type = 'agent'
         on conflict do nothing returning id)
       insert into user_roles select made.id, role_id from made, user_roles, users
       where user_roles.user_id = users.id and users.email = $2 and users.type = 'agent'`,
      [email, adminEmail],
    );
    cookies.push((await product.client(email)).cookieHeader());
  }
  return cookies;
}

async function openSockets(product: Product, cookies: readonly string[], count: number): Promise<WebSocket[]> {
  const open: WebSocket[] = [];
  while (open.length < count) {
    const some = Array.from(
      { length: Math.min(100, count - open.length) },
      (_, index) =>
        new WebSocket(`${product.address.replace('http', 'ws')}/ws`, {
          headers: { cookie: cookies[(open.length + index) % cookies.length]! },
          perMessageDeflate: false,
        }),
    );
    await Promise.all(some.map((socket) => once(socket, 'open')));
    open.push(...some);
  }
  return open;
}

/** Resident memory without the garbage that the handshakes left. */
async function heldMemory(product: Product): Promise<number> {
  await collectGarbage(product.pid);
  return product.memory();
}

/** Changes a conversation again and again; answers for each change and socket how long after the commit the frame was there. */
async function measureChanges(
  client: Awaited<ReturnType<Product['client']>>,
  uuid: string,
  sockets: WebSocket[],
  changes: number,
): Promise<number[]> {
  const samples: number[] = [];
  for (let change = 0; change < changes; change++) {
    const priority = change % 2 === 0 ? 'High' : 'Low';
    const arrivals: number[] = [];
    const heard = sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const listen = (data: Buffer) => {
            if (!data.includes('"priority"') || !data.includes(`"${priority}"`)) return;
            arrivals.push(performance.now());
            socket.off('message', listen);
            resolve();
          };
          socket.on('message', listen);
        }),
    );
    let answered = 0;
    const call = client.call('conversations.set_priority', { params: { uuid }, body: { priority } }).then((answer) => {
      if (answer.status !== 200) throw new Error(`set_priority answered ${answer.status}: ${answer.body.message}`);
      answered = performance.now();
    });
    await Promise.all([call, ...heard]);
    // The answer leaves right after the commit; a frame that overtakes it counts as no delay.
    for (const arrival of arrivals) samples.push(Math.max(0, arrival - answered));
  }
  return samples;
}

async function measurePings(sockets: WebSocket[]): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < 10; round++) {
    const start = performance.now();
    await Promise.all(
      sockets.map(async (socket) => {
        socket.ping();
        await once(socket, 'pong');
        samples.push(performance.now() - start);
      }),
    );
  }
  return samples;
}
