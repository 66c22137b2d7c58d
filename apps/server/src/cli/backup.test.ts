import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailDesk, type MailDesk, plainMail } from '../../test/mail-desk.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/postgres.ts';
import { writeBackup } from '../db/backup/index.ts';
import { migrate } from '../db/migrate.ts';

const cli = join(import.meta.dirname, '../cli.ts');
const passphrase = 'a long passphrase';
const secretKey = 'a key of sixteen letters and more';
let desk: MailDesk;
let waiting: { uuid: string };
let empty: TestDatabase;
let folder: string;

beforeAll(async () => {
  desk = await createMailDesk({ env: { BELLHOP_SECRET_KEY: secretKey } });
  await desk.take(plainMail({ subject: 'With a tab\tand a \\ in it', body: 'Žluťoučký\tkůň \\. \\N 🐎' }));
  await desk.take(plainMail({ id: null, subject: 'Another' }));
  const client = await desk.as();
  const { data } = await client.call('conversations.all');
  const [snoozed, answered] = data!.results;
  await client.call('conversations.set_status', {
    params: { uuid: snoozed!.uuid },
    body: { status: 'Snoozed', snoozed_until: '5h' },
  });
  await client.call('settings.update_general', { body: { 'app.undo_send_seconds': 60 } });
  const sent = await client.call('messages.send', {
    params: { uuid: answered!.uuid },
    body: {
      message: '<p>Soon</p>',
      private: false,
      attachments: [],
      to: ['sender@customer.example'],
      cc: [],
      bcc: [],
      undo: true,
    },
  });
  waiting = sent.data!;
  // What moves by itself would make two looks at it differ.
  await desk.app.close();
  await desk.pool.query(`
    with browser as (
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
      select user_id, id_hash, 'https://push.example/1', 'x', 'x' from sessions limit 1 returning id
    )
    insert into push_deliveries (subscription_id, created_at, tag, payload, due_at, expires_at)
    select id, now(), 'x', '{}', now(), now() from browser`);
  await desk.pool.query(`
    insert into csat_responses (conversation_id, inbox_id, created_at, updated_at, due_at, on_resolve)
    select id, inbox_id, now(), now(), case when uuid = '${answered!.uuid}' then now() else now() + interval '1 day' end, true
    from conversations`);
}, 60_000);
afterAll(() => desk.close());
beforeEach(async () => {
  empty = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bellhop-backup-'));
});
afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', BELLHOP_LOCAL_SMTP_PORT: '0', ...env },
  });
  const heard = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (heard.stdout += part));
  child.stderr.on('data', (part: Buffer) => (heard.stderr += part));
  const [status] = (await once(child, 'close')) as [number];
  return { status, ...heard };
}

const ofDesk = () => ({
  DATABASE_URL: desk.databaseUrl,
  BELLHOP_DATA_DIR: desk.config.data_dir,
  BELLHOP_SECRET_KEY: secretKey,
});
const ofEmpty = () => ({ DATABASE_URL: empty.url, BELLHOP_DATA_DIR: join(folder, 'data') });
const backUp = (env: Record<string, string> = {}) => run(['backup', 'desk.bellhop'], { ...ofDesk(), ...env });
const restore = (env: Record<string, string> = {}, ...options: string[]) =>
  run(['restore', 'desk.bellhop', ...options], { ...ofEmpty(), BELLHOP_BACKUP_PASSPHRASE: passphrase, ...env });

/** What a database holds: for each table a hash of its rows, whatever their order. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from public.${name} t`,
      );
      found[name] = rows[0].sum;
    }
    const jobs = await client.query('select task_identifier, key, run_at from graphile_worker.jobs order by key');
    found.jobs = JSON.stringify(jobs.rows);
    const sequence = await client.query('select last_value from event_seq');
    found.event_seq = sequence.rows[0].last_value;
    return found;
  } finally {
    await client.end();
  }
}

/** Rows that end with a restore, and what is written down about the backup itself. */
const passing = [
  'sessions',
  'push_subscriptions',
  'push_deliveries',
  'processes',
  'login_attempts',
  'migrations',
  'settings',
  'inbox_leases',
];
const lasting = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !passing.includes(name)));

test('a desk comes back as it was: rows, files, jobs and the key of its secrets', { timeout: 120_000 }, async () => {
  const made = await backUp({ BELLHOP_BACKUP_PASSPHRASE: passphrase });
  expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('2 conversations') });
  const verified = await run(['backup', 'verify', 'desk.bellhop']);
  expect(verified).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('can be restored') });

  expect(await restore({}, '--send-queued')).toMatchObject({ status: 0, stderr: '' });
  expect(lasting(await contents(empty.url))).toEqual(lasting(await contents(desk.databaseUrl)));
  expect(await readFile(join(folder, 'data/secret.key'), 'utf8')).toBe(secretKey);
  const blobs = (root: string) =>
    readdirSync(join(root, 'storage'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[0-9a-f-]{36}/.test(entry.name))
      .map(({ name }) => name)
      .sort();
  expect(blobs(join(folder, 'data'))).toEqual(blobs(desk.config.data_dir));
  expect(blobs(join(folder, 'data')).length).toBeGreaterThan(0);
  // The rules between the tables are back.
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  await expect(client.query('update conversations set inbox_id = 999999')).rejects.toThrow('foreign key');
  const { rows } = await client.query("select value from settings where key = 'app.undo_send_seconds'");
  expect(rows).toEqual([{ value: 60 }]);
  await client.end();
  const { stdout } = await run(['doctor'], ofEmpty());
  expect(stdout).not.toContain('Secrets');
});

