import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BackupManifest, noteBackup, restoreBackup, writeBackup } from '../db/backup/index.ts';
import { startEmbeddedPostgres } from '../db/embedded/index.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { openStorage } from '../lib/open-storage.ts';
import { loadSecretKey } from '../lib/secret-key.ts';
import { startEmbeddedOrJoin } from './running-database.ts';

const usage = 'Usage: bellhop backup <file>, or bellhop backup verify <file>\n';

/** Writes the desk into one file while it runs or stands still, or looks whether such a file could be restored. */
export async function runBackup(args: string[]): Promise<number> {
  const isVerify = args[0] === 'verify' && args.length === 2;
  const file = isVerify ? args[1] : args[0];
  if (!file || args.length > (isVerify ? 2 : 1) || file.startsWith('-')) {
    process.stderr.write(usage);
    return 2;
  }
  return isVerify ? verify(file) : backUp(file);
}

async function backUp(file: string): Promise<number> {
  const config = readConfig();
  const connection = await startEmbeddedOrJoin(config, createLog('warn'));
  try {
    const manifest = await writeBackup(file, {
      database_url: connection.database_url,
      storage: openStorage(config),
      secret_key: await loadSecretKey(config.secret_key, config.data_dir),
      passphrase: process.env.BELLHOP_BACKUP_PASSPHRASE,
    });
    await noteBackup(connection.database_url, new Date());
    const { size } = await stat(file);
    process.stdout.write(`${file}: ${summary(manifest)}, ${megabytes(size)}.\n`);
    tellMissing(manifest);
    if (!process.env.BELLHOP_BACKUP_PASSPHRASE) {
      process.stdout.write(
        'The key that opens the passwords of mailboxes is not in it: keep secret.key too, or set BELLHOP_BACKUP_PASSPHRASE.\n',
      );
    }
    return 0;
  } finally {
    await connection.close();
  }
}

/** Restores into a database of its own that is thrown away, and reads every file. */
async function verify(file: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-verify-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('warn') });
    try {
      const { head, manifest } = await restoreBackup(file, {
        database_url: postgres.url,
        putFile: async () => {},
        send_queued: false,
        store: 'fs',
      });
      process.stdout.write(
        `${file} can be restored: ${summary(manifest)}, made ${head.created_at} by Bellhop ${head.version}.\n`,
      );
      tellMissing(manifest);
      if (!head.key.sealed) process.stdout.write('It needs the secret.key of its desk.\n');
      return 0;
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `12 conversations, 30 messages, 4 files`. */
export function summary({ tables, files }: BackupManifest): string {
  const rowsOf = (table: string) => tables[table]?.rows ?? 0;
  return `${rowsOf('conversations')} conversations, ${rowsOf('messages')} messages, ${files.count} files`;
}

function tellMissing({ files: { missing } }: BackupManifest): void {
  if (missing.length === 0) return;
  process.stdout.write(`${missing.length} files that messages name were not there, the first: ${missing[0]}\n`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
