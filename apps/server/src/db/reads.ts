import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { shareCaches } from '../lib/cached.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from './pool.ts';
import { openReplica, type Replica, type ReplicaFigures, type ReplicaTimes } from './replica.ts';
import type { DB, Reader, Transaction } from './types.ts';

/** Reads of one moment in a transaction that cannot write; `body` may run again. */
export type Snapshot = <T>(body: (db: Transaction) => Promise<T>) => Promise<T>;

/** Reading that need not be done where is written: lists, searches, reports. */
export interface Reads {
  db: Reader;
  snapshot: Snapshot;
  /** Null without a replica. */
  figures: (() => ReplicaFigures) | null;
  close(): Promise<void>;
}

/**
 * Reads through a replica where `url` names one. Each read shows everything that was committed before it was asked for, by whichever
 * process: what the replica has not replayed yet, does not answer or breaks off is asked of the primary.
 */
export async function openReads(options: {
  primary: Database;
  url: string | undefined;
  max: number;
  log: Log;
  times?: Partial<ReplicaTimes>;
}): Promise<Reads> {
  const { primary, url } = options;
  if (!url) {
    return { db: primary.db, snapshot: (body) => runSnapshot(primary.db, body), figures: null, close: async () => {} };
  }
  const replica = await openReplica({ ...options, url });
  const db = kyselyOver(eitherPool(primary, replica));
  // Settings and their like are read from the primary, where whoever changes them drops them.
  shareCaches(db, primary.db);
  const onReplica = kyselyOver(replicaPool(replica));
  return {
    db,
    async snapshot(body) {
      try {
        return await runSnapshot(onReplica, body);
      } catch (error) {
        if (!(error instanceof NoReplica) && !replica.blame(error)) throw error;
      }
      return runSnapshot(primary.db, body);
    },
    figures: () => replica.figures(),
    close: () => replica.close(),
  };
}

function runSnapshot<T>(db: Kysely<DB>, body: (db: Transaction) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(body);
}

function kyselyOver(pool: PostgresPool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** The primary has to be asked. */
class NoReplica extends Error {}

function replicaPool(replica: Replica): PostgresPool {
  return {
    options: {},
    async connect() {
      const client = await replica.connect();
      if (!client) throw new NoReplica();
      return client;
    },
    end: async () => {},
  };
}

/** For single statements: one that fails on the replica is asked of the primary. */
function eitherPool(primary: Database, replica: Replica): PostgresPool {
  return {
    options: {},
    async connect() {
      const client = await replica.connect();
      if (!client) return primary.named.connect();
      const query = async (text: string, values: readonly unknown[]) => {
        try {
          return await client.query(text, values);
        } catch (error) {
          if (!replica.blame(error)) throw error;
          return askPrimary(primary, text, values);
        }
      };
      return { query: query as typeof client.query, release: (destroy) => client.release(destroy) };
    },
    end: async () => {},
  };
}

async function askPrimary(primary: Database, text: string, values: readonly unknown[]) {
  const client = await primary.named.connect();
  try {
    return await client.query(text, values);
  } finally {
    client.release();
  }
}
