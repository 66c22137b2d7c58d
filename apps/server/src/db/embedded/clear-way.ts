import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../lib/operator-error.ts';
import { isGone, processBirth } from './process-state.ts';

/**
 * Clears what an earlier postmaster left on the cluster, before ours starts (the caller holds the data folder's lock, so
 * whatever runs there belongs to nobody): one that outlived its Node process is shut down, and a postmaster.pid whose pid
 * now belongs to something else, which PostgreSQL would believe for ever, is deleted.
 */
export async function clearWay(cluster: string, say: (message: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (isPostmasterOf(pid, cluster)) {
    say(`stopping the PostgreSQL that an earlier run left behind (process ${pid})`);
    await stopOrphan(pid);
    return;
  }
  // Its pid is gone or another's, yet its children may live on, or all of it may, in a container that shares the folder.
  if (!(await gone(() => isHeld(serverLock(cluster)), 10))) {
    throw new OperatorError(
      `another PostgreSQL, which cannot be seen from here, runs on ${cluster} (in another container?); stop it and start again`,
    );
  }
  rmSync(file, { force: true });
}

/** Whether a live process is the postmaster of this very cluster: it works in the folder. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || processBirth(pid) === null) return false;
  if (!existsSync('/proc/self/stat')) {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(cluster);
  }
  try {
    const isPostgres = readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres)');
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // EACCES: another user's process, which cannot be ours.
    if (isGone(error) || (error as NodeJS.ErrnoException).code === 'EACCES') return false;
    throw error;
  }
}

async function stopOrphan(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (isGone(error)) return;
      throw error;
    }
    if (await gone(() => processBirth(pid) !== null, seconds)) return;
  }
  throw new OperatorError(`the PostgreSQL process ${pid} of an earlier run doesn't stop; end it and start again`);
}

/**
 * The file whose kernel lock a running server and each of its children hold (the runner gives it to them, where the system
 * has `flock`): unlike a pid it means the same in every container, and it cannot be stale.
 */
export function serverLock(cluster: string): string {
  return join(dirname(cluster), 'server.lock');
}

function isHeld(lock: string): boolean {
  return existsSync(lock) && spawnSync('flock', ['-n', '-E', '75', lock, 'true'], { stdio: 'ignore' }).status === 75;
}

/** Looks every 20 ms until `busy` ends; answers whether it did within the time. */
async function gone(busy: () => boolean, seconds: number): Promise<boolean> {
  const end = Date.now() + seconds * 1000;
  while (busy()) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}
