import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskWriter } from './disk-writer.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bellhop-writer-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('writes what comes at once, each into folders of its own, and leaves the caller its bytes', async () => {
  const write = createDiskWriter();
  const files = Array.from({ length: 120 }, (_, i) => ({
    path: join(root, `${i % 3}/below/${i}`),
    bytes: Buffer.from(`file ${i}`),
  }));
  await Promise.all(files.map(({ path, bytes }) => write(path, bytes)));
  for (const [i, { path, bytes }] of files.entries()) {
    expect(await readFile(path, 'utf8')).toBe(`file ${i}`);
    expect(bytes.toString()).toBe(`file ${i}`);
  }
  expect((await readdir(root, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('replaces a file', async () => {
  const write = createDiskWriter();
  const path = join(root, 'again');
  await write(path, Buffer.from('a longer first text'));
  await write(path, Buffer.from('second'));
  expect(await readFile(path, 'utf8')).toBe('second');
});

it('says of each file what went wrong, and writes those beside it', async () => {
  const write = createDiskWriter();
  await writeFile(join(root, 'in-the-way'), '');
  const [refused, fine] = await Promise.allSettled([
    write(join(root, 'in-the-way/below'), Buffer.from('x')),
    write(join(root, 'beside'), Buffer.from('y')),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'ENOTDIR' } });
  expect(fine.status).toBe('fulfilled');
  expect(await readFile(join(root, 'beside'), 'utf8')).toBe('y');
});
