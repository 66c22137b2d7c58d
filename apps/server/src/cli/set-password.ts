import { createInterface } from 'node:readline/promises';
import { createWork } from '../core/unit-of-work.ts';
import { openDatabase } from '../db/pool.ts';
import { setPasswordOf } from '../features/auth/index.ts';
import { systemActor } from '../features/users/index.ts';
import { systemClock } from '../lib/clock.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { startEmbeddedOrJoin } from './running-database.ts';

/** Sets an agent's password, read from a line of standard input, and ends all sessions of that agent. */
export async function runSetPassword(args: string[]): Promise<number> {
  const email = args[0];
  if (!email) {
    process.stderr.write('Usage: bellhop set-password <email> (the password is read from standard input)\n');
    return 2;
  }
  const config = readConfig();
  const log = createLog('warn');
  const connection = await startEmbeddedOrJoin(config, log);
  const database = openDatabase(connection.database_url, log);
  try {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    const password = await terminal.question('New password: ');
    terminal.close();
    const work = createWork({ database, clock: systemClock, subscribers: {} });
    const outcome = await setPasswordOf({ work, system: await systemActor(database.db), email, password });
    process.stdout.write(
      outcome.ok ? `The password of ${email} is set; open sessions have ended.\n` : `${outcome.reason}\n`,
    );
    return outcome.ok ? 0 : 1;
  } finally {
    await database.db.destroy();
    await connection.close();
  }
}
