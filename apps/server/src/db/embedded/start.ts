import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OperatorError } from '../../lib/operator-error.ts';
import { nativeFolder } from './binaries.ts';
import { choosePort } from './choose-port.ts';
import { chooseRunner } from './choose-runner.ts';
import { clearWay } from './clear-way.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { type EmbeddedLog, watchPostmaster } from './postmaster.ts';
import { prepareCluster, readConnection, writeConnection } from './prepare-cluster.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { supervise } from './supervise.ts';

/** `settings` go over the defaults (names of postgresql.conf). */
export interface EmbeddedOptions {
  dataDir: string;
  log: EmbeddedLog;
  settings?: Settings;
  /** Called when the server's process was begun: until it takes connections there is time for other work. */
  onSpawn?: (() => void) | undefined;
  /** Called each time that the server runs again, on the same address, after it had died. */
  onRestart?: () => void;
}

/** A running server. `stop` shuts it down and releases the data folder; call it after the last connection's user. */
export interface EmbeddedPostgres {
  /** Of the database `bellhop`, as superuser, on 127.0.0.1; valid until `stop`, through all restarts. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed, with its files in `<dataDir>/postgres`, and keeps it running: when it dies it is
 * started again on the same address, until `stop()`. Claims the data folder. Throws DataDirInUse when another process has
 * it, and an OperatorError when PostgreSQL cannot run. Call it from the main thread: on Linux the server ends with the
 * thread that started it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const lock = lockDataDir(options.dataDir);
  try {
    const home = join(realpathSync(options.dataDir), 'postgres');
    const clear = () => clearWay(join(home, 'cluster'), (message) => log.warn(message));
    // First of all: files change hands below, and nothing may run on them then.
    await clear();
    const runner = chooseRunner(nativeFolder(), home);
    const cluster = await prepareCluster(home, runner, { ...defaultSettings(), ...options.settings });
    const remembered = readConnection(home);
    if (!remembered)
      throw new OperatorError(`${home}/connection.json, which holds the password of the database, is missing`);
    const connection = { ...remembered, port: await choosePort(remembered.port) };
    writeConnection(home, connection, runner);

    // No Unix socket: its file would lie outside the data folder.
    const args = ['-D', cluster, '-p', String(connection.port), '-h', '127.0.0.1', '-k', ''];
    const stop = await supervise({
      clearWay: clear,
      spawn: () => {
        const server = watchPostmaster(runner.start('postgres', args), log);
        options.onSpawn?.();
        return server;
      },
      url: databaseUrl(connection, 'postgres'),
      log,
      onRestart: options.onRestart,
    });
    await ensureDatabase(databaseUrl(connection, 'postgres'));
    return {
      url: databaseUrl(connection, 'bellhop'),
      async stop() {
        await stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The address of the server that runs, or last ran, on this data folder; null when there was none yet. */
export function embeddedDatabaseUrl(dataDir: string): string | null {
  const connection = readConnection(join(dataDir, 'postgres'));
  return connection && connection.port > 0 ? databaseUrl(connection, 'bellhop') : null;
}

function databaseUrl(connection: { port: number; password: string }, database: string): string {
  return `postgres://bellhop:${connection.password}@127.0.0.1:${connection.port}/${database}`;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = 'bellhop'");
    if (found.rowCount === 0) await client.query('create database bellhop');
  } finally {
    await client.end();
  }
}
