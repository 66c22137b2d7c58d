import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createDiskWriter } from './disk-writer.ts';

/** More bytes came than were allowed. */
export class TooManyBytesError extends Error {
  override name = 'TooManyBytesError';
}

/** Bytes that came in and lie in a file of this machine until it is decided what becomes of them. */
export interface StagedFile {
  path: string;
  /** In bytes. */
  size: number;
  /** Stored durably under the key when it resolves, and no longer at `path`. */
  keep(key: string): Promise<void>;
  /** Removes what was not kept. */
  discard(): Promise<void>;
}

/** A blob as `list` finds it; `is_partial` when it was never written to its end, or not yet. */
export interface ListedBlob {
  key: string;
  modified_at: Date;
  is_partial: boolean;
}

/** Where blobs live: uploads and raw mails. Keys are relative paths of letters, digits, `-`, `_`, `.` and `/`. */
export interface Storage {
  kind: 'fs' | 's3';
  /** Stored durably when it resolves; the same key may be written again. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Takes bytes in as they come, without holding them in memory. Throws TooManyBytesError beyond `maxBytes`, with nothing left. */
  stage(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedFile>;
  get(key: string): Promise<Buffer>;
  /** `range` is inclusive, in bytes. */
  stream(key: string, range?: { start: number; end: number }): Readable;
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

const legalKey = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Files below a folder; a crash leaves the whole file or none. */
export function createDiskStorage(root: string): Storage {
  const writeFile = createDiskWriter();
  const pathOf = (key: string) => {
    if (!legalKey.test(key)) throw new Error(`illegal storage key ${JSON.stringify(key)}`);
    return join(root, key);
  };
  return {
    kind: 'fs',
    put: async (key, bytes) => writeFile(pathOf(key), bytes),
    async stage(bytes, maxBytes) {
      const path = join(root, 'staged', `${randomUUID()}.part`);
      const file = await create(path);
      let size = 0;
      try {
        for await (const chunk of bytes) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new TooManyBytesError(`more than ${maxBytes} bytes`);
          await file.appendFile(chunk);
        }
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(path, { force: true });
        throw error;
      }
      await file.close();
      return {
        path,
        size,
        async keep(key) {
          const target = pathOf(key);
          await makeFolder(dirname(target));
          await rename(path, target);
          await flushFolder(dirname(target));
        },
        discard: () => rm(path, { force: true }),
      };
    },
    get: async (key) => readFile(pathOf(key)),
    stream: (key, range) => createReadStream(pathOf(key), range ?? {}),
    has: async (key) => (await orNothing(stat(pathOf(key)), null)) !== null,
    async *list(folder) {
      const path = pathOf(folder);
      for (const name of await orNothing(readdir(path), [])) {
        // What somebody else put there is none of ours.
        if (!legalKey.test(name)) continue;
        // It may have gone meanwhile.
        const file = await orNothing(stat(join(path, name)), null);
        if (!file?.isFile()) continue;
        yield { key: `${folder}/${name}`, modified_at: file.mtime, is_partial: name.endsWith('.part') };
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}

/** What is not there answers `nothing`. */
async function orNothing<T, N>(looked: Promise<T>, nothing: N): Promise<T | N> {
  return looked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  });
}

/** Creates a file, and its folder when that is not there yet. */
async function create(path: string): Promise<FileHandle> {
  const tryOpen = () => open(path, 'wx', 0o600);
  return tryOpen().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(dirname(path));
    return tryOpen();
  });
}

/** A folder with its parents; the entries of new ones are flushed too. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first && made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** Files that were renamed into a folder are there after a power failure only when the folder itself was flushed. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
