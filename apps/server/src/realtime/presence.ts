import { randomUUID } from 'node:crypto';
import { type ConversationPresence, type PresenceState, presenceExpiryMs } from '@bellhop/contract';
import { canSeeConversation, type Viewer } from '@bellhop/rules';
import type { Bus } from '../db/bus.ts';
import type { Reader } from '../db/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { assignmentsByUuid } from './presence.queries.ts';
import { createPresenceBoard, type PresenceEntry, strongest } from './presence-board.ts';

/** Channel on which the processes tell each other who is where. */
export const presenceChannel = 'bellhop_presence';

/** One connected client, as presence knows it: who it is now, and where to send. */
export interface PresenceClient {
  viewer: Viewer;
  send(text: string): void;
}

/** Who looks at which conversation, over all processes; kept in memory alone. */
export interface Presence {
  /** Adds a client, which hears of changes in what it may see. */
  join(client: PresenceClient): PresenceSeat;
  /** Who is in these conversations now; those that the viewer may not see, and those where nobody is, are left out. */
  list(viewer: Viewer, uuids: readonly string[]): Promise<ConversationPresence[]>;
  close(): Promise<void>;
}

/** A client's place. */
export interface PresenceSeat {
  /** What the client says of itself; null: it is nowhere. */
  say(where: { conversation_uuid: string; state: PresenceState } | null): void;
  leave(): void;
}

/** What the processes say: the whole of one (`asks`: and the others shall say theirs), or what has changed. */
interface Saying {
  process: string;
  asks?: true;
  entries: [uuid: string, agentId: number, state: PresenceState | null][];
}

/** Changes within this time are told together, in milliseconds: who leafs through the list is not announced in each conversation. */
const gatherMs = 150;
/** A process repeats what its clients keep saying, in milliseconds; well before it expires elsewhere. */
const repeatMs = 5_000;
const sweepMs = 1_000;
/** PostgreSQL refuses 8,000 bytes of notification; an entry takes 70 at most. */
const entriesPerNotification = 90;

