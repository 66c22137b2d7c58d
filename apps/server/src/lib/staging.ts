import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder } from './flush-folder.ts';

/** More bytes came than were allowed. */
export class TooManyBytesError extends Error {
  override name = 'TooManyBytesError';
}

/** Bytes that lie whole and flushed in a file of this machine. */
export interface StagedBytes {
  path: string;
  /** In bytes. */
  size: number;
  /** Removes the file; one that has gone is no error. */
  discard(): Promise<void>;
}

/** No upload takes as long: an older file is of one that was broken off. */
const abandonedMs = 24 * 3_600_000;

/** Takes bytes in as they come, into files of a folder, without holding them in memory. */
export function createStaging(folder: string) {
  return {
    /** Throws TooManyBytesError beyond `maxBytes`, and what the source or the disk throws, with nothing left. */
    async stage(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedBytes> {
      const path = join(folder, `${randomUUID()}.part`);
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
      return { path, size, discard: () => rm(path, { force: true }) };
    },
    /** Removes what processes that died have left more than a day ago. */
    async removeAbandoned(): Promise<void> {
      for (const name of await orNothing(readdir(folder), [])) {
        const path = join(folder, name);
        const file = await orNothing(stat(path), null);
        if (file && name.endsWith('.part') && Date.now() - file.mtimeMs > abandonedMs) await rm(path, { force: true });
      }
    },
  };
}

/** Gives a whole file another name, durably. */
export async function moveFile(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  await rename(from, to);
  await flushFolder(dirname(to));
}

/** What is not there answers `nothing`. */
export async function orNothing<T, N>(looked: Promise<T>, nothing: N): Promise<T | N> {
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
