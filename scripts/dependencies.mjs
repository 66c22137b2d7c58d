import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './processes.mjs';

/** Installs the dependencies when any of package-lock.json is missing or there in another version. */
export async function installDependencies(root) {
  if (isInstalled(root)) return;
  console.log('Installing the dependencies …');
  // Not `npm ci`: that refuses a lock file without the optional packages of the platform it runs on, and a lock file names
  // only those that the registry showed to whoever made it. This one installs the locked versions too, and leaves the file.
  // With NODE_ENV=production npm leaves out what builds the client.
  const words = ['npm', 'install', '--include=dev', '--no-save', '--no-audit', '--no-fund'];
  await runQuietly(words, { cwd: root }, 'npm install failed; see above');
}

/** Compares the lock file with the list that npm keeps of what it installed: versions tell more than the files' times. */
export function isInstalled(root) {
  const list = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const packages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  let installed;
  try {
    installed = packages(list);
  } catch {
    // Cut short, as an installation that was interrupted leaves it.
    return false;
  }
  return Object.entries(packages(join(root, 'package-lock.json'))).every(
    // Optional ones are mostly for other platforms; '' is the root itself.
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}
