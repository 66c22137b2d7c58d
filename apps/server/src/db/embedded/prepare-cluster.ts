import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../lib/operator-error.ts';
import type { Runner } from './choose-runner.ts';
import { renderSettings, type Settings } from './settings.ts';

/** What a later start needs to know: kept in `connection.json` of the home folder, readable by its owner alone. */
export interface Connection {
  port: number;
  password: string;
}

const majorVersion = '18';

/**
 * Makes the database cluster in `home/cluster` on first use, checks its version on later ones, and writes the settings.
 * Answers the folder. A first start that was interrupted leaves nothing that the next one would trust.
 */
export async function prepareCluster(home: string, runner: Runner, settings: Settings): Promise<string> {
  const cluster = join(home, 'cluster');
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialize(home, cluster, runner);
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion) {
    throw new OperatorError(`${cluster} was made by PostgreSQL ${version}, but this Bellhop brings ${majorVersion}.`);
  }
  writeOwned(join(cluster, 'bellhop.conf'), renderSettings(settings), runner);
  return cluster;
}

/** Answers null before the first start. */
export function readConnection(home: string): Connection | null {
  const path = join(home, 'connection.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Connection) : null;
}

/** Replaces the file as a whole, so that a crash leaves the old or the new one. */
export function writeConnection(home: string, connection: Connection, runner: Runner): void {
  writeOwned(join(home, 'connection.json'), JSON.stringify(connection), runner);
}

async function initialize(home: string, cluster: string, runner: Runner): Promise<void> {
  const fresh = `${cluster}.new`;
  const passwordFile = join(home, 'password.new');
  const password = randomBytes(24).toString('base64url');
  rmSync(fresh, { recursive: true, force: true });
  writeOwned(passwordFile, password, runner);
  // The builtin provider sorts and folds alike on every system and after each upgrade of it.
  const libc = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const locale = [`--locale=${libc}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['-U', 'bellhop', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await finish(runner.start('initdb', ['-D', fresh, '-E', 'UTF8', ...locale, ...auth]));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  appendFileSync(join(fresh, 'postgresql.conf'), "\ninclude 'bellhop.conf'\n# Your own settings:\n");
  writeConnection(home, { port: 0, password }, runner);
  renameSync(fresh, cluster);
}

function finish(child: ReturnType<Runner['start']>): Promise<void> {
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new OperatorError(`initdb failed: ${output.trim().split('\n').slice(-5).join(' ')}`)),
    );
  });
}

function writeOwned(path: string, text: string, runner: Runner): void {
  const next = `${path}.next`;
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode: 0o600 });
  if (runner.owner) chownSync(next, runner.owner.uid, runner.owner.gid);
  renameSync(next, path);
}