/** Starts presence for one process. */
export function startPresence(options: { bus: Bus; db: Reader; clock: Clock; log: Log }): Presence {
  const { bus, db, clock, log } = options;
  const process = randomUUID();
  const board = createPresenceBoard();
  const seats = new Set<Seat>();
  /** What the others have been told of this process's agents: `uuid agent` to state. */
  let told = new Map<string, PresenceEntry>();
  const changed = new Set<string>();
  let gather: NodeJS.Timeout | null = null;
  let work: Promise<void> = Promise.resolve();
  let closed = false;
  const now = () => clock.now().getTime();
  const inTurn = (task: () => Promise<void>) => {
    work = work.then(task).catch((error: Error) => log.warn({ err: error.message }, 'presence could not be passed on'));
    return work;
  };

  /** What this process's clients do, one entry for an agent in a conversation. */
  const own = async () => {
    // As it stands now: a client may move on while the places are read, and says so itself.
    const said = [...seats].flatMap(({ client, where, until }) => (where && until > now() ? [{ client, where }] : []));
    const places = await assignmentsByUuid(db, [...new Set(said.map(({ where }) => where.conversation_uuid))]);
    const entries = new Map<string, PresenceEntry>();
    for (const { client, where } of said) {
      const uuid = where.conversation_uuid;
      const place = places.get(uuid);
      // Looked at each time: the conversation changes hands, and so do permissions.
      if (!place || !canSeeConversation(client.viewer, place)) continue;
      const key = `${uuid} ${client.viewer.id}`;
      const state = strongest([where.state, ...(entries.get(key)?.state ? [entries.get(key)!.state!] : [])]);
      entries.set(key, { uuid, agent_id: client.viewer.id, state });
    }
    return entries;
  };
  const say = async (entries: readonly PresenceEntry[], asks = false) => {
    const sayings: Saying[] = [];
    for (let at = 0; at < entries.length || (asks && at === 0); at += entriesPerNotification) {
      sayings.push({
        process,
        ...(asks && at === 0 && { asks }),
        entries: entries.slice(at, at + entriesPerNotification).map((one) => [one.uuid, one.agent_id, one.state]),
      });
    }
    if (sayings.length > 0)
      await bus.tell(
        presenceChannel,
        sayings.map((one) => JSON.stringify(one)),
      );
  };
  /** Tells the others what has changed here; with `all`, everything. */
  const publish = async (all: boolean, asks = false) => {
    const present = await own();
    const entries = [...present].flatMap(([key, entry]) =>
      all || told.get(key)?.state !== entry.state ? [entry] : [],
    );
    for (const [key, entry] of told) if (!present.has(key)) entries.push({ ...entry, state: null });
    await say(entries, asks);
    told = present;
  };
  /** Tells this process's clients who may see it. */
  const show = async () => {
    const uuids = [...changed];
    changed.clear();
    if (uuids.length === 0 || seats.size === 0) return;
    const places = await assignmentsByUuid(db, uuids);
    for (const [uuid, place] of places) {
      const text = JSON.stringify({
        type: 'presence_update',
        data: { conversation_uuid: uuid, agents: board.read(uuid) },
      });
      for (const { client } of seats) if (canSeeConversation(client.viewer, place)) client.send(text);
    }
  };
  const soon = () => {
    if (closed) return;
    gather ??= setTimeout(() => {
      gather = null;
      void inTurn(async () => {
        await publish(false);
        await show();
      });
    }, gatherMs);
  };
  const noteChanges = (uuids: ReadonlySet<string>) => {
    for (const uuid of uuids) changed.add(uuid);
    if (uuids.size > 0) soon();
  };

  const stopHearing = bus.on(presenceChannel, (payload) => {
    const saying = JSON.parse(payload) as Saying;
    const entries = saying.entries.map(([uuid, agent_id, state]) => ({ uuid, agent_id, state }));
    noteChanges(board.note(saying.process, entries, now()));
    if (saying.asks && saying.process !== process) void inTurn(() => publish(true));
  });
  const stopGap = bus.onGap(() => void inTurn(() => publish(true, true)));
  const repeat = setInterval(() => void inTurn(() => publish(true)), repeatMs);
  const sweeping = setInterval(() => {
    noteChanges(board.expire(now()));
    if ([...seats].some((seat) => seat.where && seat.until <= now())) soon();
  }, sweepMs);
  void inTurn(() => publish(true, true));

  return {
    join(client) {
      const seat: Seat = { client, where: null, until: 0 };
      seats.add(seat);
      return {
        say(where) {
          const isNews =
            where?.conversation_uuid !== seat.where?.conversation_uuid ||
            where?.state !== seat.where?.state ||
            seat.until <= now();
          seat.where = where;
          seat.until = now() + presenceExpiryMs;
          if (isNews) soon();
        },
        leave() {
          seats.delete(seat);
          if (seat.where) soon();
        },
      };
    },
    async list(viewer, uuids) {
      const present = uuids.filter((uuid) => board.read(uuid).length > 0);
      const places = await assignmentsByUuid(db, present);
      return present.flatMap((uuid) => {
        const place = places.get(uuid);
        return place && canSeeConversation(viewer, place)
          ? [{ conversation_uuid: uuid, agents: board.read(uuid) }]
          : [];
      });
    },
    async close() {
      closed = true;
      clearInterval(repeat);
      clearInterval(sweeping);
      if (gather) clearTimeout(gather);
      stopHearing();
      stopGap();
      seats.clear();
      // Those here are gone at once, not in 15 s.
      await inTurn(() => publish(false));
    },
  };
}

interface Seat {
  client: PresenceClient;
  where: { conversation_uuid: string; state: PresenceState } | null;
  /** What was said counts until then. */
  until: number;
}
