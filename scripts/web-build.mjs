import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './processes.mjs';

const ofWeb = ['src', 'public', 'vite', 'index.html', 'vite.config.ts', 'package.json'].map(
  (name) => `apps/web/${name}`,
);
const sources = [...ofWeb, 'packages', 'lang', 'package-lock.json'];

/** Builds the client into apps/web/dist when that is missing or older than what it is made of. */
export async function buildWeb(root) {
  const stamp = join(root, '.cache/web-built');
  const built = existsSync(stamp) && existsSync(join(root, 'apps/web/dist/index.html')) ? statSync(stamp).mtimeMs : 0;
  const newest = Math.max(...sources.map((path) => newestBelow(join(root, path))));
  if (newest <= built) return;
  const started = new Date();
  console.log('Building the web client …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await runQuietly(
    [process.execPath, vite, 'build', 'apps/web'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    'the web client cannot be built; see above',
  );
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, '');
  // What is saved during the build is newer than it.
  utimesSync(stamp, started, started);
}

/** Folders count too: their time tells that a file was removed. A missing path is older than everything. */
function newestBelow(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).filter((name) => name !== 'node_modules');
  return Math.max(stat.mtimeMs, ...inside.map((name) => newestBelow(join(path, name))));
}
