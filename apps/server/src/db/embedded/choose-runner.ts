import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../lib/operator-error.ts';
import { copyNative, repairLinks } from './binaries.ts';
import { serverLock } from './clear-way.ts';

/** Under which identity PostgreSQL runs. PostgreSQL refuses root, so as root it needs another one. */
interface Identity {
  /** The process's uid and gid when they differ from ours; everything in the home folder belongs to them. */
  ids: { uid: number; gid: number } | null;
  /** Words put before each command. */
  prefix: string[];
}

/** How to start the programs of PostgreSQL, and who owns their files. */
export interface Runner {
  /** Starts `bin/<program>` in a session of its own, so that Ctrl+C at the terminal doesn't reach it. */
  start(program: 'initdb' | 'postgres', args: string[]): ChildProcess;
  /** Uid and gid that files for PostgreSQL must belong to; null when our own are right. */
  owner: { uid: number; gid: number } | null;
}

/**
 * Finds a way to run PostgreSQL with its files in `home` (created here, mode 0700). As root, in this order: the owner of an
 * existing home, `postgres`, `nobody` (the native folder is copied into `home` when that user cannot reach it), and where
 * they cannot reach `home` itself, a user namespace. Throws with one line that says what to do when nothing works.
 */
export function chooseRunner(native: string, home: string): Runner {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const linked = repairLinks(native);
  for (const identity of identities(home)) {
    if (!can(identity, '-x', dirname(home))) continue;
    giveHome(home, identity);
    if (!can(identity, '-w', home)) continue;
    let place = native;
    if (!linked || !can(identity, '-x', join(native, 'bin', 'postgres'))) {
      place = join(home, 'native');
      copyNative(native, place);
      giveAll(place, identity);
    }
    return runner(identity, place, serverLock(join(home, 'cluster')));
  }
  throw new OperatorError(
    process.getuid?.() === 0
      ? `PostgreSQL refuses to run as root and no other user can reach ${home}: set BELLHOP_DATA_DIR to a folder below one that everybody may enter, start Bellhop as an ordinary user, or set DATABASE_URL.`
      : `PostgreSQL cannot be started: user id ${process.getuid?.()} has no name on this system or may not write to ${home}. Start Bellhop as a user that may, or set DATABASE_URL.`,
  );
}

function* identities(home: string): Generator<Identity> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) {
    // initdb insists on a user name; a bare number, as containers use, has none.
    if (named(uid)) yield { ids: null, prefix: [] };
  } else {
    const owner = lstatSync(home);
    if (owner.uid !== 0 && named(owner.uid)) yield { ids: { uid: owner.uid, gid: owner.gid }, prefix: [] };
    for (const name of ['postgres', 'nobody']) {
      const ids = idsOf(name);
      if (ids) yield { ids, prefix: [] };
    }
  }
  const inside = idsOf('nobody');
  if (process.platform === 'linux' && inside) {
    // To the outside it is still our own uid, so every folder that we can enter is open to it.
    const prefix = ['unshare', '--user', `--map-user=${inside.uid}`, `--map-group=${inside.gid}`, '--'];
    if (succeeds([...prefix, 'true'], null)) yield { ids: null, prefix };
  }
}

function runner(identity: Identity, native: string, lock: string): Runner {
  const works = (words: string[]) => succeeds([...identity.prefix, ...words, 'true'], identity.ids);
  // Makes the kernel stop PostgreSQL when this process dies, however it dies.
  const tie = ['setpriv', '--pdeathsig', 'INT', '--'];
  const tied = works(tie) ? tie : [];
  // Both replace themselves by the program, so the child's pid is PostgreSQL's own.
  const guard = ['flock', '-n', '-F', lock];
  const guarded = works(guard) ? guard : [];
  return {
    owner: identity.ids,
    start(program, args) {
      const before = [...identity.prefix, ...tied, ...(program === 'postgres' ? guarded : [])];
      const words = [...before, join(native, 'bin', program), ...args];
      return spawn(words[0]!, words.slice(1), {
        ...options(identity.ids),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    },
  };
}

/** The environment is our own choice: a stray PGPORT or PGDATA of the operator must not reach the server. */
function options(ids: Identity['ids']): SpawnOptions {
  return { ...ids, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
}

function succeeds(words: string[], ids: Identity['ids']): boolean {
  return spawnSync(words[0]!, words.slice(1), { ...options(ids), stdio: 'ignore' }).status === 0;
}

/** Asks as that identity, because only the kernel knows all that decides (parents' modes, ACLs, mounts). */
function can(identity: Identity, test: '-w' | '-x', path: string): boolean {
  return succeeds([...identity.prefix, '/bin/sh', '-c', `test ${test} "$0"`, path], identity.ids);
}

function giveHome(home: string, identity: Identity): void {
  const wanted = identity.ids?.uid ?? process.getuid?.();
  if (lstatSync(home).uid !== wanted) giveAll(home, identity);
  if (lstatSync(home).uid === wanted || process.getuid?.() === 0) chmodSync(home, 0o700);
}

function giveAll(path: string, identity: Identity): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = identity.ids ?? { uid: 0, gid: 0 };
  execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
}

function named(uid: number): boolean {
  return spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0;
}

function idsOf(name: string): { uid: number; gid: number } | null {
  const ask = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' });
  const uid = ask('-u');
  const gid = ask('-g');
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null;
}
