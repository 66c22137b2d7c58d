import type { Log } from '../lib/log.ts';

/** Hears what transactions notify, across processes. What commits is heard in the order of the commits. */
export interface Bus {
  /** Calls back for every notification on a channel from now on; the returned function ends it. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called after the connection was lost and made again: notifications may have been missed. */
  onGap(handler: () => void): () => void;
  /** Tells every process, this one too, what is of the moment and stands in no row; whoever cannot be reached now never hears of it. */
  tell(channel: string, payloads: readonly string[]): Promise<void>;
  /** Tells what was just committed; null where PostgreSQL tells what transactions notify. */
  readonly publish: ((change: ToldChange) => void) | null;
  /** Who carries, and whether that is so at this moment. */
  state(): { carrier: 'postgres' | 'redis'; is_connected: boolean };
  close(): Promise<void>;
}

/** One notification. */
export interface Saying {
  channel: string;
  payload: string;
}

/** A committed transaction as a carrier tells it: its numbers in the change log and what is to be heard, in order. */
export interface ToldChange {
  first: number;
  last: number;
  said: readonly Saying[];
}

/** Who listens to which channel. */
export interface Ears {
  on: Bus['on'];
  onGap: Bus['onGap'];
  hear(saying: Saying): void;
  tellGap(): void;
}

/** `channels` are all that can be listened to. A handler that throws keeps nothing from the others. */
export function createEars(channels: readonly string[], log: Log): Ears {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const gapHandlers = new Set<() => void>();
  return {
    on(channel, handler) {
      if (!channels.includes(channel)) throw new Error(`channel ${channel} is not listened to`);
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      return () => set.delete(handler);
    },
    onGap(handler) {
      gapHandlers.add(handler);
      return () => gapHandlers.delete(handler);
    },
    hear({ channel, payload }) {
      for (const handler of handlers.get(channel) ?? []) {
        try {
          handler(payload);
        } catch (error) {
          log.error({ channel, err: error }, 'a notification could not be taken');
        }
      }
    },
    tellGap() {
      for (const handler of gapHandlers) handler();
    },
  };
}

/** For a short command: where Redis carries, the running processes find what was committed in the change log, moments later. */
export function publishNothing(redisUrl: string | undefined): Bus['publish'] {
  return redisUrl ? () => {} : null;
}
