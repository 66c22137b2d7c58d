import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './pool.ts';
import { askOne, clusterName, demandCluster, placeOf, primaryPosition, replicaPosition } from './replica.ts';

/** How a replica keeps up. */
export interface ReplicaProbe {
  /** Until it had all that was committed before; null when it had not in time. */
  level_after_ms: number | null;
  lag_bytes: number;
}

const answerMs = 5_000;

/** Asks a replica of `primary` for all that is committed by now, on a connection of its own. Throws when it can't be used. */
export async function probeReplica(primary: Database, url: string, patienceMs = 5_000): Promise<ReplicaProbe> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bellhop-doctor',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(clusterName);
    demandCluster(rows[0]!.name, await askOne(primary.named, clusterName));
    const needed = Number(await askOne(primary.named, primaryPosition));
    const begun = performance.now();
    for (;;) {
      const found = await client.query<{ is_replica: boolean; position: number | null }>(replicaPosition);
      const lag_bytes = Math.max(0, needed - placeOf(found.rows[0]!));
      const waited = performance.now() - begun;
      if (lag_bytes === 0) return { level_after_ms: Math.round(waited), lag_bytes };
      if (waited >= patienceMs) return { level_after_ms: null, lag_bytes };
      await pause(50);
    }
  } finally {
    await client.end();
  }
}
