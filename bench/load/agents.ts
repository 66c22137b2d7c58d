import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ApiClient } from '../../apps/server/test/api-client.ts';
import type { Random } from '../random.ts';
import type { Balancer } from './balancer.ts';

/** What an agent does in a minute, on average. */
export const mix = {
  list: 2,
  counts: 1,
  open: 1,
  reply: 0.4,
  note: 0.2,
  assign: 0.3,
  status: 0.3,
  search: 0.3,
} as const;
export type Deed = keyof typeof mix;

/** HTTP calls of a deed. */
export const callsOf: Record<Deed, number> = {
  list: 1,
  counts: 1,
  open: 4,
  reply: 1,
  note: 1,
  assign: 1,
  status: 1,
  search: 1,
};

export interface LoadAgent {
  id: number;
  cookies: ReadonlyMap<string, string>;
}

/** What an agent has on the screen. */
interface Opened {
  uuid: string;
  email: string;
  is_assigned: boolean;
}

/** What all agents did. */
export interface Deeds {
  /** Milliseconds of each deed, retries at another process included. */
  times: Record<Deed | 'health', number[]>;
  /** The same of all deeds together, by the minute in which they began. */
  by_minute: number[][];
  /** Replies and notes that were answered with 200. */
  marks: { mark: string; is_private: boolean }[];
  /** Answers that were no success, by what and status. */
  refused: Map<string, number>;
  /** Calls that found their process gone and were repeated at another. */
  repeated: number;
}

export function createDeeds(): Deeds {
  const names = [...(Object.keys(mix) as Deed[]), 'health' as const];
  return {
    times: Object.fromEntries(names.map((name) => [name, [] as number[]])) as Deeds['times'],
    by_minute: [],
    marks: [],
    refused: new Map(),
    repeated: 0,
  };
}

/** One agent at work until `isOver`: deeds at random moments, on what the last list showed. */
export async function beAgent(
  agent: LoadAgent,
  options: {
    /** Digits that no other agent has. */
    name: string;
    balancer: Balancer;
    addresses: readonly string[];
    random: Random;
    deeds: Deeds;
    /** The mix is done so many times as fast. */
    pace: number;
    onSent: (uuid: string) => void;
    isOver: () => boolean;
  },
): Promise<void> {
  const { balancer, random, deeds } = options;
  const clients = new Map(options.addresses.map((address) => [address, clientOf(agent, address)]));
  const total = Object.values(mix).reduce((sum, rate) => sum + rate, 0);
  let shown: string[] = [];
  let count = 0;
  const start = performance.now();
  const at: { opened: Opened | null } = { opened: null };

  const ask = async <T>(body: (client: ApiClient) => Promise<Answer<T>>): Promise<Answer<T>> => {
    for (;;) {
      const address = await balancer.pick();
      const answer = await body(clients.get(address)!).catch(() => null);
      if (answer && answer.status !== 503) return answer;
      if (!answer) balancer.lost(address);
      deeds.repeated++;
      await pause(10);
    }
  };
  /** Null when it was refused, which is noted. */
  const demand = async <T>(what: string, body: (client: ApiClient) => Promise<Answer<T>>): Promise<T | null> => {
    const answer = await ask(body);
    if (answer.status === 200) return answer.data;
    const key = `${what} ${answer.status} ${answer.body.code ?? ''}`;
    deeds.refused.set(key, (deeds.refused.get(key) ?? 0) + 1);
    return null;
  };
  const write = async (isPrivate: boolean) => {
    const target = at.opened;
    if (!target) return;
    const mark = `load-${options.name}-${++count}`;
    const body = {
      message: `<p>Thank you, ${mark} is our answer.</p>`,
      private: isPrivate,
      // The same number again stores nothing twice.
      send_id: crypto.randomUUID(),
      ...(!isPrivate && { to: [target.email] }),
    };
    const send = (client: ApiClient) => client.call('messages.send', { params: { uuid: target.uuid }, body });
    // What failed may have been stored all the same; who sends it again finds out.
    const sent = (await demand('write', send)) ?? (await demand('write', send)) ?? (await demand('write', send));
    if (!sent) return;
    options.onSent(sent.uuid);
    deeds.marks.push({ mark, is_private: isPrivate });
  };
  const open = async () => {
    const uuid = shown.length > 0 ? random.pick(shown) : null;
    if (!uuid) return;
    const params = { uuid };
    const [conversation] = await Promise.all([
      demand('open', (client) => client.call('conversations.get', { params })),
      demand('open', (client) => client.call('messages.list', { params })),
      demand('open', (client) => client.call('conversations.participants', { params })),
      demand('open', (client) => client.call('conversations.mark_seen', { params })),
    ]);
    const email = conversation?.contact.email;
    if (email) at.opened = { uuid, email, is_assigned: conversation.assigned_user_id !== null };
  };
  const list = async () => {
    const name = random.pick(['conversations.assigned', 'conversations.unassigned', 'conversations.all'] as const);
    const page = await demand('list', (client) => client.call(name, { query: { page_size: 50 } }));
    if (page && page.results.length > 0) shown = page.results.map(({ uuid }) => uuid);
  };
  const assign = async () => {
    const target = at.opened;
    if (!target) return;
    const given = { params: { uuid: target.uuid }, body: { assignee_id: agent.id } };
    await demand('assign', (client) => client.call('conversations.assign_user', given));
    target.is_assigned = true;
  };
  const acts: Record<Deed, () => Promise<unknown>> = {
    list,
    counts: () => demand('counts', (client) => client.call('conversations.counts')),
    open,
    reply: () => write(false),
    note: () => write(true),
    assign,
    status: async () => {
      const params = at.opened && { uuid: at.opened.uuid };
      const status = random.next() < 0.7 ? 'Resolved' : 'Open';
      if (!params) return;
      await demand('status', (client) => client.call('conversations.set_status', { params, body: { status } }));
    },
    search: () =>
      demand('search', (client) =>
        client.call('search.query', { query: { q: random.pick(searches), sort: 'newest' } }),
      ),
  };
  const pickDeed = (): Deed => {
    let left = random.next() * total;
    for (const [name, rate] of Object.entries(mix) as [Deed, number][]) {
      left -= rate;
      if (left <= 0) return name;
    }
    return 'list';
  };

  for (;;) {
    const wait = (-Math.log(1 - random.next()) * 60_000) / (total * options.pace);
    await pause(Math.min(wait, 60_000));
    if (options.isOver()) return;
    const deed = pickDeed();
    const needsOne = deed !== 'list' && deed !== 'counts' && deed !== 'search';
    if (needsOne && shown.length === 0) await list();
    if (needsOne && deed !== 'open' && !at.opened) await open();
    // Nobody resolves what is nobody's.
    if (deed === 'status' && at.opened?.is_assigned === false) await assign();
    const begun = performance.now();
    await acts[deed]();
    const took = performance.now() - begun;
    deeds.times[deed].push(took);
    const minute = Math.floor((begun - start) / 60_000);
    deeds.by_minute[minute] ??= [];
    deeds.by_minute[minute].push(took);
  }
}

const searches = ['invoice', 'parcel late', 'refund status:Open', 'broken', '"thank you"', 'password is:unassigned'];

function clientOf(agent: LoadAgent, address: string): ApiClient {
  const client = new ApiClient(address);
  for (const [name, value] of agent.cookies) client.cookies.set(name, value);
  return client;
}
