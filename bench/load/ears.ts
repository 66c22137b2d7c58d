import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { DeskProcess } from '../soak/desk-process.ts';
import type { Balancer } from './balancer.ts';

/** What the sockets of all agents heard, each over all its connections. */
export interface Ears {
  /** Of each socket: how many new messages, and the sum of their numbers, which no other set of as many is likely to have. */
  heard(): { count: number; sum: number }[];
  /** Frames whose number was not above that of the frame before. */
  disorder(): number;
  reloads(): number;
  frames(): number;
  connections(): number;
  /** Milliseconds from the answer of the call that wrote a message to its frame, at each socket. */
  delays(): number[];
  /** Notes when the call that wrote a message was answered. */
  answered(uuid: string): void;
  close(): void;
}

const pingMs = 5_000;
/** Arrivals of messages whose answer has not come yet are kept for so many of them. */
const mostOpen = 500;

/**
 * Opens a socket for each cookie, which hears everything after the number `since` and comes back after each loss with the number of the last
 * frame that it saw.
 */
export async function openEars(balancer: Balancer, cookies: readonly string[], since: number): Promise<Ears> {
  const sums = cookies.map(() => ({ count: 0, sum: 0 }));
  const state = { disorder: 0, reloads: 0, frames: 0, connections: 0 };
  const delays: number[] = [];
  /** Either side may be first: when a message was answered, or when it arrived at the sockets. */
  const answers = new Map<string, number>();
  const arrivals = new Map<string, number[]>();
  const open = new Set<WebSocket>();
  let closed = false;

  const arrive = (uuid: string) => {
    const at = performance.now();
    const answered = answers.get(uuid);
    if (answered !== undefined) delays.push(at - answered);
    else {
      const early = arrivals.get(uuid) ?? [];
      early.push(at);
      arrivals.set(uuid, early);
      if (arrivals.size > mostOpen) arrivals.delete(arrivals.keys().next().value!);
    }
  };

  const listen = async (index: number): Promise<void> => {
    let last = since;
    let isFirst = true;
    const connect = async () => {
      if (closed) return;
      const address = await balancer.pick();
      const socket = new WebSocket(`${address.replace('http', 'ws')}/ws?since=${last}`, {
        headers: { cookie: cookies[index]! },
        perMessageDeflate: false,
      });
      const opened = new Promise<void>((resolve) => socket.once('open', resolve).once('close', () => resolve()));
      socket.on('open', () => {
        state.connections++;
        open.add(socket);
      });
      socket.on('message', (data: Buffer) => {
        const text = data.toString('latin1');
        const seq = Number(/"seq":(\d+)\}$/.exec(text)?.[1]);
        if (Number.isNaN(seq)) return;
        const type = /^\{"type":"(\w+)"/.exec(text)?.[1];
        if (type === 'reload') state.reloads++;
        if (type === 'reload' || type === 'resumed') return;
        state.frames++;
        if (seq <= last) state.disorder++;
        last = Math.max(last, seq);
        if (type !== 'new_message') return;
        const mine = sums[index]!;
        mine.count++;
        mine.sum += seq;
        arrive((JSON.parse(data.toString()) as { data: { uuid: string } }).data.uuid);
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        if (socket.readyState === socket.CLOSED && !closed) balancer.lost(address);
        // A moment of its own each, as browsers have.
        setTimeout(() => void connect(), 50 + Math.random() * 950);
      });
      if (isFirst) await opened;
      isFirst = false;
    };
    await connect();
  };
  for (let index = 0; index < cookies.length; index += 50) {
    await Promise.all(cookies.slice(index, index + 50).map((_, offset) => listen(index + offset)));
  }
  const ping = setInterval(() => {
    for (const socket of open) if (socket.readyState === socket.OPEN) socket.send('ping');
  }, pingMs);

  return {
    heard: () => sums,
    disorder: () => state.disorder,
    reloads: () => state.reloads,
    frames: () => state.frames,
    connections: () => state.connections,
    delays: () => delays,
    answered(uuid) {
      const at = performance.now();
      answers.set(uuid, at);
      // The answer leaves right after the commit; a frame that overtakes it counts as no delay.
      for (const _ of arrivals.get(uuid) ?? []) delays.push(0);
      arrivals.delete(uuid);
      if (answers.size > mostOpen) answers.delete(answers.keys().next().value!);
    },
    close() {
      closed = true;
      clearInterval(ping);
      for (const socket of open) socket.terminate();
    },
  };
}

/** Each socket heard of each new message once, in the order of the numbers. Waits for the last ones; answers what is wrong. */
export async function checkHeard(desk: Pick<DeskProcess, 'rows'>, ears: Ears, since: number): Promise<string[]> {
  const differing = async () => {
    const [written] = await desk.rows<{ count: number; sum: number }>(
      `select count(*)::int as count, coalesce(sum(seq), 0)::float8 as sum from events
       where seq > $1 and frame ->> 'type' = 'new_message'`,
      [since],
    );
    return ears.heard().filter(({ count, sum }) => count !== written!.count || sum !== written!.sum).length;
  };
  let off = await differing();
  for (const until = Date.now() + 30_000; off > 0 && Date.now() < until; off = await differing()) await pause(250);
  return [
    ...(off > 0 ? [`${off} sockets heard other messages than were written (${ears.reloads()} reloads)`] : []),
    ...(ears.disorder() > 0 ? [`${ears.disorder()} frames came out of order or twice`] : []),
  ];
}
