import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ProcessFacts } from '@bellhop/contract';
import type { FastifyInstance } from 'fastify';
import type { Channel } from '../channels/channel.ts';
import { createEmailChannel } from '../channels/email/index.ts';
import type { Deps } from '../core/deps.ts';
import { changesAfter, eventsChannel } from '../core/unit-of-work.queries.ts';
import { createWork } from '../core/unit-of-work.ts';
import type { Bus } from '../db/bus.ts';
import { openListener } from '../db/listener.ts';
import { type Database, openDatabase } from '../db/pool.ts';
import { openReads } from '../db/reads.ts';
import { openRedisBus } from '../db/redis-bus.ts';
import type { ReplicaFigures } from '../db/replica.ts';
import { renewSettings } from '../features/settings/index.ts';
import { registerDeskMetrics } from '../features/system/index.ts';
import { systemActor } from '../features/users/index.ts';
import { queueEvents } from '../features/webhooks/index.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { startHeartbeat } from '../jobs/heartbeat.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { type Config, hostInUrl, type Role } from '../lib/config.ts';
import { createSealer } from '../lib/crypto.ts';
import type { Log } from '../lib/log.ts';
import { openStorage } from '../lib/open-storage.ts';
import { watchProcess } from '../lib/process-facts.ts';
import { loadSecretKey } from '../lib/secret-key.ts';
import type { Storage } from '../lib/storage.ts';
import { productVersion } from '../lib/version.ts';
import { busName, lastSeq } from '../realtime/change-log.queries.ts';
import { startMailRole } from './start-mail.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';
import { startWebRole, type WebRole } from './start-web.ts';
import { startWorkerRole, type WorkerRole } from './start-worker.ts';
import { subscribers } from './subscribers.ts';

/** Every channel of the bus that a process listens to. */
const channels = [
  eventsChannel,
  'bellhop_outgoing',
  'bellhop_inboxes',
  'bellhop_sessions',
  'bellhop_settings',
  'bellhop_agents',
  'bellhop_presence',
  'bellhop_push',
  'bellhop_assignment',
  'bellhop_webhooks',
] as const;

/** One process of the product, wired; tests build as many as they like. */
export interface App {
  deps: Deps;
  database: Database;
  bus: Bus;
  /** The web server, once the role web has been started. */
  server(): FastifyInstance;
  worker(): WorkerRole;
  /** `http://host:port`, or null without the role web. */
  address(): string | null;
  /** Where a process without the role web answers /health and /metrics; null for nowhere. */
  monitorAddress(): string | null;
  /** Port of the local SMTP listener, or null. */
  smtpPort(): number | null;
  start(roles: readonly Role[]): Promise<void>;
  /**
   * Takes nothing more, finishes what runs, closes sockets, then the database. With `drain_ms` web requests are served that much longer,
   * while /health sends whoever asks it elsewhere; jobs and mail end at once all the same.
   */
  close(options?: { drain_ms?: number }): Promise<void>;
}

