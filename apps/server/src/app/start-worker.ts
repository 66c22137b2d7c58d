import type { Deps } from '../core/deps.ts';
import type { Bus } from '../db/bus.ts';
import type { Database } from '../db/pool.ts';
import { startAssigner } from '../features/assignment/index.ts';
import { resumeMail, startSender } from '../features/conversations/index.ts';
import { startPushes } from '../features/push/index.ts';
import { startSlaSweep } from '../features/sla/index.ts';
import { startDeliveries } from '../features/webhooks/index.ts';
import { unlockJobs } from '../jobs/heartbeat.queries.ts';
import { clockQueue, runJobs } from '../jobs/run-jobs.ts';
import { cron, jobHandlers, startJobs } from './jobs.ts';

/** The role worker: jobs, the clock, outgoing mail, webhooks, push notifications and deadlines. */
export interface WorkerRole {
  poolIds(): string[];
  stop(): Promise<void>;
}

/** What a mail on the wire has to get through when the process stops; a far server may need minutes. */
const sendingLimitMs = 20_000;

export async function startWorkerRole(options: {
  deps: Deps;
  database: Database;
  bus: Bus;
  processId: string;
  aloneOnDatabase: boolean;
}): Promise<WorkerRole> {
  const { deps, database, bus } = options;
  const jobs = await runJobs({
    database,
    handlers: jobHandlers(deps),
    cron,
    concurrency: 4,
    release: (poolIds) => deps.work(deps.system, (uow) => unlockJobs(uow.db, poolIds)),
    log: deps.log,
    meter: deps.meter,
  });
  await resumeMail(deps);
  await runSoon(deps);
  const { processId, aloneOnDatabase } = options;
  const sender = await startSender(deps, { bus, processId, aloneOnDatabase });
  const deliveries = startDeliveries(deps, bus);
  const assigner = startAssigner(deps, bus);
  const pushes = startPushes(deps, bus);
  const sla = startSlaSweep(deps);
  return {
    poolIds: jobs.poolIds,
    async stop() {
      const sent = Promise.all([sender.stop(), deliveries.stop(), pushes.stop(), assigner.stop(), sla.stop()]);
      // Jobs parse mail, so the channel closes after them.
      await jobs.stop();
      await Promise.all([sent, deps.channel.close(sendingLimitMs)]);
    },
  };
}

/** Some time after the start, so that processes that start together do not all begin with it. */
async function runSoon(deps: Deps): Promise<void> {
  const run_at = new Date(Date.now() + 5_000 + Math.random() * 30_000);
  await deps.work(deps.system, async (uow) => {
    for (const job of startJobs) await uow.enqueue(job, {}, { key: `start:${job}`, queue: clockQueue(job), run_at });
  });
}
