import pg from 'pg';
import { OperatorError } from '../../lib/operator-error.ts';
import { migrate } from '../migrate.ts';
import type { BackupHead, BackupManifest } from './format.ts';
import { readBackup } from './read-backup.ts';
import { openRowRestore, type RowRestore } from './restore-rows.ts';

export interface RestoreTarget {
  /** A database without a desk. */
  database_url: string;
  /** Judges the backup before anything is written; throws an OperatorError. */
  judge?: (head: BackupHead) => Promise<void>;
  putFile: (key: string, bytes: Buffer) => Promise<void>;
  /** Lets mails that were waiting when the backup was made leave once more; else people decide about each. */
  send_queued: boolean;
  /** Where `putFile` puts files: what rows say of it is of the desk that was backed up. */
  store: 'fs' | 's3';
}

/**
 * Brings a desk back: its schema as it was then, its rows, its files, and then the newest schema. The rows come all or not at all. Throws an
 * OperatorError when the backup is not whole or of a newer Bellhop, and when there is a desk in the database already.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  await demandEmpty(target.database_url);
  let rows: RowRestore | undefined;
  try {
    const read = await readBackup(path, {
      async onHead(head) {
        await target.judge?.(head);
        await migrate(target.database_url, { only: head.migrations });
        rows = await openRowRestore(target.database_url);
        await rows.begin(head);
      },
      onRows: (table, piece) => rows!.rows(table, piece),
      onFile: target.putFile,
    });
    await rows!.commit(read.head, read.manifest, target);
    rows = undefined;
    await migrate(target.database_url);
    return read;
  } finally {
    await rows?.abandon();
  }
}

/** Nobody's desk is overwritten. What a restore that broke off has left (tables without rows) is no desk. */
async function demandEmpty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('public.users') is not null as there");
    if (!rows[0]!.there) return;
    const agents = await client.query("select 1 from users where type = 'agent' limit 1");
    if (agents.rows.length > 0) {
      throw new OperatorError(
        'There is a desk in this database already. Restore into an empty one, or an empty data folder.',
      );
    }
  } finally {
    await client.end();
  }
}
