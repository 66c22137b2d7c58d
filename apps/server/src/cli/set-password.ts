import { createInterface } from 'node:readline';
import { createWork } from '../core/unit-of-work.ts';
import { publishNothing } from '../db/bus.ts';
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
  const password = await readPassword();
  const log = createLog('warn');
  const connection = await startEmbeddedOrJoin(config, log);
  const database = openDatabase(connection.database_url, log);
  try {
    const work = createWork({
      database,
      clock: systemClock,
      subscribers: {},
      publish: publishNothing(config.redis_url),
    });
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

/** The first line of standard input; '' when it ends without one. */
async function readPassword(): Promise<string> {
  process.stderr.write('New password: ');
  const terminal = createInterface({ input: process.stdin });
  try {
    for await (const line of terminal) return line;
    return '';
  } finally {
    terminal.close();
  }
}
