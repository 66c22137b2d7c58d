import { randomBytes, randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { createEmailChannel } from '../channels/email/index.ts';
import { openDatabase } from '../db/pool.ts';
import { probeRedis } from '../db/redis-bus.ts';
import { listInboxConfigs } from '../features/inboxes/index.ts';
import { askReleaseFeed } from '../features/settings/index.ts';
import { readSystem } from '../features/system/index.ts';
import { systemClock } from '../lib/clock.ts';
import { readConfig, type S3Settings } from '../lib/config.ts';
import { createSealer } from '../lib/crypto.ts';
import { createLog } from '../lib/log.ts';
import { openStorage } from '../lib/open-storage.ts';
import { loadSecretKey } from '../lib/secret-key.ts';
import type { Storage } from '../lib/storage.ts';
import { judgeSystem } from './judge-system.ts';
import { outboxFolder } from './open-product.ts';
import { startEmbeddedOrJoin } from './running-database.ts';

const littleSpace = 1024 ** 3;

type Say = (ok: boolean, text: string) => void;

/** Says what the system page says, checks database, storage, clock and every mailbox, and says in plain words what is wrong; status 1 when something is. */
export async function doctor(): Promise<number> {
  const config = readConfig();
  const log = createLog('silent');
  let wrong = 0;
  const say: Say = (ok, text) => {
    if (!ok) wrong += 1;
    process.stdout.write(`${ok ? 'ok     ' : 'WRONG  '}${text}\n`);
  };

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

    if (config.s3) await checkBucket(storage.places[0]!, config.s3, say);
    const disk = storage.places.at(-1)!;
    try {
      await disk.put('doctor/probe', Buffer.from('probe'));
      await disk.get('doctor/probe');
      await disk.remove('doctor/probe');
      const space = await statfs(config.data_dir);
      const free = space.bavail * space.bsize;
      say(free > littleSpace, `Storage: ${config.data_dir} is writable, ${Math.floor(free / 1024 ** 2)} MB free`);
    } catch (error) {
      say(false, `Storage: ${config.data_dir} cannot be written: ${(error as Error).message}`);
    }

    if (config.redis_url) {
      const problem = await probeRedis(config.redis_url);
      say(problem === null, problem === null ? 'Redis: carries what is said' : `Redis: ${problem}`);
    }
    if (config.release_feed !== undefined) {
      const found = await askReleaseFeed(config.release_feed).catch((error: Error) => error);
      if (found instanceof Error) say(false, `Release feed: ${new URL(config.release_feed).host}: ${found.message}`);
      else say(true, `Release feed: ${found.version} is the newest release`);
    }

    const sealer = createSealer(await loadSecretKey(config.secret_key, config.data_dir));
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

/** Stores, reads and removes an object, and looks whether a missing one is told from one that may not be read. */
async function checkBucket(bucket: Storage, { endpoint, bucket: name }: S3Settings, say: Say): Promise<void> {
  const key = `doctor/${randomUUID()}`;
  const probe = randomBytes(64);
  try {
    await bucket.put(key, probe);
    const isSame = (await bucket.get(key)).equals(probe);
    await bucket.remove(key);
    const isGone = !(await bucket.has(key));
    const place = `bucket ${name} at ${endpoint}`;
    if (!isSame) say(false, `Object storage: ${place} answers with other bytes than were stored`);
    else if (!isGone) say(false, `Object storage: ${place} still has what was removed`);
    else say(true, `Object storage: ${place} stores, reads and removes`);
  } catch (error) {
    say(false, (error as Error).message);
  }
}
