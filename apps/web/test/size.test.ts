import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { buildWeb } from '../../../scripts/web-build.mjs';

const root = join(import.meta.dirname, '../../..');
const login = ['index.html', 'src/features/auth/LoginPage.tsx'];
const list = ['index.html', 'src/app/desk.tsx', 'src/features/conversations/list/InboxPage.tsx'];
const noneOpen = 'src/features/conversations/list/NothingOpen.tsx';
const conversation = 'src/features/conversations/thread/ConversationPage.tsx';

const folder = join(root, 'apps/web/dist');
let manifest: Manifest;
beforeAll(async () => {
  await buildWeb(root);
  manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  // A build takes as long as the machine lets it.
}, 300_000);

// The budgets of JavaScript, in KB of gzip. Which scripts a screen needs is what its modules import, and what those import.
test.each([
  ['login page', 100, login],
  ['inbox', 260, [...list, noneOpen]],
  ['inbox with a conversation open, before the editor', 260, [...list, conversation]],
])('%s: under %d KB', async (_name, budget, modules) => {
  const scripts = [...scriptsOf(modules)];
  const sizes = await Promise.all(scripts.map(async (name) => (await readFile(join(folder, `${name}.gz`))).length));
  expect(scripts.filter((name) => /Editor|ComposerForm|Palette|ViewForm/.test(name))).toEqual([]);
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThan(budget);
});

function scriptsOf(modules: readonly string[], found = new Set<string>()): Set<string> {
  for (const module of modules) {
    const chunk = manifest[module];
    if (!chunk) throw new Error(`${module} has no script of its own`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    scriptsOf(chunk.imports ?? [], found);
  }
  return found;
}
