import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runQuietly, runThrough } from './processes.mjs';

/** Whether this Node runs TypeScript as it is, as `engines` of package.json asks. */
export function isRecentEnough(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/**
 * Runs the words under Node 24, told what this Node was told, fetched from npm into `.cache` on the first time; answers its exit status. Everything
 * below it finds that Node as `node`.
 */
export async function rerunUnderNode24(root, words) {
  const node = await fetchNode24(root);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  // The kernel takes the product down when this process is killed, where it can.
  const tie = ['setpriv', '--pdeathsig', 'TERM', '--'];
  const tied = spawnSync(tie[0], [...tie.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
  return runThrough([...(tied ? tie : []), node, ...process.execArgv, ...words], { env });
}

async function fetchNode24(root) {
  const { platform, arch } = process;
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
  // One for each platform: machines and containers of several kinds may share a clone.
  const folder = join(root, `.cache/node24-${platform}-${arch}`);
  const node = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(node)) return node;
  console.log(
    `Node ${process.versions.node} is too old for Bellhop (22.18 or newer); fetching Node 24 from npm, once …`,
  );
  // Into a folder of its own first, so that an interrupted or a second fetch leaves no half of one behind.
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
    // The platform's package itself holds the binary; the package `node` would fetch it by an install script.
    const words = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@24`];
    await runQuietly(words, { cwd: fresh }, 'Node 24 cannot be fetched from npm; install Node 22.18 or newer yourself');
    if (!existsSync(folder)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return node;
}