test('what was waiting to leave is held, because it may have left since', async () => {
  await backUp({ BELLHOP_BACKUP_PASSPHRASE: passphrase });
  expect((await restore()).status).toBe(0);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query(
    'select m.status, o.state from messages m join outgoing_mails o on o.message_id = m.id where m.uuid = $1',
    [waiting.uuid],
  );
  const surveys = await client.query('select state from csat_responses order by due_at');
  await client.end();
  expect(rows).toEqual([{ status: 'failed', state: 'failed' }]);
  expect(surveys.rows).toEqual([{ state: 'cancelled' }, { state: 'waiting' }]);
});

test('a backup that was cut off or changed is refused, and leaves no desk behind', async () => {
  await backUp({ BELLHOP_BACKUP_PASSPHRASE: passphrase });
  const path = join(folder, 'desk.bellhop');
  const whole = await readFile(path);
  const spoilt: Buffer[] = [whole.subarray(0, whole.length - 4096), whole.subarray(0, 300), Buffer.from('nothing')];
  const changed = Buffer.from(whole);
  const at = changed.lastIndexOf('files/');
  changed.writeUInt8(changed.readUInt8(at + 700) ^ 1, at + 700);
  spoilt.push(changed);
  for (const bytes of spoilt) {
    await writeFile(path, bytes);
    expect(await restore()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^desk\.bellhop is no whole backup: .*\n$/),
    });
  }
  await writeFile(path, whole);
  expect((await restore()).status).toBe(0);
});

test('a desk that is there is not overwritten; a wrong key and a newer Bellhop are told at once', {
  timeout: 120_000,
}, async () => {
  await backUp();
  const noKey = await restore();
  expect(noKey).toMatchObject({ status: 1, stderr: expect.stringContaining('has no key in it') });
  const wrong = await restore({ BELLHOP_SECRET_KEY: 'quite another key of the operator' });
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('BELLHOP_SECRET_KEY is not the key') });
  const again = await backUp({ BELLHOP_BACKUP_PASSPHRASE: passphrase });
  expect(again.status).toBe(0);
  const mistyped = await restore({ BELLHOP_BACKUP_PASSPHRASE: 'a wrong passphrase' });
  expect(mistyped).toMatchObject({ status: 1, stderr: expect.stringContaining('is not the passphrase') });
  const over = await run(['restore', 'desk.bellhop'], { ...ofDesk(), BELLHOP_BACKUP_PASSPHRASE: passphrase });
  expect(over).toMatchObject({ status: 1, stderr: expect.stringContaining('a desk in this database already') });
  expect(await run(['restore', 'nowhere.bellhop'], ofEmpty())).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nowhere.bellhop cannot be read'),
  });

  await desk.pool.query("insert into migrations (name) values ('9999_later.sql')");
  await writeBackup(join(folder, 'later.bellhop'), {
    database_url: desk.databaseUrl,
    storage: desk.app.deps.storage,
    secret_key: secretKey,
  });
  await desk.pool.query("delete from migrations where name = '9999_later.sql'");
  const later = await run(['restore', 'later.bellhop'], { ...ofEmpty(), BELLHOP_SECRET_KEY: secretKey });
  expect(later).toMatchObject({ status: 1, stderr: expect.stringMatching(/newer Bellhop \(9999_later\.sql\)/) });
});

test('the backup of an older Bellhop comes back, and is brought to the newest schema', async () => {
  const older = await createEmptyDatabase();
  try {
    const names = readdirSync(join(import.meta.dirname, '../db/migrations')).sort();
    await migrate(older.url, { only: names.slice(0, 15) });
    const client = new pg.Client({ connectionString: older.url });
    await client.connect();
    await client.query("insert into users (type, email, first_name) values ('agent', 'old@desk.test', 'Old')");
    await client.end();
    await writeBackup(join(folder, 'desk.bellhop'), {
      database_url: older.url,
      storage: desk.app.deps.storage,
      secret_key: secretKey,
    });
    expect(await restore({ BELLHOP_SECRET_KEY: secretKey })).toMatchObject({ status: 0, stderr: '' });
    const there = await contents(empty.url);
    expect(there.users).toMatch(/^1 /);
    expect(there.migrations).toMatch(new RegExp(`^${names.length} `));
  } finally {
    await older.drop();
  }
});

test('a backup that cannot be written leaves nothing behind, and one beside another is refused', async () => {
  const nowhere = await run(['backup', 'no/such/folder/desk.bellhop'], ofDesk());
  expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('could not be written') });
  await writeFile(join(folder, 'desk.bellhop.part'), '');
  expect(await backUp()).toMatchObject({ status: 1, stderr: expect.stringContaining('another backup') });
  await truncate(join(folder, 'desk.bellhop.part'), 0);
  expect(readdirSync(folder)).toEqual(['desk.bellhop.part']);
  expect(await run(['backup'], ofDesk())).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') });
});
