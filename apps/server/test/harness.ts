import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type App, buildApp } from '../src/app/build-app.ts';
import type { Channel } from '../src/channels/channel.ts';
import { seedFirstStart } from '../src/db/seed.ts';
import { hashPassword } from '../src/features/auth/index.ts';
import type { Clock } from '../src/lib/clock.ts';
import { type Config, type Role, readConfig } from '../src/lib/config.ts';
import { createLog, type Log } from '../src/lib/log.ts';
import { ApiClient } from './api-client.ts';
import { freePort } from './machine.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** Every agent of the tests has this password. */
export const testPassword = 'Bellhop-test-1';
export const adminEmail = 'admin@bellhop.local';
let passwordHash: Promise<string> | undefined;

/** A clock that tests move; it runs on from what it is set to. */
export interface TestClock extends Clock {
  set(to: Date | string): void;
  advance(milliseconds: number): void;
}

/** A whole product on a database of its own, with real parts behind every door. */
export interface Harness {
  app: App;
  config: Config;
  clock: TestClock;
  /** Reads and writes rows directly. */
  pool: pg.Pool;
  databaseUrl: string;
  /** Signs in (the first administrator by default) and answers a client with that session. */
  as(email?: string): Promise<ApiClient>;
  /** A client without a session. */
  anonymous(): ApiClient;
  /** Inserts an agent with roles by name (or permissions of a role made for it) and teams by id; answers its id. */
  addAgent(agent: {
    email: string;
    first_name?: string;
    last_name?: string;
    roles?: string[];
    permissions?: string[];
    team_ids?: number[];
    enabled?: boolean;
  }): Promise<number>;
  addTeam(name: string, members?: number[]): Promise<number>;
  /** Frames written to the change log after `since` (default: all), in order. */
  frames(
    since?: number,
  ): Promise<{ seq: number; type: string; data: Record<string, unknown>; audience: Record<string, unknown> }[]>;
  /** Domain events of the change log, in order. */
  events(): Promise<
    { seq: number; kind: string; conversation_id: number | null; actor_id: number; payload: Record<string, unknown> }[]
  >;
  /** Waits until `probe` answers something truthy; probes again at each change of the database's change log and at short intervals. */
  until<T>(probe: () => Promise<T | null | undefined | false>, what: string): Promise<T>;
  close(): Promise<void>;
}

/**
 * Builds a harness; `roles` are started on free ports (default: web only). `share` joins another harness's database as a second
 * process; `database` is a migrated one without a row, in place of one of the test run's cluster; `channel` takes the place of e-mail,
 * `log` that of the lines on stdout.
 */
export async function createHarness(
  options: {
    roles?: Role[];
    env?: Record<string, string>;
    share?: Harness;
    database?: Pick<TestDatabase, 'url' | 'drop'>;
    channel?: Channel;
    log?: Log;
  } = {},
): Promise<Harness> {
  const database = options.share ? null : (options.database ?? (await createTestDatabase()));
  const databaseUrl = options.share?.databaseUrl ?? database!.url;
  const dataDir = options.share?.config.data_dir ?? (await mkdtemp(join(tmpdir(), 'bellhop-test-')));
  const smtpPort = options.roles?.includes('mail') ? await freePort() : 0;
  const config = readConfig(
    {
      PORT: '0',
      BELLHOP_LOCAL_SMTP_PORT: String(smtpPort),
      BELLHOP_DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    '/nonexistent/.env',
  );
  if (database) {
    passwordHash ??= hashPassword(testPassword);
    const hash = await passwordHash;
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await seedFirstStart(client, async () => ({
      root_url: 'http://desk.test',
      admin_email: adminEmail,
      admin_password_hash: hash,
      session_lifetime_ms: config.session_lifetime_ms,
    }));
    await client.end();
  }
  let offset = 0;
  const clock: TestClock = {
    now: () => new Date(Date.now() + offset),
    set: (to) => {
      offset = new Date(to).getTime() - Date.now();
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
  const log = options.log ?? createLog(config.log_level);
  const { channel } = options;
  const app = await buildApp({ config, log, databaseUrl, aloneOnDatabase: false, clock, ...(channel && { channel }) });
  await app.start(options.roles ?? ['web']);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => {});
  const anonymous = () => new ApiClient(app.address()!);
  return {
    app,
    config,
    clock,
    pool,
    databaseUrl,
    anonymous,
    async as(email = adminEmail) {
      const client = anonymous();
      await client.login(email, testPassword);
      return client;
    },
    async addAgent(agent) {
      passwordHash ??= hashPassword(testPassword);
      const { rows } = await pool.query<{ id: number }>(
        `insert into users (type, email, first_name, last_name, password_hash, enabled)
         values ('agent', $1, $2, $3, $4, $5) returning id`,
        [
          agent.email,
          agent.first_name ?? 'Test',
          agent.last_name ?? 'Agent',
          await passwordHash,
          agent.enabled ?? true,
        ],
      );
      const id = rows[0]!.id;
      const roles = [...(agent.roles ?? (agent.permissions ? [] : ['Agent']))];
      if (agent.permissions) {
        const role = `role of ${agent.email}`.slice(0, 50);
        await pool.query('insert into roles (name, permissions) values ($1, $2)', [role, agent.permissions]);
        roles.push(role);
      }
      await pool.query('insert into user_roles select $1, id from roles where name = any($2)', [id, roles]);
      for (const team of agent.team_ids ?? []) await pool.query('insert into team_members values ($1, $2)', [team, id]);
      return id;
    },
    async addTeam(name, members = []) {
      const { rows } = await pool.query<{ id: number }>('insert into teams (name) values ($1) returning id', [name]);
      for (const member of members) await pool.query('insert into team_members values ($1, $2)', [rows[0]!.id, member]);
      return rows[0]!.id;
    },
    async frames(since = 0) {
      const { rows } = await pool.query(
        'select seq::int, frame, audience from events where frame is not null and seq > $1 order by seq',
        [since],
      );
      return rows.map((row) => ({ seq: row.seq, type: row.frame.type, data: row.frame.data, audience: row.audience }));
    },
    async events() {
      const { rows } = await pool.query(
        "select seq::int, kind, conversation_id, actor_id, payload from events where kind <> 'frame' order by seq",
      );
      return rows;
    },
    async until(probe, what) {
      const deadline = Date.now() + 25_000;
      for (;;) {
        const found = await probe();
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
        await new Promise<void>((resolve) => {
          const stop = app.bus.on('bellhop_events', done);
          const timer = setTimeout(done, 50);
          function done() {
            clearTimeout(timer);
            stop();
            resolve();
          }
        });
      }
    },
    async close() {
      await app.close();
      await pool.end();
      if (!options.share) await rm(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
}
