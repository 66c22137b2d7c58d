import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './machine.ts';

/** Whether the program is there; without it tests say that they were skipped. `.ci/run` installs it. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) process.stderr.write('redis-server is not installed: the tests with Redis are skipped\n');

export interface RedisServer {
  url: string;
  /** Ends it at once, as a power failure would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops answering without closing anything, until `wake`. */
  freeze(): void;
  wake(): void;
}

const password = 'hidden-word';

/** Starts a Redis of the test's own on a free port; it keeps nothing. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://:${password}@127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const start = async () => {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--daemonize',
      'no',
    ];
    child = spawn('redis-server', [...args, '--requirepass', password], { cwd: '/tmp', stdio: 'ignore' });
    for (;;) {
      const client = new Redis(url, { lazyConnect: true, retryStrategy: null });
      client.on('error', () => {});
      const isThere = await client.connect().then(
        () => true,
        () => false,
      );
      client.disconnect();
      if (isThere) return;
      if (child.exitCode !== null) throw new Error(`redis-server ended with status ${child.exitCode}`);
      await pause(20);
    }
  };
  await start();
  return {
    url,
    start,
    async kill() {
      const killed = child;
      child = null;
      if (!killed || killed.exitCode !== null) return;
      const ended = once(killed, 'exit');
      killed.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
  };
}
