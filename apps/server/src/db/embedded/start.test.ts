import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { nativeFolder, repairLinks } from './binaries.ts';
import { chooseRunner } from './choose-runner.ts';
import { processBirth } from './process-state.ts';
import { embeddedDatabaseUrl } from './start.ts';

const program = join(import.meta.dirname, 'fixtures/run.ts');
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const nobody = 65534;

// Making a database cluster writes through to the disk, which another's load can stretch.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
/** A folder on which a server ran and was stopped. */
let origin: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  origin = mkdtempSync(join(tmpdir(), 'bellhop-embedded-'));
  chmodSync(origin, 0o755);
  const first = run(origin);
  await first.line('ready');
  await stopped(first);
  children.splice(0);
});

afterAll(() => rmSync(origin, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellhop-embedded-'));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Gives the folder a cluster without the seconds that making one takes. */
function prepare(dataDir = folder): void {
  mkdirSync(dataDir, { recursive: true });
  spawnSync('cp', ['-pR', join(origin, 'postgres'), dataDir]);
}

async function stopped({ child, line }: ReturnType<typeof run>): Promise<void> {
  child.kill('SIGINT');
  await line('stopped');
}

/** A Node process with the supervisor on `dataDir`; `line` waits for the next line that begins so and answers its rest. */
function run(dataDir: string, { prefix = [] as string[], path = process.env.PATH! } = {}) {
  const words = [...prefix, process.execPath, program, dataDir];
  const child = spawn(words[0]!, words.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: path },
    cwd: '/',
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (start: string): Promise<string> => {
    const seen: string[] = [];
    while (true) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`ended without "${start}": ${seen.join(' | ')}`);
      if (value.startsWith(start)) return value.slice(start.length).trim();
      if (value.startsWith('failed ')) throw new Error(value);
      seen.push(value);
    }
  };
  return { child, line };
}

async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const kept = (url: string) => sql(url, 'select note from kept');
const keep = (url: string) => sql(url, "create table kept (note text); insert into kept values ('still here')");
const still = [{ note: 'still here' }];
const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);

async function kill9(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('PostgreSQL is started again after kill -9, on the same address and with its data', async () => {
  prepare();
  const server = run(folder);
  const url = await server.line('ready');
  await keep(url);
  for (let round = 0; round < 2; round += 1) {
    process.kill(postmasterPid(folder), 'SIGKILL');
    await server.line('restarted');
    expect(await kept(url)).toEqual(still);
  }
  const pid = postmasterPid(folder);
  await stopped(server);
  expect(processBirth(pid)).toBeNull();
  expect(existsSync(join(folder, 'bellhop.lock'))).toBe(false);
});

test('the database is UTF-8, asks for a password and listens on the loopback address alone', async () => {
  const url = await run(folder).line('ready');
  expect(await sql(url, "select current_setting('server_encoding') e, current_setting('listen_addresses') l")).toEqual([
    { e: 'UTF8', l: '127.0.0.1' },
  ]);
  expect(await sql(url, "select lower('ÄÉЖ') as folded")).toEqual([{ folded: 'äéж' }]);
  await expect(sql(Object.assign(new URL(url), { password: 'wrong' }).href, 'select 1')).rejects.toThrow('password');
  expect(statSync(join(folder, 'postgres/connection.json')).mode & 0o777).toBe(0o600);
  expect(embeddedDatabaseUrl(folder)).toBe(url);
});

test('after kill -9 of Node the next start has the data, the same address and no second server', async () => {
  prepare();
  const first = run(folder);
  const url = await first.line('ready');
  await keep(url);
  await kill9(first.child);
  expect(await run(folder).line('ready')).toBe(url);
  expect(await kept(url)).toEqual(still);
});

test.runIf(isLinux)('PostgreSQL goes with a killed Node by itself', async () => {
  prepare();
  const { child, line } = run(folder);
  await line('ready');
  const pid = postmasterPid(folder);
  await kill9(child);
  await expect.poll(() => processBirth(pid), { timeout: 20_000 }).toBeNull();
});

test('an orphan of a killed Node is stopped by the next start, where the system cannot tie it to its parent', async () => {
  // A PATH without setpriv, as on macOS.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['id', 'chown', 'true', 'sh']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(found.startsWith('/') ? found : `/bin/${name}`, join(bin, name));
  }
  const dataDir = join(folder, 'data');
  prepare(dataDir);
  const first = run(dataDir, { path: bin });
  await keep(await first.line('ready'));
  const orphan = postmasterPid(dataDir);
  await kill9(first.child);
  expect(processBirth(orphan)).not.toBeNull();
  const second = run(dataDir);
  await second.line('stopping the PostgreSQL that an earlier run left behind');
  const url = await second.line('ready');
  expect(processBirth(orphan)).toBeNull();
  expect(await kept(url)).toEqual(still);
});

