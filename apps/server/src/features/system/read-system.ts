import { statfs } from 'node:fs/promises';
import { ProcessFacts, type SystemFacts } from '@bellhop/contract';
import * as z from 'zod';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { createCache } from '../../lib/cached.ts';
import { productVersion } from '../../lib/version.ts';
import { readHealth } from '../inboxes/index.ts';
import { slowRoutes } from './slow-routes.ts';
import {
  type JobKind,
  listJobKinds,
  listLargestTables,
  listProcesses,
  type ProcessRow,
  readDatabaseFigures,
  readMailFigures,
  readStoredFiles,
} from './system.queries.ts';

type Needed = Pick<Deps, 'db' | 'clock' | 'config'> & { storage: Pick<Deps['storage'], 'kind'> };

const mostTables = 8;
const mostRoutes = 10;

/** Every file is counted, which takes its time where there are millions. */
const storedFiles = createCache(60_000, (db: Reader) => readStoredFiles(db));

/** What an operator wants to know at a glance, for the system page and for `bellhop doctor`. */
export async function readSystem({ db, clock, config, storage }: Needed): Promise<SystemFacts> {
  const [processes, kinds, mail, figures, tables, files, inboxes, disk] = await Promise.all([
    listProcesses(db),
    listJobKinds(db),
    readMailFigures(db),
    readDatabaseFigures(db).then((found) => ({ ...found, clock_drift_ms: found.now.getTime() - Date.now() })),
    listLargestTables(db, mostTables),
    storedFiles.get(db),
    readHealth({ db, clock }),
    readDisk(config.data_dir),
  ]);
  const { now: _now, last_backup, ...database } = figures;
  const routes = processes.flatMap((row) => ProcessFacts.safeParse(row.facts).data?.routes ?? []);
  return {
    at: clock.now().toISOString(),
    version: productVersion,
    processes: processes.map(processView),
    jobs: {
      ...sumOf(kinds),
      kinds: kinds.map((kind) => ({ ...kind, last_error: kind.last_error?.slice(0, 300) ?? null })),
    },
    outgoing: {
      waiting: mail.out_waiting,
      overdue: mail.out_overdue,
      oldest_age: mail.out_oldest_age,
      sent_today: mail.sent_today,
      failed_today: mail.failed_today,
    },
    incoming: {
      waiting: mail.in_waiting,
      oldest_age: mail.in_oldest_age,
      received_today: mail.received_today,
      quarantined: mail.quarantined,
    },
    mailboxes: inboxes.map(({ id, name, health: { verdict, last_mail_in_at, last_mail_out_at } }) => ({
      id,
      name,
      verdict,
      last_mail_in_at,
      last_mail_out_at,
    })),
    storage: { kind: storage.kind, ...files, ...disk },
    database: { ...database, tables },
    last_backup_at: z.object({ at: z.iso.datetime() }).safeParse(last_backup).data?.at ?? null,
    slow_routes: slowRoutes(routes, mostRoutes),
  };
}

function processView({ id, roles, started_at, seen_at, facts }: ProcessRow): SystemFacts['processes'][number] {
  const { routes: _routes, ...own } = ProcessFacts.partial().safeParse(facts).data ?? {};
  return { ...own, id, roles, started_at: started_at.toISOString(), seen_at: seen_at.toISOString() };
}

function sumOf(kinds: readonly JobKind[]): Omit<SystemFacts['jobs'], 'kinds'> {
  const sum = (figure: 'waiting' | 'running' | 'failed') => kinds.reduce((total, kind) => total + kind[figure], 0);
  const ages = kinds.flatMap((kind) => kind.oldest_age ?? []);
  return {
    waiting: sum('waiting'),
    running: sum('running'),
    failed: sum('failed'),
    oldest_age: ages.length > 0 ? Math.max(...ages) : null,
  };
}

async function readDisk(folder: string): Promise<{ free: number | null; total: number | null }> {
  try {
    const space = await statfs(folder);
    return { free: space.bavail * space.bsize, total: space.blocks * space.bsize };
  } catch {
    return { free: null, total: null };
  }
}
