import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { DeskProcess } from './desk-process.ts';

/**
 * What is killed: the product; the product again while it starts; the database; one of its backends; both at once. `stop` is no
 * kill: the product is told to stop, and nothing at all may be lost or done twice.
 */
export type KillKind = 'product' | 'starting product' | 'database' | 'backend' | 'both' | 'stop';

export interface Kill {
  kind: KillKind;
  /** When, in milliseconds since 1970; a starting product is killed twice. */
  times: number[];
  /** Milliseconds until /health answered 200 again. */
  recovered_in: number;
}

const kinds: KillKind[] = [
  ...Array<KillKind>(10).fill('product'),
  ...Array<KillKind>(4).fill('starting product'),
  ...Array<KillKind>(4).fill('database'),
  'backend',
  ...Array<KillKind>(2).fill('both'),
  'stop',
];

/** Kills `count` times, spread over the progress of the work (0 to 1), at random moments; each time the product comes back. */
export async function killAtRandom(options: {
  desk: DeskProcess;
  random: Random;
  count: number;
  /** Kinds to choose from; all by default. */
  only?: readonly KillKind[];
  progress: () => number;
  onKill: (kill: Kill) => void;
}): Promise<Kill[]> {
  const { desk, random, count } = options;
  const kills: Kill[] = [];
  for (let index = 0; index < count; index++) {
    const moment = (index + random.next()) / count;
    while (options.progress() < moment * 0.98) await pause(10);
    await pause(random.int(0, 700));
    const kind = random.pick(options.only ?? kinds);
    const at = Date.now();
    const times = await strike(desk, random, kind);
    await desk.healthy();
    const kill = { kind, times, recovered_in: Date.now() - at };
    kills.push(kill);
    options.onKill(kill);
  }
  return kills;
}

/** Whether this kind ends the product itself, so that a mail may be sent again. */
export function endsProduct(kind: KillKind): boolean {
  return kind === 'product' || kind === 'starting product' || kind === 'both';
}

/** Answers when it struck. */
async function strike(desk: DeskProcess, random: Random, kind: KillKind): Promise<number[]> {
  const times = [Date.now()];
  switch (kind) {
    case 'product':
      await desk.kill();
      desk.launch();
      break;
    case 'starting product':
      await desk.kill();
      desk.launch();
      await pause(random.int(0, 2_500));
      times.push(Date.now());
      await desk.kill();
      desk.launch();
      break;
    case 'both':
      signal(desk.postmaster());
      await desk.kill();
      desk.launch();
      break;
    case 'database':
      signal(desk.postmaster());
      await untilDown(desk);
      break;
    case 'backend': {
      const backends = childrenOf(desk.postmaster());
      signal(backends.length > 0 ? random.pick(backends) : undefined);
      await untilDown(desk);
      break;
    }
    case 'stop': {
      const status = await desk.stop();
      if (status !== 0) throw new Error(`the product ended with ${status} when it was told to stop`);
      desk.launch();
    }
  }
  return times;
}

/** /health may not have noticed yet; what counts is that it serves afterwards. */
async function untilDown(desk: DeskProcess): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await fetch(`${desk.address}/health`).catch(() => null);
    if (answer?.status !== 200) return;
    await pause(10);
  }
}

function signal(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It went by itself in between.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
