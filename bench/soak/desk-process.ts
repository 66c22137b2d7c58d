import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { embeddedDatabaseUrl } from '../../apps/server/src/db/embedded/index.ts';
import { ApiClient } from '../../apps/server/test/api-client.ts';
import { engineFlags } from '../../scripts/engine-flags.ts';
import type { Random } from '../random.ts';

const root = join(import.meta.dirname, '../..');
const adminEmail = 'soak@bellhop.local';
const adminPassword = 'Soak-password-1';
/** A start that lasts longer is a finding, not slowness. */
const startLimitMs = 90_000;

/** The product as a process that may die at any moment, on one data folder and the same two ports for all its lives. */
export interface DeskProcess {
  address: string;
  smtp_port: number;
  /** Where it listens for a debugger once it is asked to. */
  inspect_port: number;
  data_dir: string;
  /** Everything that all its lives wrote. */
  log_file: string;
  pid(): number | undefined;
  /** Spawns it; whether it comes up is told by `healthy`. */
  launch(): void;
  /** Resolves when /health answers 200. Throws when the process ends by itself before, or takes far too long. */
  healthy(): Promise<void>;
  /** SIGKILL, and waits until the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; answers the exit status, or the signal that ended it. */
  stop(): Promise<number | string>;
  /** Pid of the running postmaster, undefined when there is none. */
  postmaster(): number | undefined;
  /** Ends of the process that nobody asked for, with its last words. */
  surprises: string[];
  /** Signs in as the first administrator. */
  client(): Promise<ApiClient>;
  /** Reads rows, through all outages of the database. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Prepares a desk in `folder`; nothing runs yet. `env` goes over the environment. */
export async function createDeskProcess(
  folder: string,
  random: Random,
  env: Record<string, string> = {},
): Promise<DeskProcess> {
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'desk.log');
  const port = await steadyPort(random);
  const smtpPort = await steadyPort(random);
  const address = `http://127.0.0.1:${port}`;
  // Far from the others, and as steady as they are.
  const inspectPort = port - 10_000;
  const surprises: string[] = [];
  /** Ends that were asked for. */
  const asked = new WeakSet<ChildProcess>();
  let child: ChildProcess | null = null;

  const isAlive = () => child !== null && child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<number | string> => {
    const ending = child;
    if (!ending) throw new Error('the product was never launched');
    asked.add(ending);
    if (isAlive()) {
      const exited = once(ending, 'exit');
      ending.kill(signal);
      await exited;
    }
    return ending.exitCode ?? ending.signalCode!;
  };

  return {
    address,
    smtp_port: smtpPort,
    inspect_port: inspectPort,
    data_dir: dataDir,
    log_file: logFile,
    surprises,
    pid: () => (isAlive() ? child!.pid : undefined),
    launch() {
      const log = openSync(logFile, 'a');
      const flags = [...engineFlags, `--inspect-port=${inspectPort}`];
      const launched = spawn(process.execPath, [...flags, join(root, 'apps/server/src/cli.ts'), 'start'], {
        cwd: root,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          LOG_LEVEL: 'info',
          PORT: String(port),
          BELLHOP_LOCAL_SMTP_PORT: String(smtpPort),
          BELLHOP_DATA_DIR: dataDir,
          BELLHOP_ADMIN_EMAIL: adminEmail,
          BELLHOP_ADMIN_PASSWORD: adminPassword,
          DATABASE_URL: '',
          ...env,
        },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      child = launched;
      launched.once('exit', (code, signal) => {
        if (asked.has(launched)) return;
        const words = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
        surprises.push(`the product ended by itself (${signal ?? `status ${code}`}):\n${words}`);
      });
    },
    async healthy() {
      const until = Date.now() + startLimitMs;
      while (isAlive()) {
        const answer = await fetch(`${address}/health`).catch(() => null);
        if (answer?.status === 200) return;
        if (Date.now() > until) throw new Error(`the product did not come up within ${startLimitMs / 1000} s`);
        await pause(20);
      }
      throw new Error(surprises.at(-1) ?? 'the product was ended while it was waited for');
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    postmaster() {
      try {
        const pid = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
        return pid > 1 ? pid : undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async client() {
      const client = new ApiClient(address);
      await client.login(adminEmail, adminPassword);
      return client;
    },
    async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const until = Date.now() + startLimitMs;
      for (;;) {
        const url = env.DATABASE_URL || embeddedDatabaseUrl(dataDir);
        const client = url === null ? null : new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
        client?.on('error', () => {});
        try {
          if (!client) throw new Error('there is no database yet');
          await client.connect();
          return (await client.query<Row>(text, values)).rows;
        } catch (error) {
          if (Date.now() > until || isStatementError(error)) throw error;
          await pause(50);
        } finally {
          await client?.end().catch(() => {});
        }
      }
    },
  };
}

/** The statement is wrong, which no waiting mends. */
function isStatementError(error: unknown): boolean {
  return /^(22|23|42)/.test((error as { code?: string }).code ?? '');
}

/** A free port below those that systems hand out for outgoing connections, so that it is still free after a crash. */
async function steadyPort(random: Random): Promise<number> {
  for (;;) {
    const port = random.int(20_000, 29_999);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    } finally {
      server.close();
    }
  }
}
