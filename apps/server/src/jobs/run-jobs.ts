import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { JobName, Jobs } from '../core/jobs.ts';
import type { Meter } from '../core/meter.ts';
import type { Database } from '../db/pool.ts';
import type { Log } from '../lib/log.ts';
import { inLogContext } from '../lib/log-context.ts';

/** A job's work; a throw means: again later, with growing delay. */
export type JobHandler<J extends JobName> = (payload: Jobs[J]) => Promise<void>;
export type JobHandlers = { [J in JobName]: JobHandler<J> };

/** One line of the clock: cron syntax in UTC. Of several processes whichever is first runs it. */
export interface CronLine {
  job: { [J in JobName]: Jobs[J] extends Record<string, never> ? J : never }[JobName];
  match: string;
}

export interface JobRunner {
  /** Ids under which this runner holds jobs at the moment; another process frees them if this one dies. */
  poolIds(): string[];
  /** Stops taking jobs, waits for the running ones, hands back the rest. */
  stop(): Promise<void>;
}

/** Between two attempts to begin anew, in milliseconds. */
const restartPauseMs = 500;

/**
 * Runs jobs until stopped. A statement about a job whose answer got lost leaves open what the runner holds: it may have locked a
 * job that it does not run, which nobody else would touch for hours. The runner then ends, its locks are freed by `release`, and
 * another one begins.
 */
export async function runJobs(options: {
  database: Database;
  handlers: JobHandlers;
  cron: CronLine[];
  concurrency: number;
  /** Frees whatever is locked under these ids. */
  release: (poolIds: string[]) => Promise<void>;
  log: Log;
  meter: Meter;
}): Promise<JobRunner> {
  const { log } = options;
  const stopping = new AbortController();
  let current = await begin(options);

  const restart = async () => {
    log.warn('the database was lost in the middle of a job; the job runner begins anew');
    await end(current.runner);
    for (;;) {
      await pause(restartPauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await options.release([current.pool_id]);
        current = await begin(options);
        return;
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'the job runner could not begin anew yet');
      }
    }
  };
  const supervised = (async () => {
    const stopped = once(stopping.signal, 'abort');
    while (!stopping.signal.aborted) {
      await Promise.race([current.doubt, stopped]);
      if (!stopping.signal.aborted) await restart();
    }
    await end(current.runner);
  })();

  return {
    poolIds: () => [current.pool_id],
    async stop() {
      stopping.abort();
      await supervised;
    },
  };
}

interface Running {
  runner: Runner;
  pool_id: string;
  /** Settles when the runner no longer knows what it holds, or ended by itself. */
  doubt: Promise<unknown>;
}

async function begin(options: Parameters<typeof runJobs>[0]): Promise<Running> {
  const { log } = options;
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(options.handlers)) {
    taskList[name] = watched(name, handler as (payload: unknown) => Promise<void>, options);
  }
  const events: WorkerEvents = new EventEmitter();
  let pool_id = '';
  events.on('pool:create', ({ workerPool }) => {
    pool_id = workerPool.id;
  });
  const lost = new Promise<void>((resolve) => {
    events.on('worker:getJob:error', () => resolve());
    events.on('pool:fatalError', () => resolve());
  });
  const runner = await run({
    pgPool: withoutOwnPatience(options.database.pool),
    events,
    taskList,
    concurrency: options.concurrency,
    pollInterval: 2_000,
    noHandleSignals: true,
    // Without a delay the outcome of a job is written by a promise that nobody awaits: its failure would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    parsedCronItems: parseCronItems(
      options.cron.map(({ job, match }) => ({
        task: job,
        match,
        identifier: job,
        options: { jobKey: `cron:${job}`, queueName: clockQueue(job) },
      })),
    ),
    logger: new Logger(() => (level, message, meta) => {
      // Told above, with the error itself; and a payload has no place in a log.
      if (meta?.failure) return;
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
  return { runner, pool_id, doubt: Promise.race([lost, runner.promise.catch(() => {})]) };
}

/** Lines of the log that a job writes name it; how it ended is counted, and why it failed is told with what it is and how often it was tried. */
function watched(
  job: string,
  handler: (payload: unknown) => Promise<void>,
  { log, meter }: { log: Log; meter: Meter },
): Task {
  return (payload, helpers) => {
    const { id, attempts, max_attempts } = helpers.job;
    return inLogContext({ job, job_id: String(id), attempt: attempts }, async () => {
      const begun = performance.now();
      const seconds = () => (performance.now() - begun) / 1000;
      try {
        await handler(payload);
        meter.jobEnded(job, 'done', seconds());
        log.debug({ duration_ms: Math.round(seconds() * 1000) }, 'a job is done');
      } catch (error) {
        meter.jobEnded(job, 'failed', seconds());
        const isOver = attempts >= max_attempts;
        log.error({ err: error, duration_ms: Math.round(seconds() * 1000), given_up: isOver }, 'a job failed');
        throw error;
      }
    });
  };
}

/** A job of the clock never overlaps itself. */
export function clockQueue(job: CronLine['job']): string {
  return `cron:${job}`;
}

/** Also one that is ending by itself. */
async function end(runner: Runner): Promise<void> {
  ending += 1;
  console.trace = dropped;
  try {
    await runner.stop().catch(() => {});
    await runner.promise.catch(() => {});
  } finally {
    ending -= 1;
    if (ending === 0) console.trace = trace;
  }
}

/**
 * A runner that ends while the database is away writes the error of each of its workers to the console with a stack trace, besides
 * its logger, which the log hears. Nothing else of the product writes there.
 */
const { trace } = console;
const dropped = () => {};
let ending = 0;

/**
 * The runner's own waits for a server that is starting grow up to two minutes, in which it can neither work nor stop. It waits
 * only for errors with the code that says so; here they lose it.
 */
function withoutOwnPatience(pool: pg.Pool): pg.Pool {
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback
      ? pool.connect(callback)
      : pool.connect().catch((error: Error) => {
          throw new Error(error.message, { cause: error });
        });
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
