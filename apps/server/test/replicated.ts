import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, isExecutable } from './machine.ts';

/** The folder of PostgreSQL's programs, or why the tests with them are skipped. */
export type PostgresPrograms = { folder: string; missing: null } | { folder: null; missing: string };

/** Looks for a PostgreSQL of the system's with `pg_basebackup`, which the embedded one lacks. */
export function findPostgres(): PostgresPrograms {
  const debian = '/usr/lib/postgresql';
  const versions = readdirOrNone(debian).toSorted((a, b) => Number(b) - Number(a));
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/usr/bin'];
  const folder = folders.find((place) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((name) => isExecutable(join(place, name))),
  );
  return folder === undefined
    ? { folder: null, missing: 'PostgreSQL with pg_basebackup is not installed (Debian: postgresql)' }
    : { folder, missing: null };
}

/** A primary and its streaming replica, thrown away afterwards. */
export interface Replicated {
  /** A superuser's address of an empty database. */
  primary_url: string;
  /** The same database on the replica. */
  replica_url: string;
  /** Runs a statement on the replica. */
  onReplica<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** From now on what is written shows on the primary alone. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

const database = 'desk';

/** Starts both on free ports of 127.0.0.1, as a user of low rank when run by root. */
export async function startReplicated(folder: string): Promise<Replicated> {
  const home = mkdtempSync(join(tmpdir(), 'bh-replicated-'));
  const identity = lowRank();
  if (identity.uid !== undefined) chownSync(home, identity.uid, identity.gid!);
  chmodSync(home, 0o700);
  const options = { cwd: home, ...identity } satisfies SpawnOptions;
  const run = (program: string, args: string[]) =>
    execFileSync(join(folder, program), args, { ...options, stdio: 'pipe' });

  const running = new Map<string, ChildProcess>();
  const endWithUs = () => {
    for (const child of running.values()) child.kill('SIGQUIT');
  };
  process.once('exit', endWithUs);
  const urlOn = (port: number, name = database) => `postgres://desk@127.0.0.1:${port}/${name}`;

  const start = async (name: string, port: number) => {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      hot_standby: 'on',
    };
    const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = spawn(join(folder, 'postgres'), ['-D', join(home, name), ...args], { ...options, stdio: 'ignore' });
    running.set(name, child);
    for (let tries = 0; !(await answers(urlOn(port, 'postgres'))); tries++) {
      if (child.exitCode !== null || tries > 400) throw new Error(`the PostgreSQL ${name} does not start`);
      await pause(50);
    }
  };
  const stop = async (name: string) => {
    const child = running.get(name);
    running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  };

  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  run('initdb', ['-D', join(home, 'primary'), '-U', 'desk', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  await start('primary', primaryPort);
  await ask(urlOn(primaryPort, 'postgres'), `create database ${database}`);
  run('pg_basebackup', [
    '-d',
    urlOn(primaryPort, 'postgres'),
    '-D',
    join(home, 'replica'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-N',
  ]);
  await start('replica', replicaPort);

  const onReplica = <Row extends pg.QueryResultRow>(text: string) => ask<Row>(urlOn(replicaPort), text);
  return {
    primary_url: urlOn(primaryPort),
    replica_url: urlOn(replicaPort),
    onReplica,
    async pauseReplay() {
      await onReplica('select pg_wal_replay_pause()');
      for (;;) {
        const [row] = await onReplica<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
        if (row!.state === 'paused') return;
        await pause(10);
      }
    },
    async resumeReplay() {
      await onReplica('select pg_wal_replay_resume()');
    },
    stopReplica: () => stop('replica'),
    startReplica: () => start('replica', replicaPort),
    async close() {
      await stop('replica');
      await stop('primary');
      process.off('exit', endWithUs);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  );
}

/** PostgreSQL refuses root. */
function lowRank(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const entry = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  return {};
}

function readdirOrNone(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
