import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage, type ListedBlob, type Storage, TooManyBytesError } from './storage.ts';

let root: string;
let storage: Storage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bellhop-storage-'));
  storage = createDiskStorage(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
async function all(folder: string): Promise<ListedBlob[]> {
  const found: ListedBlob[] = [];
  for await (const blob of storage.list(folder)) found.push(blob);
  return found;
}
const staged = () => readdir(join(root, 'staged'));

describe('staging', () => {
  it('takes bytes in aside, and keeps them under a key in folders that are not there yet', async () => {
    const file = await storage.stage(chunks('some ', 'words'), 100);
    expect([file.size, await staged()]).toEqual([10, [expect.stringMatching(/\.part$/)]]);
    await file.keep('media/aa/kept');
    await file.discard();
    expect((await storage.get('media/aa/kept')).toString()).toBe('some words');
    expect(await staged()).toEqual([]);
  });

  it('leaves nothing of what is too much, breaks off or is not wanted', async () => {
    await expect(storage.stage(chunks('1234', '56'), 5)).rejects.toThrow(TooManyBytesError);
    await expect(
      storage.stage(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('the line is dead');
        })(),
        100,
      ),
    ).rejects.toThrow('the line is dead');
    const file = await storage.stage(chunks('12345'), 5);
    await file.discard();
    expect(await staged()).toEqual([]);
  });
});

describe('listing', () => {
  it('tells whole blobs from broken-off ones, and knows no folder that is not there', async () => {
    await storage.put('list/whole', Buffer.from('x'));
    await storage.put('list/half.part', Buffer.from('x'));
    await storage.put('list/below/other', Buffer.from('x'));
    const found = await all('list');
    expect(found.map((blob) => [blob.key, blob.is_partial]).sort()).toEqual([
      ['list/half.part', true],
      ['list/whole', false],
    ]);
    expect(await all('nowhere')).toEqual([]);
  });

  it('refuses keys that lead out of the storage', async () => {
    await expect(storage.put('../out', Buffer.from('x'))).rejects.toThrow('illegal storage key');
    await expect(all('../')).rejects.toThrow('illegal storage key');
  });
});
