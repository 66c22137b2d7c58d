import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installDependencies, isInstalled } from './dependencies.mjs';
import { engineFlags } from './engine-flags.ts';
import { isRecentEnough } from './node24.mjs';
import { buildWeb } from './web-build.mjs';

const root = dirname(import.meta.dirname);
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellhop-scripts-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files, base = folder) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
}

test.each([
  ['18.19.0', false],
  ['20.20.2', false],
  ['22.17.9', false],
  ['22.18.0', true],
  ['23.0.0', true],
  ['24.21.0', true],
])('Node %s runs the TypeScript as it is: %s', (version, answer) => {
  expect(isRecentEnough(version)).toBe(answer);
});

test('an unknown command lists the known ones and ends with 2', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/bellhop.mjs'), 'strat'], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain('Unknown command "strat"');
  expect(stderr).toMatch(/^ {2}start /m);
});

/** Those that serve a desk to people. */
const serving = ['start', 'demo'];

test('every script of package.json is a command', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { stderr } = spawnSync(process.execPath, [join(root, 'scripts/bellhop.mjs')], { encoding: 'utf8' });
  const ours = Object.entries(scripts).filter(([, line]) => line.includes('scripts/bellhop.mjs'));
  for (const [name, line] of ours) {
    const flags = serving.includes(name) ? engineFlags.map((flag) => `${flag} `).join('') : '';
    expect(line).toBe(`exec node ${flags}scripts/bellhop.mjs ${name}`);
    expect(stderr).toContain(`\n  ${name} `);
  }
});

test('a container and a service start the engine as npm does', () => {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const words = JSON.stringify(['node', ...engineFlags, 'apps/server/src/cli.ts', 'start']).replaceAll(',', ', ');
  expect(read('Dockerfile')).toContain(`\nCMD ${words}`);
  expect(read('deploy/systemd/bellhop.service')).toContain(
    `\nExecStart=/usr/bin/node ${engineFlags.join(' ')} apps/server/src/cli.ts start\n`,
  );
});

