import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * What tells a process from a later one that was given the same pid: its start time, in whatever form the system reports it.
 * Answers null when there is no such process or only a zombie, which holds nothing any more.
 */
export function processBirth(pid: number): string | null {
  if (!existsSync('/proc/self/stat')) return birthFromPs(pid);
  try {
    // The command name stands in parentheses and may itself hold spaces and parentheses.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ');
    return state === 'Z' || state === 'X' ? null : `${bootId()}:${fields[18]}`;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Whether reading about a process failed because it ended. */
export function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ESRCH';
}

/** Whether two births are one, also where one of them was read by a process that cannot see which boot it is. */
export function isSameBirth(one: string, other: string): boolean {
  const [boot, start] = one.split(':');
  const [otherBoot, otherStart] = other.split(':');
  return one === other || (start === otherStart && (boot === '' || otherBoot === ''));
}

/**
 * Start times in /proc count from boot; without the boot's name a pid and time could return after a reboot. Empty where a service manager or a
 * sandbox shows nothing of /proc but processes.
 */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function birthFromPs(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
  } catch {
    // ps exits non-zero when it finds no such process.
    return null;
  }
}
