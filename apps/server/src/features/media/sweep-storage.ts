import type { Deps } from '../../core/deps.ts';
import { findKnownKeys, storageOwner } from './sweep.queries.ts';
import { originalKey } from './thumbnail.ts';

const day = 86_400_000;
/** Files of uploads and writes that were broken off. No write takes as long. */
const partialMs = day;
/** As long as unlinked uploads live (settled question 22); a blob is written moments before its row. */
const orphanMs = 7 * day;
/** Keys that one query asks for, and folders that one run looks through: with one run an hour each folder has its turn in a week. */
const batch = 500;
const foldersPerRun = 4;

const shards = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
/** Every folder that blobs are stored in. */
const folders = ['staged', ...shards.map((shard) => `media/${shard}`), ...shards.map((shard) => `raw/${shard}`)];
const turns = Math.ceil(folders.length / foldersPerRun);
/** Where the storage says whose it is. */
const ownerKey = 'owner';

/**
 * Job `storage.sweep`: removes what crashes left in some of the storage's folders, others each hour: files of writes that were
 * broken off more than a day ago, and blobs older than a week that no row refers to. Keys are used once, so a blob that is
 * old and unknown can never get a row any more, whoever is storing at the same time.
 */
export async function sweepStorage(deps: Pick<Deps, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  if (!(await ownsStorage(deps))) {
    deps.log.error('the storage belongs to another database and is not swept: give each database a storage of its own');
    return;
  }
  const turn = Math.floor(deps.clock.now().getTime() / 3_600_000) % turns;
  for (const folder of folders.slice(turn * foldersPerRun, (turn + 1) * foldersPerRun)) await sweepFolder(deps, folder);
}

/** Removes what is abandoned in one folder. */
export async function sweepFolder(deps: Pick<Deps, 'db' | 'storage' | 'clock' | 'log'>, folder: string): Promise<void> {
  const now = deps.clock.now().getTime();
  let removed = 0;
  let old: string[] = [];
  const removeUnknown = async () => {
    const known = await findKnownKeys(deps.db, [...new Set(old.map(originalKey))]);
    for (const key of old) {
      if (known.has(originalKey(key))) continue;
      await deps.storage.remove(key);
      removed += 1;
    }
    old = [];
  };
  for await (const blob of deps.storage.list(folder)) {
    const age = now - blob.modified_at.getTime();
    if (blob.is_partial && age > partialMs) {
      await deps.storage.remove(blob.key);
      removed += 1;
    } else if (!blob.is_partial && age > orphanMs) old.push(blob.key);
    if (old.length >= batch) await removeUnknown();
  }
  if (old.length > 0) await removeUnknown();
  if (removed > 0) deps.log.info({ folder, removed }, 'removed what nobody refers to from the storage');
}

/** Whoever comes first writes its name. */
async function ownsStorage(deps: Pick<Deps, 'db' | 'storage'>): Promise<boolean> {
  const owner = await storageOwner(deps.db);
  if (!(await deps.storage.has(ownerKey))) await deps.storage.put(ownerKey, Buffer.from(owner));
  return (await deps.storage.get(ownerKey)).toString() === owner;
}
