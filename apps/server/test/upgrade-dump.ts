import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

/** What every kept desk of an earlier schema is made with: its administrator, its key, its size. */
export const keptDesk = {
  email: 'demo@bellhop.local',
  password: 'Upgrade-test-1',
  key: 'upgrade-test-key-0001',
  conversations: 60,
};

const run = promisify(execFile);
const mostBytes = 64 * 1024 * 1024;

/** A database as plain SQL that any client can run; `pgDump` is the program, as new as the server at least. */
export async function dumpDatabase(url: string, pgDump = 'pg_dump'): Promise<string> {
  const words = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200', url];
  const { stdout } = await run(pgDump, words, { maxBuffer: mostBytes });
  // Lines of psql's own, which no server understands.
  const lines = stdout.split('\n').filter((line) => !line.startsWith('\\'));
  return lines.join('\n');
}

export const packDump = (sql: string): Buffer => gzipSync(sql, { level: 9 });
export const unpackDump = (packed: Buffer): string => gunzipSync(packed).toString();
