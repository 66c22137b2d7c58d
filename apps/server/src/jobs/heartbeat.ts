import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessFacts } from '@bellhop/contract';
import type { Actor } from '../core/actor.ts';
import type { Work } from '../core/unit-of-work.ts';
import type { Log } from '../lib/log.ts';
import { deleteHeartbeat, releaseSilentProcesses, upsertHeartbeat } from './heartbeat.queries.ts';

const everyMs = 5_000;
/** Milliseconds that a stop waits for its heartbeat to be gone. */
const mostForTakingBack = 5_000;
/** They are some kilobytes. */
const beatsPerFacts = 3;
/** Four beats: a process that was merely slow is not robbed of its jobs. */
const silentSeconds = 20;

/**
 * Beats for this process and frees the jobs of dead ones, which would stay locked for four hours otherwise. `alone` says that
 * no other process can be alive (an embedded database), so whatever an earlier one held is freed at once: begin before this
 * process takes jobs itself.
 */
export async function startHeartbeat(options: {
  id: string;
  roles: string[];
  poolIds: () => string[];
  /** What the process says about itself, written down every few beats. */
  facts: () => Promise<ProcessFacts>;
  alone: boolean;
  work: Work;
  system: Actor;
  log: Log;
  every_ms?: number;
}): Promise<{ stop(): Promise<void> }> {
  const { id, work, system, log } = options;
  let beats = 0;
  const beat = async (seconds: number) => {
    const facts = beats++ % beatsPerFacts === 0 ? await options.facts() : null;
    await work(system, async (uow) => {
      const died = await releaseSilentProcesses(uow.db, { seconds, own_id: id });
      if (died > 0) log.info({ died }, 'freed the jobs of processes that died');
      await upsertHeartbeat(uow.db, { id, roles: options.roles, worker_pool_ids: options.poolIds(), facts });
    });
  };
  await beat(options.alone ? 0 : silentSeconds);
  let last: Promise<void> | null = null;
  const timer = setInterval(() => {
    // One at a time: while the database hangs, beats would use up its connections.
    last ??= beat(silentSeconds)
      .catch((error: Error) => log.warn({ err: error.message }, 'no heartbeat was possible'))
      .finally(() => {
        last = null;
      });
  }, options.every_ms ?? everyMs);
  return {
    async stop() {
      clearInterval(timer);
      const takeBack = async () => {
        await last;
        await work(system, async (uow) => deleteHeartbeat(uow.db, id)).catch((error: Error) =>
          log.warn({ err: error.message }, 'the heartbeat could not be taken back'),
        );
      };
      // A database that has gone may not hold the stop up: whoever is silent counts as gone, too.
      await Promise.race([takeBack(), pause(mostForTakingBack, undefined, { ref: false })]);
    },
  };
}
