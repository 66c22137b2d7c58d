import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretKey } from './secret-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a configured key is used as it is, and nothing is written', async () => {
  expect(await loadSecretKey('a key of the operator', folder)).toBe('a key of the operator');
  expect(await readdir(folder)).toEqual([]);
});

test('processes that start at once all get the one key that is kept', async () => {
  const keys = await Promise.all(Array.from({ length: 40 }, () => loadSecretKey(undefined, folder)));
  expect(new Set(keys).size).toBe(1);
  expect(Buffer.from(keys[0]!, 'base64')).toHaveLength(32);
  expect(await loadSecretKey(undefined, folder)).toBe(keys[0]);
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test.each(['', '\n', 'too short'])('%j is no key: it is refused and left alone', async (text) => {
  await writeFile(join(folder, 'secret.key'), text);
  await expect(loadSecretKey(undefined, folder)).rejects.toThrow(/secret\.key/);
  expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(text);
});
