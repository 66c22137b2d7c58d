import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../lib/operator-error.ts';
import type { EmbeddedLog, Postmaster } from './postmaster.ts';

/** What the supervisor needs to start a server and to know that it serves. */
export interface Supervised {
  /** Removes what an earlier server left in the way. */
  clearWay(): Promise<void>;
  spawn(): Postmaster;
  /** An address that answers as soon as the server takes connections. */
  url: string;
  log: EmbeddedLog;
  /** Called each time that the server runs again after it had died. */
  onRestart?: (() => void) | undefined;
}

/** The remains of a dead server need a moment to go: its children notice the death by themselves. */
const passing = /lock file|shared memory|already in use|could not bind/;
const patience = 30_000;

/**
 * Starts the server, resolves when it takes connections, and starts it again whenever it dies until the answered function
 * is called, which stops it. Throws the server's last words when the first start fails.
 */
export async function supervise(supervised: Supervised): Promise<() => Promise<void>> {
  const { log } = supervised;
  let stopping = false;
  let server = await firstStart(supervised);

  const start = async (): Promise<void> => {
    await supervised.clearWay();
    server = supervised.spawn();
    await server.ready(supervised.url);
  };
  const watch = async (): Promise<void> => {
    let pause = 0;
    while (true) {
      const words = await server.ended;
      if (stopping) return;
      log.warn(`PostgreSQL has ended (${words}); starting it again`);
      await delay(pause);
      if (stopping) return;
      try {
        await start();
        // Whoever stops waits for this watch, and then stops the server that has just been started.
        if (stopping) return;
        pause = 0;
        log.info('PostgreSQL runs again');
        supervised.onRestart?.();
      } catch (error) {
        if (stopping) return;
        pause = Math.min(pause * 2 + 100, 10_000);
        log.error(`PostgreSQL does not start: ${(error as Error).message}`);
        await server.stop();
      }
    }
  };
  const watching = watch();
  return async () => {
    stopping = true;
    await server.stop();
    await watching;
    // The watch may have been about to start one.
    await server.stop();
  };
}

async function firstStart(supervised: Supervised): Promise<Postmaster> {
  const end = Date.now() + patience;
  while (true) {
    await supervised.clearWay();
    const server = supervised.spawn();
    try {
      await server.ready(supervised.url);
      return server;
    } catch (error) {
      await server.stop();
      const { message } = error as Error;
      if (!passing.test(message) || Date.now() > end) throw new OperatorError(`PostgreSQL does not start: ${message}`);
      await delay(200);
    }
  }
}
