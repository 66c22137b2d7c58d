import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type Bus, createEars } from './bus.ts';

/** Until listening is tried again, in milliseconds. */
const retryMs = 500;

/**
 * Opens a bus that LISTENs on a connection of its own and keeps it open; resolves when it listens. `channels` are all that will be used. The
 * connection is asked for a sign of life every `probeMs`: it only ever hears, so it would not notice a server or a router that
 * went away without a word.
 */
export async function openListener(url: string, channels: readonly string[], log: Log, probeMs = 15_000): Promise<Bus> {
  const ears = createEars(channels, log);
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
      ears.hear({ channel, payload: payload ?? '' });
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
        else ears.tellGap();
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
    on: ears.on,
    onGap: ears.onGap,
    async tell(channel, payloads) {
      if (!client) throw new Error('the listening connection is away');
      await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads]);
    },
    publish: null,
    state: () => ({ carrier: 'postgres', is_connected: client !== null }),
    async close() {
      closed = true;
      clearInterval(probe);
      if (retry) clearTimeout(retry);
      await client?.end();
    },
  };
}
