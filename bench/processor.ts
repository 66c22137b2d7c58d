import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Clock ticks of the kernel's accounts; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Seconds of processor time of a process so far; 0 when there is none. `withChildren` counts those that have ended, too. */
export async function processorSeconds(pid: number | undefined, withChildren = false): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0, ended = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return (user + system + (withChildren ? ended + endedSystem : 0)) / ticksPerSecond;
}

/** Seconds of processor time so far of the embedded database in a data folder, all its processes together. */
export async function databaseSeconds(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  const backends = await Promise.all(
    children
      .trim()
      .split(/\s+/)
      .map((pid) => processorSeconds(Number(pid))),
  );
  return backends.reduce((sum, one) => sum + one, await processorSeconds(postmaster, true));
}
