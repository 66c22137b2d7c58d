import pg from 'pg';
import type { Log } from '../lib/log.ts';

/** Hears what transactions notify, across processes. LISTEN/NOTIFY today; another carrier can stand behind the same interface. */
export interface Bus {
  /** Calls back for every notification on a channel from now on; the returned function ends it. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called after the connection was lost and made again: notifications may have been missed. */
  onGap(handler: () => void): () => void;
  close(): Promise<void>;
}

/** Until listening is tried again, in milliseconds. */
const retryMs = 500;

/**
 * Opens a bus on its own connection and keeps it open; resolves when it listens. `channels` are all that will be used. The
 * connection is asked for a sign of life every `probeMs`: it only ever hears, so it would not notice a server or a router that
 * went away without a word.
 */
export async function openListener(url: string, channels: readonly string[], log: Log, probeMs = 15_000): Promise<Bus> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const gapHandlers = new Set<() => void>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'bellhop-listen',
      keepAlive: true,
      connectionTimeoutMillis: 15_000,
      query_timeout: probeMs,
    });
    next.on('error', (error) => log.warn({ err: error.message }, 'the listening connection failed'));
    next.on('notification', ({ channel, payload }) => {
      // Before it listens to all and the gap is told, whoever hears this would take it for the next in line.
      if (client !== next) return;
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
    });
    next.on('end', () => lose(next));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => log.debug('a half-open listening connection was dropped'));
      throw error;
    }
    client = next;
  };

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    reconnectSoon();
  };

  const reconnectSoon = () => {
    if (closed || retry) return;
    retry = setTimeout(async () => {
      retry = null;
      try {
        await connect();
        if (closed) await client?.end();
        else for (const handler of gapHandlers) handler();
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'listening again failed');
        reconnectSoon();
      }
    }, retryMs);
  };

  await connect();
  const probe = setInterval(() => {
    const probed = client;
    probed?.query('select 1').catch((error: Error) => {
      if (closed || client !== probed) return;
      log.warn({ err: error.message }, 'the listening connection is dead');
      // Its end would wait for the other side.
      probed.end().catch(() => {});
      lose(probed);
    });
  }, probeMs);

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
    async close() {
      closed = true;
      clearInterval(probe);
      if (retry) clearTimeout(retry);
      await client?.end();
    },
  };
}
