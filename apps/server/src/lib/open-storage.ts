import { join } from 'node:path';
import type { Config } from './config.ts';
import { createS3Storage } from './s3-storage.ts';
import { createDiskStorage, type Storage } from './storage.ts';

/** The storage of a desk: files below the data folder, or a bucket, with what was stored before there was one beside it. */
export function openStorage(config: Pick<Config, 'data_dir' | 's3'>): Storage {
  const folder = join(config.data_dir, 'storage');
  const disk = createDiskStorage(folder);
  return config.s3 ? withFilesOfBefore(createS3Storage(config.s3, { staged: join(folder, 'staged') }), disk) : disk;
}

/**
 * New blobs go into the bucket. Reading looks on the disk first, which costs next to nothing: keys are used once, so it does not matter
 * where one is found.
 */
function withFilesOfBefore(bucket: Storage, disk: Storage): Storage {
  const firstOf = <T>(read: (storage: Storage) => Promise<T>): Promise<T> =>
    read(disk).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return read(bucket);
    });
  return {
    kind: bucket.kind,
    places: [bucket, disk],
    put: bucket.put,
    stage: bucket.stage,
    get: (key) => firstOf((storage) => storage.get(key)),
    stream: (key, range) => firstOf((storage) => storage.stream(key, range)),
    has: async (key) => (await disk.has(key)) || bucket.has(key),
    async *list(folder) {
      yield* disk.list(folder);
      yield* bucket.list(folder);
    },
    async remove(key) {
      await disk.remove(key);
      await bucket.remove(key);
    },
  };
}
