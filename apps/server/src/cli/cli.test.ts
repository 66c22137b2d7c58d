import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../test/machine.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/postgres.ts';
import { locks } from '../db/locks.ts';
import { verifyPassword } from '../features/auth/passwords.ts';

const cli = join(import.meta.dirname, '../cli.ts');
let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bellhop-cli-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  PATH: process.env.PATH,
  LOG_LEVEL: 'warn',
  PORT: '0',
  BELLHOP_LOCAL_SMTP_PORT: '0',
  DATABASE_URL: database.url,
  BELLHOP_DATA_DIR: join(folder, 'data'),
});

/** Runs a command of `bellhop` to its end on the test's database and folder. */
async function run(args: string[], options: { env?: Record<string, string>; input?: string } = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...environment(), ...options.env },
  });
  const heard = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (heard.stdout += part));
  child.stderr.on('data', (part: Buffer) => (heard.stderr += part));
  child.stdin.end(options.input ?? '');
  const [status] = (await once(child, 'close')) as [number];
  return { status, ...heard };
}

/** Starts the product; `ended` resolves with exit status and signal. */
function begin(env: Record<string, string>) {
  const child = spawn(process.execPath, [cli, 'start'], { cwd: folder, env: { ...environment(), ...env } });
  const heard = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (heard.stdout += part));
  child.stderr.on('data', (part: Buffer) => (heard.stderr += part));
  return { child, heard, ended: once(child, 'close') };
}

async function storedHash(email: string): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select password_hash from users where email = $1', [email]);
  await client.end();
  return rows[0].password_hash;
}

test.each([['migrate'], ['doctor']])(
  'bellhop %s on an empty database shows the administrator that it made: the password is kept nowhere',
  async (command) => {
    const { stdout } = await run([command]);
    expect(stdout).toContain('admin@bellhop.local');
    const password = /password +(\S+)/.exec(stdout)?.[1] ?? '';
    expect(await verifyPassword(password, await storedHash('admin@bellhop.local'), '')).toBe(true);
    expect((await run([command])).stdout).not.toContain('password ');
  },
);

test('set-password takes the first line of its input, and a refused or missing one changes nothing', async () => {
  await run(['migrate']);
  const set = (input: string) => run(['set-password', 'admin@bellhop.local'], { input });
  expect(await set('Another-password-1\nmore\n')).toMatchObject({ status: 0 });
  const hash = await storedHash('admin@bellhop.local');
  expect(await verifyPassword('Another-password-1', hash, '')).toBe(true);
  for (const input of ['', '\n', 'weak\n']) {
    const refused = await set(input);
    expect(refused).toMatchObject({ status: 1, stdout: expect.stringContaining('10 to 72 bytes') });
  }
  expect(await storedHash('admin@bellhop.local')).toBe(hash);
  const unknown = await run(['set-password', 'nobody@desk.test'], { input: 'Another-password-1' });
  expect(unknown).toMatchObject({ status: 1, stdout: expect.stringContaining('nobody@desk.test') });
});

test('reset-second-factor takes away what an agent has beside the password, and says who has nothing', async () => {
  await run(['migrate']);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const rowsOf = async (query: string) => (await client.query(query)).rows;
  try {
    const email = 'admin@bellhop.local';
    const [{ id }] = await rowsOf(`select id from users where email = '${email}'`);
    await client.query(`
      insert into second_factors (user_id, passkey_handle, totp_secret, totp_created_at) values (${id}, 'x', 'sealed:v1:x', now());
      insert into passkeys (user_id, name, credential_id, public_key, counter, rp_id)
        values (${id}, 'Key', 'a', 'k', 0, 'desk.test');
      insert into recovery_codes (user_id, code_hash) values (${id}, 'h');
      insert into factor_challenges (id_hash, kind, user_id, expires_at) values ('c', 'login', ${id}, now() + interval '5 minutes');
      insert into sessions (id_hash, user_id, csrf_token, expires_at) values ('s', ${id}, 't', now() + interval '1 hour');
      update users set has_second_factor = true where id = ${id}`);
    const gone = await run(['reset-second-factor', email.toUpperCase()]);
    expect(gone).toMatchObject({ status: 0, stdout: expect.stringMatching(/second factor .* is gone; open sessions/) });
    expect(await rowsOf('select totp_secret from second_factors')).toEqual([{ totp_secret: null }]);
    for (const table of ['passkeys', 'recovery_codes', 'factor_challenges', 'sessions']) {
      expect(await rowsOf(`select * from ${table}`), table).toEqual([]);
    }
    expect(await rowsOf(`select has_second_factor from users where id = ${id}`)).toEqual([
      { has_second_factor: false },
    ]);
    expect(
      await rowsOf(
        "select params->>'target_email' as of from activity_logs where activity_type = 'agent_second_factor_reset'",
      ),
    ).toEqual([{ of: email }]);
    expect(await run(['reset-second-factor', email])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(email),
    });
    expect(await run(['reset-second-factor'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') });
  } finally {
    await client.end();
  }
});

test.each([
  ['nobody listens', { DATABASE_URL: 'postgres://u:hidden-word@127.0.0.1:1/x' }, '127.0.0.1:1'],
  ['no such database', 'nosuchdatabase', 'nosuchdatabase'],
  ['the data folder is a file', 'file', 'BELLHOP_DATA_DIR'],
  ['the port is taken', 'port', 'in use by another program'],
  ['no such address', { HOST: '192.0.2.1' }, '192.0.2.1 is no address of this machine'],
])('%s: one line says so', async (_, given, said) => {
  const other = createServer();
  let env: Record<string, string> = typeof given === 'object' ? given : {};
  if (given === 'nosuchdatabase')
    env = { DATABASE_URL: Object.assign(new URL(database.url), { pathname: given }).href };
  if (given === 'file') {
    await writeFile(join(folder, 'file'), '');
    env = { BELLHOP_DATA_DIR: join(folder, 'file') };
  }
  if (given === 'port') {
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    env = { PORT: String((other.address() as { port: number }).port) };
  }
  const { status, stdout, stderr } = await run(['start'], { env });
  other.close();
  expect(status).toBe(1);
  expect(stderr).toContain(said);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stdout + stderr).not.toContain('hidden-word');
});

test('a database of a newer version, and one that the user may not change: one line says so', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const role = `${database.name}_guest`;
  await client.query(`create role ${role} login password 'guest'`);
  await client.query(`grant create on schema public to ${role}`);
  const url = Object.assign(new URL(database.url), { username: role, password: 'guest' }).href;
  const guest = await run(['migrate'], { env: { DATABASE_URL: url } });
  expect(guest).toMatchObject({ status: 1, stderr: expect.stringMatching(/^The user of DATABASE_URL may not .*\n$/) });

  await run(['migrate']);
  await client.query("insert into migrations (name) values ('9999_later.sql')");
  const later = await run(['start']);
  expect(later).toMatchObject({ status: 1, stderr: expect.stringMatching(/^This database .*9999_later\.sql.*\n$/) });
  await client.query(`drop owned by ${role}`);
  await client.query(`drop role ${role}`);
  await client.end();
});

