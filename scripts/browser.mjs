import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { capture, expected, runQuietly } from './processes.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const packaged = '@sparticuz/chromium';
const packagedVersion = '147.0.0';

/**
 * Answers the path of a Chromium for the browser tests: the one named by CHROMIUM_PATH, else an installed one, else one that
 * Playwright fetched earlier, else installed by apt-get when root, else the one of an npm package. Sets CHROMIUM_PATH to it,
 * for the processes started below this one. Throws with one line when there is none.
 */
export async function findBrowser(root) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw expected(`CHROMIUM_PATH names ${given}, which does not exist.`);
    return given;
  }
  for (const find of [installed, fromPlaywright, fromApt, () => fromPackage(root)]) {
    const path = await find();
    if (path && (await runs(path))) {
      process.env.CHROMIUM_PATH = path;
      return path;
    }
  }
  throw expected('No Chromium for the browser tests: install Chromium or Chrome, or name one with CHROMIUM_PATH.');
}

function installed() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...applications].find((path) => existsSync(path));
}

async function fromPlaywright() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

async function fromApt() {
  if (process.getuid?.() !== 0 || !onPathIs('apt-get')) return undefined;
  console.log('Installing Chromium for the browser tests (apt-get) …');
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=900', '-y'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runQuietly([...apt, 'update'], { env }, 'apt-get update failed');
    await runQuietly(
      [...apt, 'install', '--no-install-recommends', 'chromium'],
      { env },
      'apt-get install chromium failed',
    );
  } catch (error) {
    console.error(error.message);
    return undefined;
  }
  return installed();
}

async function fromPackage(root) {
  if (process.platform !== 'linux') return undefined;
  const folder = join(root, '.cache/chromium');
  if (!existsSync(join(folder, 'node_modules', packaged))) {
    console.log(`Fetching Chromium for the browser tests from npm (${packaged}) …`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const words = ['npm', 'install', '--no-audit', '--no-fund', `${packaged}@${packagedVersion}`];
    try {
      await runQuietly(words, { cwd: folder }, `${packaged} cannot be fetched`);
    } catch (error) {
      console.error(error.message);
      return undefined;
    }
  }
  const entry = createRequire(join(folder, 'package.json')).resolve(packaged);
  const { default: chromium } = await import(pathToFileURL(entry).href);
  return chromium.executablePath();
}

/** A browser without its libraries is found but doesn't start. */
async function runs(path) {
  try {
    const { status, output } = await capture([path, '--version']);
    if (status === 0) return true;
    console.error(`${path} does not run: ${output.trim().split('\n')[0]}`);
  } catch (error) {
    console.error(`${path} does not run: ${error.message}`);
  }
  return false;
}

function onPathIs(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await findBrowser(dirname(dirname(fileURLToPath(import.meta.url)))));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
