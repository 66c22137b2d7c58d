import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { type Storage, shardFolders } from '../../lib/storage.ts';
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

const folders = ['staged', ...shardFolders];
const turns = Math.ceil(folders.length / foldersPerRun);
/** Where the storage says whose it is. */
const ownerKey = 'owner';

/**
 * Job `storage.sweep`: removes what crashes left in some of the storage's folders, others each hour: files of writes that were
 * broken off more than a day ago, and blobs older than a week that no row refers to. Keys are used once, so a blob that is
 * old and unknown can never get a row any more, whoever is storing at the same time.
 */
export async function sweepStorage(deps: Needed): Promise<void> {
  const turn = Math.floor(deps.clock.now().getTime() / 3_600_000) % turns;
  for (const storage of deps.storage.places) {
    if (!(await ownsStorage(deps.db, storage))) {
      deps.log.error(
        { kind: storage.kind },
        'the storage belongs to another database and is not swept: give each database a storage of its own',
      );
      continue;
    }
    for (const folder of folders.slice(turn * foldersPerRun, (turn + 1) * foldersPerRun)) {
      await sweepFolder({ ...deps, storage }, folder);
    }
  }
}

type Needed = Pick<Deps, 'db' | 'storage' | 'clock' | 'log'>;

/** Removes what is abandoned in one folder. */
export async function sweepFolder(deps: Needed, folder: string): Promise<void> {
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

/** Whether a storage is this database's. Whoever comes first writes its name. */
export async function ownsStorage(db: Reader, storage: Storage): Promise<boolean> {
  const owner = await storageOwner(db);
  if (!(await storage.has(ownerKey))) await storage.put(ownerKey, Buffer.from(owner));
  return (await storage.get(ownerKey)).toString() === owner;
}
