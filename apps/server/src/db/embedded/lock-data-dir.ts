import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../lib/operator-error.ts';
import { isSameBirth, processBirth } from './process-state.ts';

interface Holder {
  pid: number;
  birth: string | null;
}

/** Thrown when a live process already runs on the data folder. */
export class DataDirInUse extends OperatorError {}

/** A claim on a data folder. */
export interface DataDirLock {
  release(): void;
}

const held = new Map<string, number>();

/**
 * Claims the data folder (created when missing) for this process by `bellhop.lock` in it. A lock left by a process
 * that has ended is taken over. Claiming twice in one process is fine: the lock goes with the last release.
 * Throws DataDirInUse when another process holds it.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true });
  const path = join(realpathSync(dataDir), 'bellhop.lock');
  if (!held.has(path)) claim(path, dataDir);
  held.set(path, (held.get(path) ?? 0) + 1);
  let released = false;
  return {
    release() {
      if (released) return;
      released = true;
      const left = held.get(path)! - 1;
      if (left > 0) held.set(path, left);
      else {
        held.delete(path);
        rmSync(path, { force: true });
      }
    },
  };
}

/** The pid of the live process that holds the data folder, or null. */
export function dataDirHolder(dataDir: string): number | null {
  const text = readIfThere(join(dataDir, 'bellhop.lock'));
  return text === null ? null : (liveHolder(text)?.pid ?? null);
}

function claim(path: string, dataDir: string): void {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, birth: processBirth(process.pid) } satisfies Holder));
  try {
    // A link appears whole or not at all, so nobody ever reads a half-written lock.
    while (!tryLink(own, path)) {
      const text = readIfThere(path);
      if (text === null) continue;
      const holder = liveHolder(text);
      if (holder) {
        throw new DataDirInUse(`Bellhop is already running on ${dataDir} (process ${holder.pid}); stop it first.`);
      }
      takeAway(path, text);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes a stale lock; when another starter put its own in between, that one is put back. */
function takeAway(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== stale) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function liveHolder(text: string): Holder | null {
  let holder: Holder;
  try {
    holder = JSON.parse(text) as Holder;
  } catch {
    // Cut short by a full disk or a crash of the machine: nobody holds it.
    return null;
  }
  // The own pid in a lock that this process doesn't hold was left by an earlier process, as pid 1 in a container is.
  if (holder.pid === process.pid) return null;
  const birth = processBirth(holder.pid);
  return birth !== null && isSameBirth(birth, holder.birth ?? '') ? holder : null;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
