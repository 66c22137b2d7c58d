import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// These run before the right Node was found; a name that the old one lacks stops it with a syntax error.
it.each(['bellhop.mjs', 'node24.mjs'])('%s imports nothing that only a newer Node has', async (file) => {
  const imports = (await readFile(join(import.meta.dirname, file), 'utf8')).match(/^import .* from 'node:.*$/gm) ?? [];
  const newer = ['enableCompileCache', 'styleText', 'parseEnv', 'glob', 'stripTypeScriptTypes', 'registerHooks'];
  expect(imports.filter((line) => newer.some((name) => line.includes(name)))).toEqual([]);
  expect(imports.length).toBeGreaterThan(0);
});
