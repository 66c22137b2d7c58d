import { setTimeout as pause } from 'node:timers/promises';
import type { FrameData, FrameType } from '@bellhop/contract';
import type { Bus, ToldChange } from '../db/bus.ts';
import type { Database } from '../db/pool.ts';
import type { Transaction } from '../db/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { Actor } from './actor.ts';
import type { Audience } from './audience.ts';
import type { DomainEvent, DomainEventKind } from './domain-events.ts';
import type { JobName, JobOptions, Jobs } from './jobs.ts';
import { type ChangeEntry, insertJob, writeCarriedChange, writeChangeLog } from './unit-of-work.queries.ts';

/** One PostgreSQL transaction with everything that must happen with it, or not at all (architecture 3.3). */
export interface UnitOfWork {
  /** The only thing writing queries accept. */
  db: Transaction;
  /** One instant for the whole unit. */
  now: Date;
  actor: Actor;
  /** The cause record of what is being done now; null for what a person does. Set by `because` alone. */
  cause: number | null;
  /** Tells in-transaction subscribers now and puts the event into the change log. */
  publish(event: DomainEvent): Promise<void>;
  enqueue<J extends JobName>(job: J, payload: Jobs[J], options?: JobOptions): Promise<void>;
  /** A websocket frame, sent by every process after commit, in the order of the calls. */
  broadcast<F extends FrameType>(type: F, data: FrameData<F>, audience: Audience): void;
  /** Wakes listeners on a channel of the bus, in every process and after commit. */
  wake(channel: WakeChannel, payload?: string): void;
}

export type WakeChannel =
  | 'bellhop_outgoing'
  | 'bellhop_inboxes'
  | 'bellhop_sessions'
  | 'bellhop_settings'
  | 'bellhop_agents'
  | 'bellhop_presence'
  | 'bellhop_push'
  | 'bellhop_assignment'
  | 'bellhop_webhooks';

/** A subscriber runs inside the transaction of the event; slow work belongs into a job that it enqueues. */
export type Subscriber<K extends DomainEventKind = DomainEventKind> = (
  uow: UnitOfWork,
  event: Extract<DomainEvent, { kind: K }>,
) => Promise<void>;
export type Subscribers = { [K in DomainEventKind]?: Subscriber<K>[] };

/**
 * Runs `body` in a unit of work; throws what it throws, with nothing done. When PostgreSQL ends the transaction because of another
 * one (a deadlock, a serialization failure), all of it is done again, a few times at most. So a body acts through its unit
 * of work alone, and keeps nothing outside from one run to the next: files are stored before it, mail is sent after it.
 */
export type Work = <T>(actor: Actor, body: (uow: UnitOfWork) => Promise<T>) => Promise<T>;

/**
 * What leaves the desk because of a unit of work's events. It runs once, after the body; what it answers runs after the events got their numbers,
 * while no other unit can get any, and is given these, in the order of the events.
 */
export type Outbox = (
  uow: UnitOfWork,
  events: readonly DomainEvent[],
) => Promise<((seqs: readonly number[]) => Promise<void>) | null>;

/** The factory of `work`; subscribers come from the composition root. */
export function createWork(options: {
  database: Database;
  clock: Clock;
  subscribers: Subscribers;
  outbox?: Outbox;
  /**
   * What this process itself keeps in memory of what a channel tells of, read anew before `work` resolves: whoever is answered finds the
   * change in the next answer. Other processes hear of it a moment later.
   */
  renewals?: Partial<Record<WakeChannel, () => Promise<void>>>;
  /** Tells the other processes after the commit; without one PostgreSQL does it with the commit. */
  publish?: Bus['publish'];
}): Work {
  const { database, clock, subscribers, outbox, renewals = {}, publish = null } = options;
  const runOnce: Work = async (actor, body) => {
    const wakes = new Map<string, { channel: WakeChannel; payload: string }>();
    const { done, told } = await database.db.transaction().execute(async (db) => {
      const entries: ChangeEntry[] = [];
      const published: { event: DomainEvent; place: number }[] = [];
      const uow: UnitOfWork = {
        db,
        now: clock.now(),
        actor,
        cause: null,
        async publish(event) {
          const { kind, ...payload } = event;
          published.push({ event, place: entries.length });
          entries.push({
            kind,
            conversation_id: 'conversation_id' in payload ? payload.conversation_id : null,
            cause_id: uow.cause,
            payload,
            frame: null,
            audience: null,
          });
          for (const subscriber of subscribers[kind] ?? []) await (subscriber as Subscriber)(uow, event);
        },
        enqueue: (job, payload, jobOptions) => insertJob(db, job, payload, jobOptions ?? {}),
        broadcast(type, data, audience) {
          entries.push({
            kind: 'frame',
            conversation_id: audience.to === 'conversation' ? audience.conversation_id : null,
            cause_id: null,
            payload: {},
            frame: { type, data },
            audience,
          });
        },
        wake(channel, payload = '') {
          wakes.set(`${channel} ${payload}`, { channel, payload });
        },
      };
      const result = await body(uow);
      const events = published.map(({ event }) => event);
      const sendOut = outbox && events.length > 0 ? await outbox(uow, events) : null;
      let carried: ToldChange | null = null;
      if (entries.length > 0 || wakes.size > 0) {
        const change = { entries, wakes: [...wakes.values()], actor_id: actor.id, now: uow.now };
        if (publish) carried = await writeCarriedChange(db, change);
        const first = carried?.first ?? (await writeChangeLog(db, change));
        await sendOut?.(published.map(({ place }) => first + place));
      }
      return { done: result, told: carried };
    });
    if (told) publish?.(told);
    for (const channel of new Set([...wakes.values()].map((wake) => wake.channel))) await renewals[channel]?.();
    return done;
  };
  return async (actor, body) => {
    for (let tries = 1; ; tries++) {
      try {
        return await runOnce(actor, body);
      } catch (error) {
        if (tries === mostTries || !isLostToOther(error)) throw error;
        // Those that met would only meet again.
        await pause(Math.random() * 50 * tries);
      }
    }
  };
}

/** So often a unit of work is run in all. */
const mostTries = 5;

/** SQLSTATE serialization_failure and deadlock_detected: the transaction was ended for another's sake, and may succeed later. */
function isLostToOther(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
}
