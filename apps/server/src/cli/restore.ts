import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupHead, fingerprintOf, openKey, restoreBackup } from '../db/backup/index.ts';
import { dataDirHolder, startEmbeddedPostgres } from '../db/embedded/index.ts';
import { type Config, readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { openStorage } from '../lib/open-storage.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { summary } from './backup.ts';

/** Brings a desk back from a backup, into an empty data folder or database. */
export async function runRestore(args: string[]): Promise<number> {
  const [file, ...options] = args;
  if (!file || file.startsWith('-') || options.some((option) => option !== '--send-queued')) {
    process.stderr.write('Usage: bellhop restore <file> [--send-queued]\n');
    return 2;
  }
  const config = readConfig();
  if (dataDirHolder(config.data_dir) !== null) {
    throw new OperatorError(`Bellhop is running on ${config.data_dir}. Stop it first.`);
  }
  await mkdir(config.data_dir, { recursive: true });
  const postgres = config.database_url
    ? null
    : await startEmbeddedPostgres({ dataDir: config.data_dir, log: createLog('warn') });
  try {
    const storage = openStorage(config);
    let key: string | null = null;
    const { head, manifest } = await restoreBackup(file, {
      database_url: config.database_url ?? postgres!.url,
      judge: async (backup) => {
        key = await keyFor(config, backup);
      },
      putFile: (name, bytes) => storage.put(name, bytes),
      send_queued: options.includes('--send-queued'),
      store: storage.kind,
    });
    if (key !== null)
      await writeFile(join(config.data_dir, 'secret.key'), key, { mode: 0o600, flag: 'wx', flush: true });
    process.stdout.write(`The desk of ${head.created_at} is back: ${summary(manifest)}. Everybody signs in anew.\n`);
    return 0;
  } finally {
    await postgres?.stop();
  }
}

/** The secret key to be written down; null when the right one is there. Throws an OperatorError that says how to come by it. */
async function keyFor(config: Config, { key }: BackupHead): Promise<string | null> {
  const path = join(config.data_dir, 'secret.key');
  const present =
    config.secret_key ??
    (await readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => null,
    ));
  if (present !== null) {
    if (fingerprintOf(present) === key.fingerprint) return null;
    throw new OperatorError(
      config.secret_key
        ? 'BELLHOP_SECRET_KEY is not the key of this backup: the passwords in it could not be opened.'
        : `${path} is not the key of this backup. Put the right one there, or delete it and set BELLHOP_BACKUP_PASSPHRASE.`,
    );
  }
  if (!key.sealed || !key.salt) {
    throw new OperatorError(
      `This backup has no key in it. Put the secret.key of its desk to ${path}, or set BELLHOP_SECRET_KEY.`,
    );
  }
  const passphrase = process.env.BELLHOP_BACKUP_PASSPHRASE;
  if (!passphrase) {
    throw new OperatorError('Set BELLHOP_BACKUP_PASSPHRASE to the passphrase that this backup was made with.');
  }
  try {
    return openKey(key.sealed, passphrase, key.salt);
  } catch (error) {
    throw new OperatorError('BELLHOP_BACKUP_PASSPHRASE is not the passphrase that this backup was made with.', {
      cause: error,
    });
  }
}
