import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedDatabaseUrl } from '../apps/server/src/db/embedded/index.ts';
import { ApiClient } from '../apps/server/test/api-client.ts';
import { freePort } from '../apps/server/test/machine.ts';
import { engineFlags } from '../scripts/engine-flags.ts';

const root = join(import.meta.dirname, '..');
export const adminEmail = 'bench@bellhop.local';
export const adminPassword = 'Bench-password-1';

/** The product as an operator runs it: a process of its own on a data folder. */
export interface Product {
  address: string;
  smtp_port: number;
  data_dir: string;
  /** Of the embedded database, for hand-written SQL beside the product. */
  database_url: string;
  pid: number;
  /** Milliseconds from the spawn to the first 200 of /health. */
  started_in: number;
  /** Resident memory in bytes, as the kernel counts it. */
  memory(): Promise<number>;
  client(email?: string): Promise<ApiClient>;
  kill(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Starts the product and waits until it serves. `nodeArgs` go to Node itself. */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<Product> {
  const port = await freePort();
  const smtpPort = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [...engineFlags, ...nodeArgs, join(root, 'scripts/bellhop.mjs'), 'start'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      BELLHOP_LOCAL_SMTP_PORT: String(smtpPort),
      BELLHOP_DATA_DIR: dataDir,
      BELLHOP_ADMIN_EMAIL: adminEmail,
      BELLHOP_ADMIN_PASSWORD: adminPassword,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  await untilHealthy(address, child);
  const startedIn = performance.now() - start;
  return {
    address,
    smtp_port: smtpPort,
    data_dir: dataDir,
    database_url: env.DATABASE_URL || embeddedDatabaseUrl(dataDir)!,
    pid: child.pid!,
    started_in: startedIn,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    },
    async client(email = adminEmail) {
      const client = new ApiClient(address);
      await client.login(email, adminPassword);
      return client;
    },
    kill: (signal) => child.kill(signal),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function untilHealthy(address: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the product ended with status ${child.exitCode ?? child.signalCode}`);
    const answer = await fetch(`${address}/health`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
