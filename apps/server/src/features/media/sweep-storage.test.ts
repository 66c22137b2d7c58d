import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { storeFiles } from './store-files.ts';
import { sweepFolder, sweepStorage } from './sweep-storage.ts';
import { thumbnailKey } from './thumbnail.ts';

let h: Harness;
beforeAll(async () => {
  h = await createHarness({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => h.close());

const pathOf = (key: string) => join(h.config.data_dir, 'storage', key);
const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'));
const exists = (key: string) => h.app.deps.storage.has(key);

async function age(key: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * 86_400_000);
  await utimes(pathOf(key), then, then);
}

/** Bytes that no row knows. */
async function addOrphan(days: number): Promise<string> {
  const text = {
    filename: 'a.txt',
    content_type: 'text/plain',
    disposition: 'attachment' as const,
    content_id: null,
    content: Buffer.from('x'),
  };
  const [file] = await storeFiles(h.app.deps, [text], null);
  await age(file!.storage_key, days);
  return file!.storage_key;
}

describe('sweeping the storage', () => {
  it('removes blobs without a row after a week, with their thumbnails, and no younger ones', async () => {
    const [old, young] = [await addOrphan(8), await addOrphan(6)];
    await h.app.deps.storage.put(thumbnailKey(old), Buffer.from('png'));
    await age(thumbnailKey(old), 8);
    for (const key of [old, young]) await sweepFolder(h.app.deps, folderOf(key));
    expect(await Promise.all([old, thumbnailKey(old), young].map(exists))).toEqual([false, false, true]);
  });

  it('is not held up by a file that somebody else put there', async () => {
    const old = await addOrphan(8);
    const strange = `${folderOf(old)}/.a strange name`;
    await writeFile(pathOf(strange), '');
    await age(strange, 8);
    await sweepFolder(h.app.deps, folderOf(old));
    expect(await exists(old)).toBe(false);
    expect((await stat(pathOf(strange))).isFile()).toBe(true);
  });

  it('keeps what rows of files and mails refer to, however old', async () => {
    const admin = await h.as();
    const body = new FormData();
    body.set('files', new Blob(['words']), 'words.txt');
    const { data } = await admin.call('media.upload', { body });
    await h.app.deps.storage.put('raw/ab/ab12', Buffer.from('Subject: x'));
    await h.pool.query(
      "insert into raw_mails (inbox_id, source, storage_key, size, sha256) values (1, 'smtp', 'raw/ab/ab12', 10, '')",
    );
    const { rows } = await h.pool.query<{ storage_key: string }>(
      'select storage_key from media where id = $1 union all select storage_key from raw_mails',
      [data.id],
    );
    const keys = rows.map((row) => row.storage_key);
    expect(keys).toHaveLength(2);
    // A thumbnail lives as long as its file.
    await h.app.deps.storage.put(thumbnailKey(keys[0]!), Buffer.from('png'));
    keys.push(thumbnailKey(keys[0]!));
    for (const key of keys) await age(key, 400);
    for (const key of keys) await sweepFolder(h.app.deps, folderOf(key));
    expect(await Promise.all(keys.map(exists))).toEqual([true, true, true]);
  });

  it('removes what writes left that were broken off more than a day ago', async () => {
    const near = await addOrphan(0);
    const parts = { [`${near}.old.part`]: 2, [`${near}.new.part`]: 0.5 };
    for (const [key, days] of Object.entries(parts)) {
      await writeFile(pathOf(key), 'half a fi');
      await age(key, days);
    }
    await sweepFolder(h.app.deps, folderOf(near));
    expect(await Promise.all([near, ...Object.keys(parts)].map(exists))).toEqual([true, false, true]);
  });

  it('has been everywhere after a week of hourly runs', async () => {
    const orphans = [await addOrphan(30), await addOrphan(30), await addOrphan(30)];
    const start = h.clock.now().getTime();
    for (let hour = 0; hour < 168; hour++) {
      h.clock.set(new Date(start + hour * 3_600_000));
      await sweepStorage(h.app.deps);
    }
    h.clock.set(new Date());
    expect(await Promise.all(orphans.map(exists))).toEqual([false, false, false]);
  });

  it('touches nothing in the storage of another database', async () => {
    const orphan = await addOrphan(30);
    await h.app.deps.storage.put('owner', Buffer.from('somebody else'));
    const start = h.clock.now().getTime();
    for (let hour = 0; hour < 168; hour++) {
      h.clock.set(new Date(start + hour * 3_600_000));
      await sweepStorage(h.app.deps);
    }
    h.clock.set(new Date());
    expect(await exists(orphan)).toBe(true);
  });
});
