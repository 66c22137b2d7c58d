import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Where blobs live: uploads and raw mails. Keys are relative paths of letters, digits, `-`, `_`, `.` and `/`. */
export interface Storage {
  kind: 'fs' | 's3';
  /** Stored durably when it resolves; the same key may be written again. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** `range` is inclusive, in bytes. */
  stream(key: string, range?: { start: number; end: number }): Readable;
  has(key: string): Promise<boolean>;
  /** Missing keys are no error. */
  remove(key: string): Promise<void>;
}

const legalKey = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Files below a folder; each is written aside, flushed and renamed, so that a crash leaves the whole file or none. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!legalKey.test(key)) throw new Error(`illegal storage key ${JSON.stringify(key)}`);
    return join(root, key);
  };
  return {
    kind: 'fs',
    async put(key, bytes) {
      const path = pathOf(key);
      const folder = dirname(path);
      const aside = `${path}.${randomUUID()}.part`;
      try {
        const file = await create(aside);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
      await flushFolder(folder);
    },
    get: async (key) => readFile(pathOf(key)),
    stream: (key, range) => createReadStream(pathOf(key), range ?? {}),
    async has(key) {
      return stat(pathOf(key)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      );
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}

/** Creates a file, and its folder when that is not there yet; a new folder's own entry is flushed too. */
async function create(path: string): Promise<FileHandle> {
  const folder = dirname(path);
  const tryOpen = () => open(path, 'wx', 0o600);
  return tryOpen().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const first = await mkdir(folder, { recursive: true });
    for (let made = folder; first && made.length >= first.length; made = dirname(made))
      await flushFolder(dirname(made));
    return tryOpen();
  });
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
