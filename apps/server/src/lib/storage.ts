import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createDiskWriter } from './disk-writer.ts';
import { createStaging, moveFile, orNothing, type StagedBytes } from './staging.ts';

/**
 * The storage cannot be used now: it is down, does not answer, or refuses us. The message is for operators; whoever waits is told to try
 * again, and what was to be stored must not count as stored.
 */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
  readonly expected = true;
}

/** Whether the storage as a whole has failed and not this one blob: also a disk that is full or can only be read. */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof StorageUnavailableError) return true;
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** Bytes that came in and lie in a file of this machine until it is decided what becomes of them. */
export interface StagedFile extends StagedBytes {
  /** Stored durably under the key when it resolves, and no longer at `path`. */
  keep(key: string): Promise<void>;
}

/** A blob as `list` finds it; `is_partial` when it was never written to its end, or not yet. */
export interface ListedBlob {
  key: string;
  modified_at: Date;
  is_partial: boolean;
}

/**
 * Where blobs live: uploads and raw mails. Keys are relative paths of letters, digits, `-`, `_`, `.` and `/`. What is read and is not there
 * rejects with the code ENOENT; a storage that cannot be used rejects with StorageUnavailableError.
 */
export interface Storage {
  kind: 'fs' | 's3';
  /** The single storages that this one consists of, where each blob may lie; new ones are written to the first. */
  places: readonly Storage[];
  /** Stored durably when it resolves; the same key may be written again. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Takes bytes in as they come, without holding them in memory. Throws TooManyBytesError beyond `maxBytes`, with nothing left. */
  stage(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedFile>;
  get(key: string): Promise<Buffer>;
  /** Resolves when the bytes begin to come. `range` is inclusive, in bytes. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** The blobs right in a folder, in no order; none when it is not there. Files whose names no key could have are left out. */
  list(folder: string): AsyncIterable<ListedBlob>;
  /** Missing keys are no error. */
  remove(key: string): Promise<void>;
}

/**
 * The folder, one of 256, in which new blobs lie whose keys are a caller's to choose: all of a minute share one, so that those
 * which are written together are flushed together.
 */
export function shardOf(time: Date): string {
  return (Math.floor(time.getTime() / 60_000) % 256).toString(16).padStart(2, '0');
}

/** Every folder that blobs are stored in whose keys rows name. */
export const shardFolders: readonly string[] = ['media', 'raw'].flatMap((kind) =>
  Array.from({ length: 256 }, (_, index) => `${kind}/${index.toString(16).padStart(2, '0')}`),
);

const legalKey = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a name could be a key. */
export function isLegalKey(key: string): boolean {
  return legalKey.test(key);
}

/** Answers the key; throws when it leads out of the storage. */
export function demandLegalKey(key: string): string {
  if (!isLegalKey(key)) throw new Error(`illegal storage key ${JSON.stringify(key)}`);
  return key;
}

/** Files below a folder; a crash leaves the whole file or none. */
export function createDiskStorage(root: string): Storage {
  const writeFile = createDiskWriter();
  const staging = createStaging(join(root, 'staged'));
  const pathOf = (key: string) => join(root, demandLegalKey(key));
  const storage: Storage = {
    kind: 'fs',
    get places() {
      return [storage];
    },
    put: async (key, bytes) => writeFile(pathOf(key), bytes),
    async stage(bytes, maxBytes) {
      const staged = await staging.stage(bytes, maxBytes);
      return { ...staged, keep: async (key) => moveFile(staged.path, pathOf(key)) };
    },
    get: async (key) => readFile(pathOf(key)),
    async stream(key, range) {
      const file = createReadStream(pathOf(key), range ?? {});
      await once(file, 'open');
      return file;
    },
    has: async (key) => (await orNothing(stat(pathOf(key)), null)) !== null,
    async *list(folder) {
      const path = pathOf(folder);
      for (const name of await orNothing(readdir(path), [])) {
        // What somebody else put there is none of ours.
        if (!isLegalKey(name)) continue;
        // It may have gone meanwhile.
        const file = await orNothing(stat(join(path, name)), null);
        if (!file?.isFile()) continue;
        yield { key: `${folder}/${name}`, modified_at: file.mtime, is_partial: name.endsWith('.part') };
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
  return storage;
}
