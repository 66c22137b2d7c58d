import pg from 'pg';
import type { BackupHead, BackupJob, BackupTable } from './format.ts';

/**
 * Tables whose rows mean something to the running processes and open browsers alone: sessions and sign-ins under way end with a restore,
 * leases are nobody's. Whatever refers to one of them belongs here, too.
 */
const withoutRows = new Set([
  'migrations',
  'processes',
  'inbox_leases',
  'sessions',
  'factor_challenges',
  'password_tokens',
  'oidc_sessions',
  'oidc_sign_ons',
  'login_attempts',
  'wrong_api_keys',
  // A browser is told things for as long as its session lives.
  'push_subscriptions',
  'push_deliveries',
]);

/** What the snapshot of this connection's transaction holds. */
export async function describeSnapshot(
  client: pg.ClientBase,
): Promise<Pick<BackupHead, 'migrations' | 'tables' | 'sequences' | 'jobs'>> {
  const migrations = await client.query<{ name: string }>('select name from migrations order by name');
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: await listTables(client),
    sequences: await listSequences(client),
    jobs: await listJobs(client),
  };
}

async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
        from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  return rows.filter(({ name }) => !withoutRows.has(name));
}

async function listSequences(client: pg.ClientBase): Promise<BackupHead['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const found: BackupHead['sequences'] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from public.${client.escapeIdentifier(name)}`,
    );
    found.push({ name, ...state.rows[0]! });
  }
  return found;
}

/** Jobs in the words of the queue's own functions: the shape of its tables is its own affair. */
async function listJobs(client: pg.ClientBase): Promise<BackupJob[]> {
  const { rows } = await client.query<BackupJob>(`
    select j.task_identifier as task, p.payload, j.queue_name as queue, j.key, j.run_at::text as run_at, j.max_attempts, j.priority
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    where j.attempts < j.max_attempts order by j.id`);
  return rows;
}

/** The keys of every file that a row names. */
export async function* storedKeys(client: pg.ClientBase): AsyncGenerator<string> {
  await client.query(`declare stored no scroll cursor for
    select storage_key from media union select storage_key from raw_mails
    union select value #>> '{}' from settings where key like 'pictures.%' and jsonb_typeof(value) = 'string'`);
  for (;;) {
    const { rows } = await client.query<{ storage_key: string }>('fetch 1000 from stored');
    for (const { storage_key } of rows) yield storage_key;
    if (rows.length === 0) return;
  }
}

/** Writes down for the system page that there is a backup. */
export async function noteBackup(url: string, at: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      "insert into settings (key, value) values ('backup.last', $1) on conflict (key) do update set value = excluded.value",
      [JSON.stringify({ at: at.toISOString() })],
    );
  } finally {
    await client.end();
  }
}