test('a second start on one folder says so in one line and leaves the first alone', async () => {
  prepare();
  const first = run(folder);
  const url = await first.line('ready');
  await expect(run(folder).line('ready')).rejects.toThrow(
    `failed Bellhop is already running on ${folder} (process ${first.child.pid}); stop it first.`,
  );
  expect(await sql(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a postmaster.pid whose pid has gone to another process of the same user does not block', async () => {
  prepare();
  const first = run(folder);
  const url = await first.line('ready');
  await keep(url);
  const file = join(folder, 'postgres/cluster/postmaster.pid');
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  const { uid, gid } = statSync(file);
  await stopped(first);
  const other = spawn('sleep', ['60'], { ...(isRoot ? { uid, gid } : {}), stdio: 'ignore' });
  children.push(other);
  await once(other, 'spawn');
  writeFileSync(file, [other.pid, ...rest].join('\n'));
  expect(await kept(await run(folder).line('ready'))).toEqual(still);
  expect(processBirth(other.pid!)).not.toBeNull();
});

test.runIf(isLinux)(
  'a server that only its lock betrays, as one in another container, is left alone',
  async (context) => {
    if (spawnSync('flock', ['--version']).error) context.skip('this system has no flock');
    prepare();
    const first = run(folder);
    await first.line('ready');
    const lock = join(folder, 'postgres/server.lock');
    expect(spawnSync('flock', ['-n', lock, 'true']).status).toBe(1);
    const left = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8');
    first.child.kill('SIGINT');
    await first.line('stopped');
    // Its pid as seen from a container: nobody's.
    writeFileSync(join(folder, 'postgres/cluster/postmaster.pid'), left);
    const other = spawn('flock', [lock, 'sleep', '600'], { stdio: 'ignore', detached: true });
    await expect.poll(() => spawnSync('flock', ['-n', lock, 'true']).status).toBe(1);
    try {
      await expect(run(folder).line('ready')).rejects.toThrow('another PostgreSQL, which cannot be seen from here');
      expect(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).toBe(left);
    } finally {
      process.kill(-other.pid!, 'SIGKILL');
    }
  },
);

test('when its port was taken in the meantime it moves to another', async () => {
  prepare();
  const first = run(folder);
  const url = await first.line('ready');
  await stopped(first);
  const { createServer } = await import('node:net');
  const squatter = createServer().listen(Number(new URL(url).port), '127.0.0.1');
  await once(squatter, 'listening');
  const moved = await run(folder).line('ready');
  expect(moved).not.toBe(url);
  expect(await sql(moved, 'select 1 as one')).toEqual([{ one: 1 }]);
  squatter.close();
});

test('an interrupted first start leaves nothing that the next one trusts', async () => {
  mkdirSync(join(folder, 'postgres/cluster.new/base'), { recursive: true });
  await run(folder).line('ready');
});

test('a broken postgresql.conf stops the start with the server’s own words', async () => {
  prepare();
  const first = run(folder);
  await first.line('ready');
  await stopped(first);
  writeFileSync(join(folder, 'postgres/cluster/postgresql.conf'), 'shared_bufers = 1\n');
  await expect(run(folder).line('ready')).rejects.toThrow(/PostgreSQL does not start: .*shared_bufers/);
});

test.runIf(isRoot)('as root the files belong to another user, who cannot be root', async () => {
  await run(folder).line('ready');
  expect(statSync(join(folder, 'postgres/cluster')).uid).not.toBe(0);
  expect(statSync(folder).uid).toBe(0);
});

test.runIf(isRoot && isLinux)('as root below a folder closed to everyone else', async (context) => {
  if (spawnSync('unshare', ['--user', 'true']).status !== 0) context.skip('this system allows no user namespaces');
  chmodSync(folder, 0o700);
  const first = run(join(folder, 'data'));
  await keep(await first.line('ready'));
  const pid = postmasterPid(join(folder, 'data'));
  await kill9(first.child);
  await expect.poll(() => processBirth(pid), { timeout: 20_000 }).toBeNull();
  expect(await kept(await run(join(folder, 'data')).line('ready'))).toEqual(still);
});

test.runIf(isRoot && isLinux)('as an ordinary user', async (context) => {
  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  const reads = spawnSync(asNobody[0]!, [...asNobody.slice(1), process.execPath, '--check', program], { cwd: '/' });
  if (reads.status !== 0) context.skip('the clone lies in a folder that only root can enter');
  chownSync(folder, nobody, nobody);
  const url = await run(folder, { prefix: asNobody }).line('ready');
  await keep(url);
  expect(statSync(join(folder, 'postgres/cluster')).uid).toBe(nobody);
  children[0]!.kill('SIGINT');
  await once(children[0]!, 'exit');
  // Root may go on with that user's folder, and leaves it that user's.
  expect(await kept(await run(folder).line('ready'))).toEqual(still);
  expect(statSync(join(folder, 'postgres/connection.json')).uid).toBe(nobody);
});

test.runIf(isRoot)(
  'binaries that the other user cannot reach, or without their links, are copied to the data',
  async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const native = join(closed, 'native');
    cpSync(nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
    cpSync(join(nativeFolder(), '../package.json'), join(closed, 'package.json'));
    const runner = chooseRunner(native, join(folder, 'home'));
    const child = runner.start('postgres', ['--version']);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(existsSync(join(folder, 'home/native/bin/postgres'))).toBe(true);
  },
);

test('library links that an install without scripts leaves out are made', () => {
  const native = join(folder, 'native');
  cpSync(nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) rmSync(join(folder, target), { force: true });
  const version = () => spawnSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  expect(links.length === 0 || version().status !== 0).toBe(true);
  expect(repairLinks(native)).toBe(true);
  expect(version().stdout).toContain('PostgreSQL');
});
