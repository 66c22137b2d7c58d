import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Where the supervisor tells what happens; pino's loggers fit. */
export interface EmbeddedLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A started postmaster process. */
export interface Postmaster {
  /** Settles when the process has ended, with the last lines it wrote. */
  ended: Promise<string>;
  /** Waits until it takes connections, however long its recovery lasts; throws its last words when it ends before. */
  ready(url: string): Promise<void>;
  /** Ends it by a fast shutdown, and one without a checkpoint when that takes over a minute. */
  stop(): Promise<void>;
}

/** Looks after a child that was just spawned. Its output goes to the log: crashes as warnings, the rest as debug lines. */
export function watchPostmaster(child: ChildProcess, log: EmbeddedLog): Postmaster {
  const last: string[] = [];
  let alive = true;
  const read = (line: string) => {
    last.push(line);
    if (last.length > 5) last.shift();
    if (line.includes('PANIC:')) log.warn(`PostgreSQL: ${line}`);
    else log.debug(`PostgreSQL: ${line}`);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', read);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      alive = false;
      resolve(error.message);
    });
    // Not 'close': a backend that outlives the postmaster for a moment still holds the pipe.
    child.once('exit', (code, signal) => {
      alive = false;
      resolve(last.join(' | ') || `ended with ${signal ?? `status ${code}`}`);
    });
  });
  // The kernel does this on Linux; elsewhere a regular exit without stop() must not leave it behind.
  const onExit = () => child.kill('SIGINT');
  process.once('exit', onExit);
  void ended.then(() => process.off('exit', onExit));

  return {
    ended,
    async ready(url) {
      const started = Date.now();
      let told = started;
      while (alive) {
        if (await accepts(url)) return;
        if (Date.now() - told > 10_000) {
          told = Date.now();
          log.info(`still waiting for PostgreSQL, ${Math.round((told - started) / 1000)} s (it recovers from a crash)`);
        }
        await Promise.race([delay(25), ended]);
      }
      throw new Error(await ended);
    },
    async stop() {
      if (alive) child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGQUIT'), 60_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    // Not listening yet, or starting up, recovering or shutting down after a crash (class 57P).
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code?.startsWith('57P') || code === undefined) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
