import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUse, dataDirHolder, lockDataDir } from './lock-data-dir.ts';
import { processBirth } from './process-state.ts';

let folder: string;
let lock: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellhop-lock-'));
  lock = join(folder, 'bellhop.lock');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(command: string, args: string[]): { child: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
}

const next = async (lines: AsyncIterator<string>): Promise<string> => (await lines.next()).value;

test('a live holder is named, and the folder is free after its release', async () => {
  const { child, lines } = start('sleep', ['60']);
  await once(child, 'spawn');
  void lines;
  writeFileSync(lock, JSON.stringify({ pid: child.pid, birth: processBirth(child.pid!) }));
  expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
  expect(() => lockDataDir(folder)).toThrow(`already running on ${folder} (process ${child.pid})`);
  expect(dataDirHolder(folder)).toBe(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(dataDirHolder(folder)).toBeNull();
  lockDataDir(folder).release();
  expect(existsSync(lock)).toBe(false);
});

test.each([
  ['of a pid that another process has by now', () => JSON.stringify({ pid: process.ppid, birth: 'earlier' })],
  ['of the own pid, as pid 1 leaves in a container', () => JSON.stringify({ pid: process.pid, birth: 'earlier' })],
  ['cut short by a full disk', () => '{"pid": 1'],
  ['that is empty', () => ''],
])('a lock %s is taken over', (_, content) => {
  writeFileSync(lock, content());
  const claimed = lockDataDir(folder);
  expect(existsSync(lock)).toBe(true);
  claimed.release();
});

test('one process may claim twice, and holds until the last release', () => {
  const first = lockDataDir(folder);
  const second = lockDataDir(folder);
  first.release();
  first.release();
  expect(existsSync(lock)).toBe(true);
  second.release();
  expect(existsSync(lock)).toBe(false);
});

test('of several that start at once over a stale lock, one gets it', async () => {
  writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, birth: 'gone' }));
  const claim = join(import.meta.dirname, 'fixtures/claim.ts');
  const starters = Array.from({ length: 5 }, () => start(process.execPath, [claim, folder]));
  for (const { lines } of starters) expect(await next(lines)).toBe('loaded');
  for (const { child } of starters) child.stdin!.write('go\n');
  const answers = await Promise.all(starters.map(({ lines }) => next(lines)));
  expect(answers.sort()).toEqual(['claimed', 'in use', 'in use', 'in use', 'in use']);
});

const hidden = ['-m', 'sh', '-c', 'mount -t proc -o subset=pid proc /proc && exec "$@"', 'sh'];
const canHide = spawnSync('unshare', [...hidden, 'true']).status === 0;
test.runIf(canHide)('who is shown nothing of /proc but processes holds the folder, too', async () => {
  const claim = join(import.meta.dirname, 'fixtures/claim.ts');
  const { child, lines } = start('unshare', [...hidden, process.execPath, claim, folder]);
  expect(await next(lines)).toBe('loaded');
  child.stdin!.write('go\n');
  expect(await next(lines)).toBe('claimed');
  expect(dataDirHolder(folder)).toBe(child.pid);
  expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
});

test.runIf(process.platform === 'linux')('a zombie holds nothing', async () => {
  const { lines } = start('sh', ['-c', 'exec 2>/dev/null; sleep 0.3 & echo $!; exec sleep 60']);
  const pid = Number(await next(lines));
  await expect.poll(() => processBirth(pid)).toBeNull();
  // Still in the process table, or the test would prove nothing.
  expect(existsSync(`/proc/${pid}/stat`)).toBe(true);
});
