import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { JobName, Jobs } from '../core/jobs.ts';
import type { Database } from '../db/pool.ts';
import type { Log } from '../lib/log.ts';

/** A job's work; a throw means: again later, with growing delay. */
export type JobHandler<J extends JobName> = (payload: Jobs[J]) => Promise<void>;
export type JobHandlers = { [J in JobName]: JobHandler<J> };

/** One line of the clock: cron syntax in UTC. Of several processes whichever is first runs it. */
export interface CronLine {
  job: { [J in JobName]: Jobs[J] extends Record<string, never> ? J : never }[JobName];
  match: string;
}

export interface JobRunner {
  /** Ids under which this runner holds jobs; another process frees them if this one dies. */
  pool_ids: string[];
  /** Stops taking jobs, waits for the running ones, hands back the rest. */
  stop(): Promise<void>;
}

/** Runs jobs until stopped. */
export async function runJobs(options: {
  database: Database;
  handlers: JobHandlers;
  cron: CronLine[];
  concurrency: number;
  log: Log;
}): Promise<JobRunner> {
  const { database, handlers, log } = options;
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(handlers)) {
    taskList[name] = async (payload) => (handler as (payload: unknown) => Promise<void>)(payload);
  }
  const poolIds: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => poolIds.push(workerPool.id));
  const runner = await run({
    pgPool: database.pool,
    events,
    taskList,
    concurrency: options.concurrency,
    pollInterval: 2_000,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(
      options.cron.map(({ job, match }) => ({ task: job, match, identifier: job, options: { jobKey: `cron:${job}` } })),
    ),
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') log.error({ job: meta?.job }, message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
  return {
    pool_ids: poolIds,
    stop: async () => {
      await runner.stop();
    },
  };
}
