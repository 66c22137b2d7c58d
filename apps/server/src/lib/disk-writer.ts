import { Worker } from 'node:worker_threads';
import type { FileToWrite, WriteOutcome } from './disk-writer-worker.ts';

/** Writes a file durably: whole or, after a crash, not at all. An existing one is replaced. */
export type WriteFile = (path: string, bytes: Uint8Array) => Promise<void>;

/** What one message to the thread holds at most. */
const together = 50;
const bytesTogether = 32 * 1024 * 1024;
/** A thread that has had nothing to do for this time is ended. */
const idleMs = 60_000;

interface Waiting extends FileToWrite {
  resolve(): void;
  reject(error: Error): void;
}

/**
 * Writes files in a thread. Flushing makes each write wait, and each step that is handed to another thread costs more than the
 * step itself: so what comes during a write goes together in the next, and all its steps are done over there.
 */
export function createDiskWriter(): WriteFile {
  const waiting: Waiting[] = [];
  let writing: Waiting[] = [];
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const started = new Worker(new URL('./disk-writer-worker.ts', import.meta.url));
    started.on('message', (outcomes: WriteOutcome[]) => {
      for (const [index, { resolve, reject }] of writing.splice(0).entries()) {
        const failure = outcomes[index];
        if (failure) reject(Object.assign(new Error(failure.message), { code: failure.code }));
        else resolve();
      }
      writeNext();
    });
    const lose = (reason: string) => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of writing.splice(0)) reject(new Error(`the thread that writes files ended: ${reason}`));
      writeNext();
    };
    started.on('error', (error: Error) => lose(error.message));
    started.on('exit', (status) => lose(`status ${status}`));
    return started;
  };

  const writeNext = () => {
    if (writing.length > 0) return;
    writing = takeGroup(waiting);
    if (writing.length === 0) return rest();
    clearTimeout(idle);
    try {
      handOver(writing);
    } catch (error) {
      // No thread or no memory is to be had: who waits must hear of it, and the next may have more luck.
      for (const { reject } of writing.splice(0)) reject(error as Error);
      writeNext();
    }
  };

  const handOver = (group: readonly Waiting[]) => {
    worker ??= start();
    worker.ref();
    // A view of a larger buffer would drag the whole of it along.
    const files = group.map(({ path, bytes }) => ({ path, bytes: new Uint8Array(bytes) }));
    worker.postMessage(
      files,
      files.map((file) => file.bytes.buffer),
    );
  };

  /** The thread holds up neither the end of the process nor its memory. */
  const rest = () => {
    const resting = worker;
    resting?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (worker === resting) worker = null;
      void resting?.terminate();
    }, idleMs).unref();
  };

  return (path, bytes) =>
    new Promise((resolve, reject) => {
      waiting.push({ path, bytes, resolve, reject });
      writeNext();
    });
}

function takeGroup(waiting: Waiting[]): Waiting[] {
  let count = 0;
  let size = 0;
  for (const { bytes } of waiting) {
    size += bytes.byteLength;
    if (count === together || (count > 0 && size > bytesTogether)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
