import { createEmailChannel } from '../channels/email/index.ts';
import { openDatabase } from '../db/pool.ts';
import { describeProvider } from '../features/ai/index.ts';
import { listInboxConfigs } from '../features/inboxes/index.ts';
import { readSystem } from '../features/system/index.ts';
import { systemClock } from '../lib/clock.ts';
import { readConfig } from '../lib/config.ts';
import { createSealer } from '../lib/crypto.ts';
import { createLog } from '../lib/log.ts';
import { openStorage } from '../lib/open-storage.ts';
import { loadSecretKey } from '../lib/secret-key.ts';
import {
  type Checked,
  checkBucket,
  checkDisk,
  checkRedis,
  checkReleaseFeed,
  checkReplica,
  judgeProvider,
  type Verdict,
} from './check-services.ts';
import { judgeSystem } from './judge-system.ts';
import { outboxFolder } from './open-product.ts';
import { startEmbeddedOrJoin } from './running-database.ts';

const marks: Record<Verdict, string> = { ok: 'ok     ', warn: 'WARN   ', wrong: 'WRONG  ' };

/** Says what the system page says, checks database, storage, clock, every mailbox and whatever else is configured, and says in plain words what is wrong; status 1 when something is. */
export async function doctor(): Promise<number> {
  const config = readConfig();
  const log = createLog('silent');
  let wrong = 0;
  const tell = ({ verdict, text }: Checked) => {
    if (verdict === 'wrong') wrong += 1;
    process.stdout.write(`${marks[verdict]}${text}\n`);
  };
  const say = (isFine: boolean, text: string) => tell({ verdict: isFine ? 'ok' : 'wrong', text });

  const connection = await startEmbeddedOrJoin(config, log).catch((error: Error) => error);
  if (connection instanceof Error) {
    say(false, `Database: ${connection.message}`);
    return 1;
  }
  const database = openDatabase(connection.database_url, log);
  const channel = createEmailChannel({ outbox_dir: outboxFolder(config), log });
  try {
    const storage = openStorage(config);
    const facts = await readSystem({ db: database.db, clock: systemClock, config, storage });
    for (const { ok, text } of judgeSystem(facts)) say(ok, text);

    if (config.s3) tell(await checkBucket(storage.places[0]!, config.s3));
    tell(await checkDisk(storage.places.at(-1)!, config.data_dir));
    if (config.redis_url) tell(await checkRedis(config.redis_url));
    if (config.database_read_url) tell(await checkReplica(database, config.database_read_url));
    if (config.release_feed !== undefined) tell(await checkReleaseFeed(config.release_feed));

    const sealer = createSealer(await loadSecretKey(config.secret_key, config.data_dir));
    tell(judgeProvider(await describeProvider(database.db, { sealer })));
    const inboxes = await listInboxConfigs(database.db, sealer).catch(() => null);
    if (!inboxes) {
      say(
        false,
        `Secrets: stored passwords cannot be opened. They were sealed with another key: set BELLHOP_SECRET_KEY, or bring back secret.key in ${config.data_dir}, as it was then`,
      );
    }
    for (const inbox of inboxes ?? []) {
      if (!inbox.enabled) continue;
      const checks = await channel.check(inbox.config);
      if (checks.length === 0) say(true, `Inbox ${inbox.name}: local mail, no server to reach`);
      for (const check of checks)
        say(check.ok, `Inbox ${inbox.name}, ${check.kind.toUpperCase()} ${check.host}: ${check.detail}`);
      if (inbox.last_error) say(false, `Inbox ${inbox.name}: last error ${inbox.last_error}`);
    }
  } finally {
    await channel.close();
    await database.db.destroy();
    await connection.close();
  }
  return wrong > 0 ? 1 : 0;
}
