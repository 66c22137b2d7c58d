import { Piscina } from 'piscina';
import type { InboundMessage } from '../../channel.ts';
import type { WorkerAnswer, WorkerTask } from './mail-parser-worker.ts';

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

/** The pool around any worker file of the same shape; tests bring files that misbehave on purpose. */
export function createWorkerPool(workerFile: URL, options: MailParserPoolOptions): MailParserPool {
  const pool = new Piscina<WorkerTask, WorkerAnswer>({
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
  const waiting: (() => void)[] = [];
  let running = 0;
  let isClosed = false;

  const run = async (raw: Uint8Array): Promise<InboundMessage> => {
    // Waiting here instead of in the pool's queue keeps that time out of the mail's own.
    if (running >= options.threads) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await parseOne(pool, raw, options.timeoutMs);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };

  return {
    async parse(raw) {
      if (isClosed) throw new MailParseError('crash', 'the mail parser is closed');
      const result = run(raw);
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

async function parseOne(
  pool: Piscina<WorkerTask, WorkerAnswer>,
  raw: Uint8Array,
  timeoutMs: number,
): Promise<InboundMessage> {
  const startedAt = new Float64Array(new SharedArrayBuffer(8));
  const limit = limitTime(startedAt, timeoutMs);
  const copy = new Uint8Array(raw);
  let answer: WorkerAnswer;
  try {
    const task = { raw: copy, started_at: startedAt };
    answer = await pool.run(task, { signal: limit.signal, transferList: [copy.buffer] });
  } catch (error) {
    if (limit.signal.aborted) throw new MailParseError('timeout', `parsing took longer than ${timeoutMs} ms`);
    throw lostThread(error);
  } finally {
    limit.clear();
  }
  if (answer.message === null) throw new MailParseError('invalid', answer.error);
  return answer.message;
}

/** A new thread needs seconds to start on a busy machine, which is no fault of the mail; this is when to give it up. */
const longestStartMs = 60_000;

/** Aborts when `timeoutMs` have passed since the thread noted its start, or when it never starts. */
function limitTime(startedAt: Float64Array, timeoutMs: number): { signal: AbortSignal; clear(): void } {
  const abort = new AbortController();
  const askedAt = Date.now();
  const check = () => {
    const deadline = startedAt[0] === 0 ? askedAt + longestStartMs : startedAt[0]! + timeoutMs;
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
