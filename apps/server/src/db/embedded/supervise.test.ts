import { expect, test } from 'vitest';
import type { Postmaster } from './postmaster.ts';
import { supervise } from './supervise.ts';

/** A program that serves at once and ends when it is told to. */
function program(): Postmaster & { die(): void; isRunning: boolean } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const end = (words: string) => {
    running.isRunning = false;
    resolve(words);
  };
  const running = {
    isRunning: true,
    ended: promise,
    ready: async () => {},
    stop: async () => end('stopped'),
    die: () => end('killed'),
  };
  return running;
}

test('told to stop between the death of a server and the start of the next, it stops that one, too', async () => {
  const begun: ReturnType<typeof program>[] = [];
  let stopped: Promise<void> | undefined;
  const stop = await supervise({
    clearWay: async () => {
      if (begun.length > 0) stopped = stop();
    },
    spawn: () => begun[begun.push(program()) - 1]!,
    url: 'postgres://nowhere',
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });
  begun[0]!.die();
  await begun[0]!.ended;
  await expect.poll(() => stopped !== undefined).toBe(true);
  await stopped;
  expect(begun.map(({ isRunning }) => isRunning)).toEqual([false, false]);
});
