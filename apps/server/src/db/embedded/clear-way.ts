import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from './operator-error.ts';
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
  // Postmaster.pid names the shared memory by which PostgreSQL sees that children of the dead one still run; deleting it
  // blinds that check, so it is made here.
  const segment = Number(lines[6]?.trim().split(/\s+/)[1]);
  if (!(await gone(() => sharedMemoryInUse(segment), 30))) {
    throw new OperatorError(`processes of an earlier PostgreSQL still run on ${cluster}; end them and start again`);
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

function sharedMemoryInUse(segment: number): boolean {
  const list = '/proc/sysvipc/shm';
  if (!Number.isInteger(segment) || !existsSync(list)) return false;
  const row = readFileSync(list, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find((fields) => fields[1] === String(segment));
  // Columns: key shmid perms size cpid lpid nattch …
  return row !== undefined && Number(row[6]) > 0;
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