test.each(serving)('the command %s starts the engine so too, in its own process', (command) => {
  // Told before each engine's first line; the second engine does not get further.
  write({
    'tell.mjs': `console.log(JSON.stringify({ pid: process.pid, flags: process.execArgv, words: process.argv.slice(2) }));
      if (process.execArgv.length > 0) process.exit(0);`,
  });
  const { stdout, pid } = spawnSync(process.execPath, [join(root, 'scripts/bellhop.mjs'), command, '--quiet'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'tell.mjs')).href}` },
  });
  const words = [command, '--quiet'];
  expect(stdout.trim().split('\n').map(JSON.parse)).toEqual([
    { pid, flags: [], words },
    { pid, flags: engineFlags, words },
  ]);
});

test.each([
  ['a size that somebody chose', ['--max-semi-space-size=32'], ['ignore', 'pipe', 'pipe']],
  ['a process whose parent talks with it', [], ['ignore', 'pipe', 'pipe', 'ipc']],
])('%s is left as it is', async (_, flags, stdio) => {
  const engine = pathToFileURL(join(root, 'scripts/engine-flags.ts')).href;
  write({
    'anew.mjs': `import { startAnewWithFlags } from ${JSON.stringify(engine)};
      startAnewWithFlags(); console.log(JSON.stringify(process.execArgv)); process.exit(0);`,
  });
  const child = spawn(process.execPath, [...flags, join(folder, 'anew.mjs')], { stdio });
  expect(JSON.parse((await once(createInterface(child.stdout), 'line'))[0])).toEqual(flags);
});

test('the engine takes the flags, and the room for new objects has a bound', () => {
  // So much garbage fills any room.
  const fill =
    'let held; for (let i = 0; i < 4e6; i++) held = { i }; process.stdout.write(JSON.stringify(require("v8").getHeapSpaceStatistics()))';
  const { stdout } = spawnSync(process.execPath, [...engineFlags, '-e', fill], { encoding: 'utf8' });
  const { space_size } = JSON.parse(stdout).find(({ space_name }) => space_name === 'new_space');
  expect(space_size).toBeLessThanOrEqual(16 * 1024 ** 2);
});

test('a parser thread keeps the room that it is given, whatever the engine was told', () => {
  const parse = join(root, 'apps/server/src/channels/email/parse');
  const littering = `import { createWorkerPool } from ${JSON.stringify(pathToFileURL(join(parse, 'mail-parser-pool.ts')).href)};
    const worker = new URL(${JSON.stringify(pathToFileURL(join(parse, 'testing/misbehaving-worker.ts')).href)});
    const pool = createWorkerPool(worker, { threads: 1, timeoutMs: 60_000, maxMemoryMb: 128 });
    process.stdout.write((await pool.parse(Buffer.from('Subject: s\\n\\nlitter'))).content);
    await pool.close();`;
  const argv = [...engineFlags, '--input-type=module', '-e', littering];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(8 * 1024 ** 2);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s is passed on, and the exit status comes back', async (signal) => {
  write({
    'child.mjs': `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up');`,
    'parent.mjs': `import { runThrough } from ${JSON.stringify(join(root, 'scripts/processes.mjs'))};
      process.exitCode = await runThrough([process.execPath, ${JSON.stringify(join(folder, 'child.mjs'))}]);`,
  });
  const parent = spawn(process.execPath, [join(folder, 'parent.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface(parent.stdout), 'line');
  parent.kill(signal);
  expect(await once(parent, 'exit')).toEqual([7, null]);
});

test('dependencies are installed anew when the lock file names another version, and not for other platforms’ packages', () => {
  const lock = (version) =>
    JSON.stringify({
      packages: { '': {}, 'node_modules/a': { version }, 'node_modules/elsewhere': { version, optional: true } },
    });
  write({ 'package-lock.json': lock('2.0.0') });
  expect(isInstalled(folder)).toBe(false);
  const installed = (version) => JSON.stringify({ packages: { 'node_modules/a': { version } } });
  write({ 'node_modules/.package-lock.json': installed('1.0.0') });
  expect(isInstalled(folder)).toBe(false);
  write({ 'node_modules/.package-lock.json': installed('2.0.0') });
  expect(isInstalled(folder)).toBe(true);
});

test('an installation that was interrupted is made anew, with what builds the client whatever NODE_ENV says', async () => {
  write({
    'package-lock.json': '{"packages":{}}',
    'node_modules/.package-lock.json': '{"packages":{"node_mod',
    // In place of npm: notes what it was told.
    'bin/npm': '#!/bin/sh\necho "$@" > told',
  });
  chmodSync(join(folder, 'bin/npm'), 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${join(folder, 'bin')}:${PATH}`;
  try {
    await installDependencies(folder);
  } finally {
    process.env.PATH = PATH;
  }
  expect(readFileSync(join(folder, 'told'), 'utf8')).toMatch(/^install .*--include=dev/);
});

test('the client is built when a source is newer than the last build, and only then', async () => {
  // In place of Vite: says that it was called.
  write({
    'node_modules/vite/bin/vite.js':
      "require('node:fs').mkdirSync('apps/web/dist', { recursive: true }); require('node:fs').appendFileSync('apps/web/dist/index.html', 'built ')",
    'apps/web/src/main.tsx': '',
    'packages/contract/src/index.ts': '',
  });
  const old = new Date(Date.now() - 60_000);
  for (const path of [
    'apps/web/src/main.tsx',
    'apps/web/src',
    'packages/contract/src/index.ts',
    'packages/contract/src',
    'packages/contract',
    'packages',
  ]) {
    utimesSync(join(folder, path), old, old);
  }
  const built = () => readFileSync(join(folder, 'apps/web/dist/index.html'), 'utf8');
  await buildWeb(folder);
  await buildWeb(folder);
  expect(built()).toBe('built ');
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(folder, 'packages/contract/src/index.ts'), later, later);
  await buildWeb(folder);
  expect(built()).toBe('built built ');
});

test('the counts are those of the run, with a file that cannot be loaded as a failure', () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const inside = mkdtempSync(join(root, '.cache/counts-'));
  try {
    write(
      {
        'vitest.config.mjs': 'export default {};',
        'a.test.mjs':
          "import { expect, test } from 'vitest';\nlet tries = 0;\ntest('1', { retry: 1 }, () => expect((tries += 1)).toBe(2));\ntest('2', () => expect(1).toBe(2));\ntest.skip('3', () => {});",
        'b.test.mjs': "throw new Error('cannot be loaded');",
      },
      inside,
    );
    const counts = join(inside, 'counts.json');
    const words = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--reporter=${join(root, 'scripts/count-reporter.mjs')}`,
    ];
    const { status } = spawnSync(process.execPath, words, {
      cwd: inside,
      env: { ...process.env, BELLHOP_TEST_COUNTS: counts },
    });
    expect(status).not.toBe(0);
    expect(JSON.parse(readFileSync(counts, 'utf8'))).toEqual({ passed: 1, failed: 2, skipped: 1, second_try: ['1'] });
  } finally {
    rmSync(inside, { recursive: true, force: true });
  }
});
