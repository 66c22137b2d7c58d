import { join } from 'node:path';
import { runThrough } from './processes.mjs';

/** The server, started again at each change, and the client with hot reload, which hands API calls on to it. */
export async function run(root, args) {
  const port = process.env.PORT ?? '9000';
  const client = [join(root, 'node_modules/vite/bin/vite.js'), 'apps/web', ...args];
  const server = ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/cli.ts'), 'start'];
  const env = { ...process.env, BELLHOP_DEV_SERVER: `http://127.0.0.1:${port}` };
  const stop = new AbortController();
  const statuses = await Promise.all(
    [client, server].map(async (words) => {
      try {
        return await runThrough([process.execPath, ...words], { cwd: root, env, signal: stop.signal });
      } catch (error) {
        if (stop.signal.aborted) return 0;
        throw error;
      } finally {
        // One without the other is of no use.
        stop.abort();
      }
    }),
  );
  return Math.max(...statuses);
}
