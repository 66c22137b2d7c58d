import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { InboxHealth } from './inboxes.ts';
import { nullableTime, time } from './primitives.ts';

/** How long the requests of one route took in one process, counted by `routeTimeBounds`. */
export const RouteTimes = z.object({
  method: z.string(),
  route: z.string(),
  count: z.number(),
  /** Seconds, all together. */
  sum: z.number(),
  /** Requests that took at most so long as the bound of the same place. */
  within: z.array(z.number()),
});
export type RouteTimes = z.output<typeof RouteTimes>;

/** Bounds in seconds of the histogram of requests. */
export const routeTimeBounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a process says about itself with its heartbeat. */
export const ProcessFacts = z.object({
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  node_version: z.string(),
  /** Memory that the system has given it, in bytes. */
  memory: z.number(),
  heap: z.number(),
  /** Milliseconds for which the event loop was held up, 99 of 100 times at most, lately. */
  lag_ms: z.number(),
  database_connections: z.number(),
  /** What carries events between processes; with `redis_away` it can't be reached, and changes are looked for in the database. */
  carrier: z.enum(['postgres', 'redis', 'redis_away']).optional(),
  routes: z.array(RouteTimes),
});
export type ProcessFacts = z.output<typeof ProcessFacts>;

/** What an operator wants to know at a glance; `bellhop doctor` prints the same. Sizes in bytes, ages in seconds. */
export const SystemFacts = z.object({
  at: time,
  version: z.string(),
  processes: z.array(
    ProcessFacts.omit({ routes: true })
      .partial()
      .extend({ id: z.string(), roles: z.array(z.string()), started_at: time, seen_at: time }),
  ),
  jobs: z.object({
    waiting: z.number(),
    running: z.number(),
    /** Gave up after many tries. */
    failed: z.number(),
    oldest_age: z.number().nullable(),
    kinds: z.array(
      z.object({
        name: z.string(),
        waiting: z.number(),
        running: z.number(),
        failed: z.number(),
        oldest_age: z.number().nullable(),
        last_error: z.string().nullable(),
      }),
    ),
  }),
  outgoing: z.object({
    waiting: z.number(),
    /** Due for more than five minutes. */
    overdue: z.number(),
    oldest_age: z.number().nullable(),
    sent_today: z.number(),
    failed_today: z.number(),
  }),
  incoming: z.object({
    waiting: z.number(),
    oldest_age: z.number().nullable(),
    received_today: z.number(),
    quarantined: z.number(),
  }),
  mailboxes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      verdict: InboxHealth.shape.verdict,
      last_mail_in_at: nullableTime,
      last_mail_out_at: nullableTime,
    }),
  ),
  storage: z.object({
    kind: z.enum(['fs', 's3']),
    files: z.number(),
    bytes: z.number(),
    /** Of the disk that the data folder lies on; null when it cannot be told. */
    free: z.number().nullable(),
    total: z.number().nullable(),
  }),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.number(),
    most_connections: z.number(),
    /** By how many milliseconds its clock differs from ours. */
    clock_drift_ms: z.number(),
    conversations: z.number(),
    tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
  }),
  /** Null: never. */
  last_backup_at: nullableTime,
  /** The slowest first; times in milliseconds since the processes started. */
  slow_routes: z.array(
    z.object({ method: z.string(), route: z.string(), count: z.number(), mean_ms: z.number(), p95_ms: z.number() }),
  ),
});
export type SystemFacts = z.output<typeof SystemFacts>;

export const systemRoutes = defineRoutes({
  'system.get': {
    method: 'GET',
    path: '/api/v1/system',
    access: { permission: 'general_settings:manage' },
    encoding: 'none',
    output: SystemFacts,
    summary: 'Processes, queues, mailboxes, storage, database, last backup and slowest routes',
  },
});
