import { statfs } from 'node:fs/promises';
import { createEmailChannel } from '../channels/email/index.ts';
import { openDatabase } from '../db/pool.ts';
import { listInboxConfigs } from '../features/inboxes/index.ts';
import { readConfig } from '../lib/config.ts';
import { createSealer } from '../lib/crypto.ts';
import { createLog } from '../lib/log.ts';
import { loadSecretKey } from '../lib/secret-key.ts';
import { createDiskStorage } from '../lib/storage.ts';
import { databaseFacts } from './doctor.queries.ts';
import { dataFolders } from './open-product.ts';
import { startEmbeddedOrJoin } from './running-database.ts';

const littleSpace = 1024 ** 3;

/** Checks database, storage, clock and every mailbox and says in plain words what is wrong; status 1 when something is. */
export async function doctor(): Promise<number> {
  const config = readConfig();
  const log = createLog('silent');
  let wrong = 0;
  const say = (ok: boolean, text: string) => {
    if (!ok) wrong += 1;
    process.stdout.write(`${ok ? 'ok     ' : 'WRONG  '}${text}\n`);
  };

  const connection = await startEmbeddedOrJoin(config, log).catch((error: Error) => error);
  if (connection instanceof Error) {
    say(false, `Database: ${connection.message}`);
    return 1;
  }
  const database = openDatabase(connection.database_url, log);
  const channel = createEmailChannel({ outbox_dir: dataFolders(config).outbox, log });
  try {
    const facts = await databaseFacts(database.db);
    say(facts.version_number >= 140000, `Database: PostgreSQL ${facts.version}, ${facts.conversations} conversations`);
    const drift = Math.abs(facts.now.getTime() - Date.now());
    say(
      drift < 2_000,
      `Clock: differs from the database's by ${Math.round(drift)} ms${drift < 2_000 ? '' : '; synchronise both machines'}`,
    );
    say(facts.quarantined === 0, `Incoming mail: ${facts.waiting_mails} waiting, ${facts.quarantined} quarantined`);
    say(facts.overdue_mails === 0, `Outgoing mail: ${facts.overdue_mails} overdue by more than five minutes`);

    const storage = createDiskStorage(dataFolders(config).storage);
    try {
      await storage.put('doctor/probe', Buffer.from('probe'));
      await storage.get('doctor/probe');
      await storage.remove('doctor/probe');
      const space = await statfs(config.data_dir);
      const free = space.bavail * space.bsize;
      say(free > littleSpace, `Storage: ${config.data_dir} is writable, ${Math.floor(free / 1024 ** 2)} MB free`);
    } catch (error) {
      say(false, `Storage: ${config.data_dir} cannot be written: ${(error as Error).message}`);
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