test.skipIf(!existsSync('/dev/full'))(
  'the product starts and serves although nobody can read what it says',
  async () => {
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [cli, 'start'], {
      cwd: folder,
      env: { ...environment(), PORT: String(port) },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    const ended = once(child, 'exit');
    let answer: Response | null = null;
    while (answer === null && child.exitCode === null) {
      answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    }
    child.kill('SIGTERM');
    expect([answer?.status, await ended]).toEqual([200, [0, null]]);
  },
);

test('told to stop in the middle of its start, it ends in good order and shows the administrator it made', async () => {
  const { child, heard, ended } = begin({ LOG_LEVEL: 'info' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Its listening connection is made while the parts are put together, before any of them runs.
  const isUnderWay = async () =>
    (
      await client.query(
        "select 1 from pg_stat_activity where application_name = 'bellhop' and datname = current_database()",
      )
    ).rowCount;
  while (!(await isUnderWay()) && child.exitCode === null);
  child.kill('SIGTERM');
  expect([await ended, heard.stderr]).toEqual([[0, null], '']);
  await client.end();
  const password = /password +(\S+)/.exec(heard.stdout)?.[1] ?? '';
  expect(await verifyPassword(password, await storedHash('admin@bellhop.local'), '')).toBe(true);
});

test('told to stop while it waits for its turn to migrate, it ends in good order and has made nothing', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [locks.migration]);
  const { child, heard, ended } = begin({ LOG_LEVEL: 'info' });
  const isWaiting = async () =>
    (
      await client.query(
        `select 1 from pg_stat_activity where application_name = 'bellhop-migrate' and wait_event_type = 'Lock'
           and datname = current_database()`,
      )
    ).rowCount;
  while (!(await isWaiting()) && child.exitCode === null);
  child.kill('SIGTERM');
  expect([await ended, heard.stderr]).toEqual([[0, null], '']);
  expect(heard.stdout).toContain('stopping');
  expect((await client.query("select to_regclass('users') as users")).rows).toEqual([{ users: null }]);
  await client.end();
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'told to stop by %s while it sets its own database up, it ends in good order and starts well afterwards',
  async (signal) => {
    const { child, heard, ended } = begin({ DATABASE_URL: '' });
    // In the folder of PostgreSQL, work has begun.
    while (!existsSync(join(folder, 'data/postgres')) && child.exitCode === null) await nextTurn();
    child.kill(signal);
    expect([await ended, heard.stderr]).toEqual([[0, null], '']);
    expect(existsSync(join(folder, 'data/bellhop.lock'))).toBe(false);
    expect(await run(['migrate'], { env: { DATABASE_URL: '' } })).toMatchObject({ status: 0, stderr: '' });
  },
);

test('half of the settings of object storage stop the start with one line that names the others', async () => {
  const env = { S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'hidden-word' };
  const { status, stderr } = await run(['migrate'], { env });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID must be set, too: .+\.\n$/);
  expect(stderr).not.toContain('hidden-word');
});

test('doctor says in plain words what is wrong, also when secrets were sealed with another key', async () => {
  await run(['migrate']);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('update inboxes set config = $1', [
    { imap: [{ host: 'h', port: 993, username: 'u', password: 'sealed:v1:AAAA', tls_type: 'tls' }], smtp: [] },
  ]);
  await client.query("update ai_settings set api_key = 'sealed:v1:AAAA', model = 'small-model'");
  await client.end();
  const sealed = await run(['doctor']);
  expect(sealed).toMatchObject({ status: 1, stderr: '' });
  expect(sealed.stdout).toMatch(/^WRONG {2}Secrets: .*BELLHOP_SECRET_KEY/m);
  expect(sealed.stdout).toMatch(/^WRONG {2}AI: small-model at .* BELLHOP_SECRET_KEY\. Enter it anew/m);
  for (const fact of ['Database', 'Processes', 'Jobs', 'Files', 'Last backup', 'Mailbox Local mail']) {
    expect(sealed.stdout).toContain(`ok     ${fact}: `);
  }
  expect(sealed.stdout).toMatch(/^\S+ +Storage: .+ is writable, .+ free/m);
  const away = await run(['doctor'], { env: { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' } });
  expect(away).toMatchObject({ status: 1, stderr: '' });
  expect(away.stdout).toMatch(/^WRONG {2}Database: .*127\.0\.0\.1:1/m);
});
