import { createWork } from '../core/unit-of-work.ts';
import { publishNothing } from '../db/bus.ts';
import { openDatabase } from '../db/pool.ts';
import { resetFactorOf } from '../features/auth/index.ts';
import { renewSettings } from '../features/settings/index.ts';
import { systemActor } from '../features/users/index.ts';
import { systemClock } from '../lib/clock.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { startEmbeddedOrJoin } from './running-database.ts';

/** Takes away an agent's second factor and ends all sessions of that agent: the way back in for whoever has lost theirs. */
export async function runResetSecondFactor(args: string[]): Promise<number> {
  const email = args[0];
  if (!email) {
    process.stderr.write('Usage: bellhop reset-second-factor <email>\n');
    return 2;
  }
  const log = createLog('warn');
  const config = readConfig();
  const connection = await startEmbeddedOrJoin(config, log);
  const database = openDatabase(connection.database_url, log);
  try {
    await renewSettings(database.db);
    const work = createWork({
      database,
      clock: systemClock,
      subscribers: {},
      publish: publishNothing(config.redis_url),
    });
    const outcome = await resetFactorOf({ work, system: await systemActor(database.db), email });
    process.stdout.write(
      outcome.ok ? `The second factor of ${email} is gone; open sessions have ended.\n` : `${outcome.reason}\n`,
    );
    return outcome.ok ? 0 : 1;
  } finally {
    await database.db.destroy();
    await connection.close();
  }
}
