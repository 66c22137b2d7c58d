import { createHash } from 'node:crypto';
import { openDatabase } from '../db/pool.ts';
import { markMoved, ownsStorage } from '../features/media/index.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { openStorage } from '../lib/open-storage.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { type Storage, shardFolders } from '../lib/storage.ts';
import { startEmbeddedOrJoin } from './running-database.ts';

/** Blobs whose rows are brought up to date together. */
const together = 100;
/** A blob is written moments before its row; a younger one may still get it. */
const youngMs = 10 * 60_000;

/**
 * Brings files of before into the bucket, while the product runs or stands still: each is stored there, read back and compared; then its row
 * says so, and only then the copy on the disk goes. It can be broken off at any moment and begun anew.
 */
export async function runMoveUploads(args: string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write('Usage: bellhop move-uploads\n');
    return 2;
  }
  const config = readConfig();
  if (!config.s3)
    throw new OperatorError('There is no bucket to move files into: set S3_ENDPOINT and the other S3 settings.');
  const log = createLog('warn');
  const connection = await startEmbeddedOrJoin(config, log);
  const database = openDatabase(connection.database_url, log);
  try {
    const [bucket, disk] = openStorage(config).places as readonly [Storage, Storage];
    for (const storage of [disk, bucket]) {
      if (!(await ownsStorage(database.db, storage))) {
        throw new OperatorError(
          `The ${storage.kind === 's3' ? 'bucket' : 'data folder'} belongs to another database: nothing is moved.`,
        );
      }
    }
    let moved = 0;
    let bytes = 0;
    let keys: string[] = [];
    const settle = async () => {
      if (keys.length === 0) return;
      await database.db.transaction().execute((transaction) => markMoved(transaction, keys));
      for (const key of keys) await disk.remove(key);
      moved += keys.length;
      keys = [];
    };
    for (const folder of ['pictures', ...shardFolders]) {
      for await (const blob of disk.list(folder)) {
        if (blob.is_partial || Date.now() - blob.modified_at.getTime() < youngMs) continue;
        bytes += await copy(disk, bucket, blob.key);
        keys.push(blob.key);
        if (keys.length === together) await settle();
      }
      await settle();
    }
    process.stdout.write(
      `${moved} files, ${(bytes / 1024 ** 2).toFixed(1)} MB, are in the bucket ${config.s3.bucket}.\n`,
    );
    return 0;
  } finally {
    await database.db.destroy();
    await connection.close();
  }
}

/** Stores a blob in the bucket, unless the very bytes are there; answers its size. Throws when they come back changed. */
async function copy(disk: Storage, bucket: Storage, key: string): Promise<number> {
  const wanted = await hashOf(disk, key);
  if ((await bucket.has(key)) && (await hashOf(bucket, key)).hash === wanted.hash) return wanted.size;
  const staged = await bucket.stage(await disk.stream(key), Number.MAX_SAFE_INTEGER);
  try {
    await staged.keep(key);
  } finally {
    await staged.discard();
  }
  const stored = await hashOf(bucket, key);
  if (stored.hash !== wanted.hash || stored.size !== wanted.size) {
    throw new OperatorError(`The bucket answers with other bytes than were stored for ${key}: nothing was deleted.`);
  }
  return wanted.size;
}

async function hashOf(storage: Storage, key: string): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of await storage.stream(key)) {
    hash.update(part as Buffer);
    size += (part as Buffer).length;
  }
  return { hash: hash.digest('hex'), size };
}
