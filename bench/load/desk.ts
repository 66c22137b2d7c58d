import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/db/embedded/index.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { databaseSeconds, processorSeconds } from '../processor.ts';
import type { Random } from '../random.ts';
import { createDeskProcess, type DeskProcess } from '../soak/desk-process.ts';

/** A desk of three processes on one database, as a machine of its own would run them. */
export interface LoadDesk {
  database_url: string;
  database_home: string;
  web: [DeskProcess, DeskProcess];
  /** The roles worker and mail. */
  back: DeskProcess;
  stop(): Promise<(number | string)[]>;
}

/** Starts the database and the three processes in `folder`. */
export async function startLoadDesk(folder: string, random: Random): Promise<LoadDesk> {
  const home = join(folder, 'database');
  await mkdir(home);
  await chmod(home, 0o711);
  const say = (message: string) => process.stderr.write(`${message}\n`);
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: home,
    log: { debug: () => {}, info: () => {}, warn: say, error: say },
  });
  const make = async (name: string, roles: string) => {
    const env: Record<string, string> = {
      BELLHOP_ROLES: roles,
      DATABASE_URL: postgres.url,
      BELLHOP_DATA_DIR: join(folder, 'data'),
      BELLHOP_SECRET_KEY: 'the load of five hundred agents',
      LOG_LEVEL: 'warn',
      // As `npm start` has it.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled'),
    };
    await mkdir(join(folder, name));
    const desk = await createDeskProcess(join(folder, name), random, env);
    // A process without the role web tells there how it is.
    env.BELLHOP_MONITOR_PORT = new URL(desk.address).port;
    return { ...desk, data_dir: join(folder, 'data') };
  };
  const first = await make('web-1', 'web');
  first.launch();
  await first.healthy();
  const second = await make('web-2', 'web');
  const back = await make('worker-mail', 'worker,mail');
  for (const desk of [second, back]) desk.launch();
  await Promise.all([second.healthy(), back.healthy()]);
  return {
    database_url: postgres.url,
    database_home: home,
    web: [first, second],
    back,
    async stop() {
      const statuses = await Promise.all([first, second, back].map((desk) => desk.stop()));
      await postgres.stop();
      return statuses;
    },
  };
}

/** Seconds of processor time so far: of each process of the desk, and of its database. */
export async function processorTimes(desk: LoadDesk): Promise<number[]> {
  const own = await Promise.all([...desk.web, desk.back].map((one) => processorSeconds(one.pid())));
  return [...own, await databaseSeconds(desk.database_home)];
}

/** Resident memory of a process in MB, as the kernel counts it; NaN while there is none. */
export async function residentMb(desk: DeskProcess): Promise<number> {
  const status = await readFile(`/proc/${desk.pid()}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** What a process's heap holds once its garbage has been collected, in MB; NaN while there is no process. */
export async function heldMb(desk: DeskProcess): Promise<number> {
  const pid = desk.pid();
  if (pid === undefined) return Number.NaN;
  const bytes = await collectGarbage(pid, desk.inspect_port).catch(() => Number.NaN);
  return bytes / 1024 ** 2;
}