/** Opens database, storage and bus and wires the features; nothing runs until `start`. */
export async function buildApp(options: {
  config: Config;
  log: Log;
  databaseUrl: string;
  /** No other process can be using the database: whatever a dead one held is free at once. */
  aloneOnDatabase: boolean;
  clock?: Clock;
  storage?: Storage;
  channel?: Channel;
}): Promise<App> {
  const { config, log } = options;
  const clock = options.clock ?? systemClock;
  const database = openDatabase(options.databaseUrl, log, { max: config.database_pool_size });
  const system = await systemActor(database.db);
  const reads = await openReads({
    primary: database,
    url: config.database_read_url,
    max: config.database_pool_size,
    log,
  });
  const renew = () =>
    renewSettings(database.db).catch((error: Error) => log.warn({ err: error.message }, 'settings could not be read'));
  const metrics = createMetrics();
  const bus = await openBus(options, database);
  const deps: Deps = {
    config,
    log,
    clock,
    db: database.db,
    reads: reads.db,
    snapshot: reads.snapshot,
    work: createWork({
      database,
      clock,
      subscribers,
      outbox: queueEvents(system),
      renewals: { bellhop_settings: renew },
      publish: bus.publish,
    }),
    storage: options.storage ?? openStorage(config),
    sealer: createSealer(await loadSecretKey(config.secret_key, config.data_dir)),
    system,
    channel: options.channel ?? createEmailChannel({ outbox_dir: join(config.data_dir, 'outbox'), log }),
    meter: metrics.meter,
  };
  const processId = randomUUID();
  const watched = watchProcess();
  let mailPort: number | null = null;
  let web: WebRole | null = null;
  let worker: WorkerRole | null = null;
  let monitor: Monitor | null = null;
  const running: { stop(drainMs: number): Promise<void> }[] = [];
  let heartbeat: { stop(): Promise<void> } | null = null;
  bus.on('bellhop_settings', renew);
  bus.onGap(renew);

  return {
    deps,
    database,
    bus,
    server() {
      if (!web) throw new Error('the role web was not started');
      return web.server;
    },
    worker() {
      if (!worker) throw new Error('the role worker was not started');
      return worker;
    },
    address() {
      return web && addressOf(config, web.server);
    },
    monitorAddress() {
      return monitor && addressOf(config, monitor.server);
    },
    smtpPort: () => mailPort,
    async start(roles) {
      heartbeat = await startHeartbeat({
        id: processId,
        roles: [...roles],
        poolIds: () => worker?.poolIds() ?? [],
        facts: async () => ({
          ...watched.read(),
          database_connections: database.pool.totalCount,
          carrier: carrierOf(bus),
          routes: (await web?.routeTimes()) ?? [],
        }),
        alone: options.aloneOnDatabase,
        work: deps.work,
        system: deps.system,
        log,
      });
      registerProcessMetrics(metrics, database, roles);
      if (reads.figures) registerReplicaMetrics(metrics, reads.figures);
      registerDeskMetrics(metrics, deps);
      if (roles.includes('worker')) {
        worker = await startWorkerRole({ deps, database, bus, processId, aloneOnDatabase: options.aloneOnDatabase });
        running.push(worker);
      }
      if (roles.includes('mail')) {
        const mail = await startMailRole({ deps, bus, processId, aloneOnDatabase: options.aloneOnDatabase });
        mailPort = mail.smtpPort;
        running.push(mail);
      }
      if (roles.includes('web')) {
        web = await startWebRole({ deps, bus, metrics });
        running.push(web);
      } else if (config.monitor_port !== undefined) {
        monitor = await startMonitor(deps, metrics, config.monitor_port);
        running.push(monitor);
      }
    },
    async close({ drain_ms = 0 } = {}) {
      // Side by side, because each may need most of the time that a stop has.
      await Promise.all(running.map((role) => role.stop(drain_ms)));
      await heartbeat?.stop();
      watched.stop();
      await deps.channel.close();
      await bus.close();
      await reads.close();
      await database.db.destroy();
    },
  };
}

function addressOf(config: Config, { server }: FastifyInstance): string {
  return `http://${hostInUrl(config.host)}:${(server.address() as AddressInfo).port}`;
}

/** What a process tells of itself, whatever its roles. */
function registerProcessMetrics(metrics: Metrics, { pool }: Database, roles: readonly Role[]): void {
  const build = { version: productVersion, node_version: process.version };
  metrics.figure('build_info', 'Always 1; the labels say what runs here', () => [{ labels: build, value: 1 }], [
    'version',
    'node_version',
  ]);
  metrics.figure(
    'process_role',
    'The roles of this process',
    () => roles.map((role) => ({ labels: { role }, value: 1 })),
    ['role'],
  );
  metrics.figure('database_connections', 'Open database connections of this process', () => pool.totalCount);
  metrics.figure('database_connections_idle', 'Those of them that nothing uses', () => pool.idleCount);
  metrics.figure('database_connections_most', 'As many this process opens at most', () => pool.options.max);
  metrics.figure('database_waiting', 'Queries of this process that wait for a connection', () => pool.waitingCount);
}

function registerReplicaMetrics(metrics: Metrics, figures: () => ReplicaFigures): void {
  metrics.figure('replica_used', '1 while reads of this process go to the replica', () => Number(figures().is_used));
  metrics.figure(
    'replica_lag_bytes',
    'How much of the log the replica had not replayed when this process last looked',
    () => figures().lag_bytes,
  );
  metrics.figure(
    'replica_lag_seconds',
    'For how long the replica has lacked what this process asked for',
    () => figures().lag_seconds,
  );
  metrics.figure('replica_reads_total', 'Reads of this process that the replica answered', () => figures().reads);
  metrics.figure(
    'replica_fallbacks_total',
    'Reads of this process that went to the primary because the replica failed or was behind',
    () => figures().fallbacks,
  );
}

/** PostgreSQL carries what processes tell each other, or Redis where there is one. */
async function openBus(
  { config, log, databaseUrl }: { config: Config; log: Log; databaseUrl: string },
  { db }: Database,
): Promise<Bus> {
  if (!config.redis_url) return openListener(databaseUrl, channels, log);
  return openRedisBus({
    url: config.redis_url,
    name: await busName(db),
    channels,
    changes: { last: () => lastSeq(db), after: (seq, limit) => changesAfter(db, seq, limit) },
    log,
  });
}

function carrierOf(bus: Bus): ProcessFacts['carrier'] {
  const { carrier, is_connected } = bus.state();
  return carrier === 'redis' && !is_connected ? 'redis_away' : carrier;
}
