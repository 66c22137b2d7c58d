import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { InboundMessage } from '../../channel.ts';
import type { InHand, WorkerAnswer, WorkerTask } from './mail-parser-worker.ts';

/** Why a mail could not be parsed. `invalid` is an error of the parser itself; the others cost it its thread. */
export type MailParseReason = 'timeout' | 'memory' | 'crash' | 'invalid';

/** A mail that the parser gave up on; what is left then is `parseHeadersOnly`. Its message holds no mail content. */
export class MailParseError extends Error {
  override name = 'MailParseError';
  readonly reason: MailParseReason;

  constructor(reason: MailParseReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface MailParserPoolOptions {
  /** Parser threads, and thereby mails parsed at once; further ones wait their turn. */
  threads: number;
  /** Longest time one mail may take, from the moment a thread begins with it. */
  timeoutMs: number;
  /** JavaScript heap of one thread; attachments lie outside of it. */
  maxMemoryMb: number;
}

export interface MailParserPool {
  /** Parses in a thread; rejects with MailParseError. The bytes are copied, the caller keeps his. */
  parse(raw: Uint8Array): Promise<InboundMessage>;
  /** Waits for the mails under way, then ends the threads; later calls of `parse` are rejected. */
  close(): Promise<void>;
}

/**
 * Parses mails in worker threads, so that a mail which hangs, exhausts its memory or throws outside of every promise
 * costs one thread and one MailParseError, never the process or the mails beside it.
 */
export function createMailParserPool(options: MailParserPoolOptions): MailParserPool {
  return createWorkerPool(new URL('./mail-parser-worker.ts', import.meta.url), options);
}

/**
 * A thread that reaches its limit is ended only while the allowance beyond it lasts (some megabytes); with a young generation of
 * usual size (48 MB) one collection can promote more than that, and then the engine ends the whole process.
 */
const youngGenerationMb = 4;

/**
 * A process that was started with a room for new objects of its own gives it to its threads as well, whatever limits they are given
 * (Node, `worker_threads`, `resourceLimits`). Its own heap has its size by now; from here on each thread gets the limits it is given.
 */
function letThreadsKeepTheirLimits(): void {
  setFlagsFromString('--max-semi-space-size=0');
}

/** What one message to a thread holds at most: messages cost more than a small mail's bytes, a large one is no company. */
const together = 8;
const bytesTogether = 256 * 1024;

interface Waiting {
  raw: Uint8Array;
  /** It was with others when their thread ended, of which any may have been the cause. */
  alone: boolean;
  resolve(message: InboundMessage): void;
  reject(error: MailParseError): void;
}

/** The pool around any worker file of the same shape; tests bring files that misbehave on purpose. */
export function createWorkerPool(workerFile: URL, options: MailParserPoolOptions): MailParserPool {
  letThreadsKeepTheirLimits();
  const pool = new Piscina<WorkerTask, WorkerAnswer[]>({
    filename: workerFile.href,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: 60_000,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb, maxYoungGenerationSizeMb: youngGenerationMb },
  });
  // A thread that dies between two mails concerns no mail: the pool replaces it.
  pool.on('error', (error) => process.emitWarning(`mail parser thread ended: ${String(error)}`));
  const underWay = new Set<Promise<unknown>>();
  // Waiting here instead of in the pool's queue keeps that time out of the mail's own.
  const waiting: Waiting[] = [];
  let running = 0;
  let isClosed = false;

  const runWaiting = async () => {
    if (running >= options.threads) return;
    running++;
    // Callers hand several over at once.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = takeGroup(waiting, options.threads);
      waiting.unshift(...(await parseGroup(pool, group, options.timeoutMs)));
    }
    running--;
  };

  return {
    async parse(raw) {
      if (isClosed) throw new MailParseError('crash', 'the mail parser is closed');
      const result = new Promise<InboundMessage>((resolve, reject) => {
        waiting.push({ raw, alone: false, resolve, reject });
        void runWaiting();
      });
      underWay.add(result);
      return result.finally(() => underWay.delete(result));
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
      await pool.destroy();
    },
  };
}

/** Takes the first mails off the queue, and leaves the other threads their share. */
function takeGroup(waiting: Waiting[], threads: number): Waiting[] {
  const most = Math.min(together, Math.ceil(waiting.length / threads));
  let bytes = 0;
  let count = 0;
  for (const { raw, alone } of waiting) {
    bytes += raw.byteLength;
    if (count > 0 && (alone || waiting[0]!.alone || count === most || bytes > bytesTogether)) break;
    count++;
  }
  return waiting.splice(0, count);
}

/** Parses a group in one thread and settles its mails; answers those that have to be tried again, each alone. */
async function parseGroup(
  pool: Piscina<WorkerTask, WorkerAnswer[]>,
  group: readonly Waiting[],
  timeoutMs: number,
): Promise<Waiting[]> {
  const inHand = new Float64Array(new SharedArrayBuffer(16));
  const limit = limitTime(inHand, timeoutMs);
  const raws = group.map(({ raw }) => new Uint8Array(raw));
  try {
    const task = { raws, in_hand: inHand };
    const answers = await pool.run(task, { signal: limit.signal, transferList: raws.map((raw) => raw.buffer) });
    for (const [index, answer] of answers.entries()) {
      if (answer.message === null) group[index]!.reject(new MailParseError('invalid', answer.error));
      else group[index]!.resolve(answer.message);
    }
    return [];
  } catch (error) {
    const isTimeout = limit.signal.aborted;
    const failure = isTimeout
      ? new MailParseError('timeout', `parsing took longer than ${timeoutMs} ms`)
      : lostThread(error);
    // Which one hangs is known. What ends a thread may be left over from an earlier one.
    const culprit = group.length === 1 || isTimeout ? group[inHand[0]!] : undefined;
    culprit?.reject(failure);
    return group.filter((one) => one !== culprit).map((one) => ({ ...one, alone: true }));
  } finally {
    limit.clear();
  }
}

/** A new thread needs seconds to start on a busy machine, which is no fault of the mail; this is when to give it up. */
const longestStartMs = 60_000;

/** Aborts when `timeoutMs` have passed since the thread began with the mail in hand, or when it never begins. */
function limitTime(inHand: InHand, timeoutMs: number): { signal: AbortSignal; clear(): void } {
  const abort = new AbortController();
  const askedAt = Date.now();
  const check = () => {
    const deadline = inHand[1] === 0 ? askedAt + longestStartMs : inHand[1]! + timeoutMs;
    const left = deadline - Date.now();
    if (left <= 0) abort.abort();
    else timer = setTimeout(check, Math.min(left, timeoutMs));
  };
  let timer = setTimeout(check, timeoutMs);
  return { signal: abort.signal, clear: () => clearTimeout(timer) };
}

function lostThread(error: unknown): MailParseError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new MailParseError('memory', 'parsing needed too much memory');
  const name = error instanceof Error ? error.name : 'error';
  return new MailParseError('crash', `parsing ended its thread: ${name}`, { cause: error });
}
