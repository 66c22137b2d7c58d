import type pg from 'pg';
import type { Harness } from '../apps/server/test/harness.ts';

/** Where a desk stood; `putBack` makes it stand there again. */
export interface Standing {
  putBack(): Promise<void>;
}

/**
 * What only ever goes on: the change log and how far its readers are, what has been fetched from mailboxes (the mails are still
 * there), and who is alive.
 */
const goesOn = ['report_state', 'imap_cursors', 'processes', 'inbox_leases'];

type Rows = Map<string, string[]>;

/**
 * Remembers what a test begins with. One that broke off would otherwise leave its names taken, its settings changed and its
 * conversations listed, and be met by them at its next try.
 */
export async function remember({ pool, clock, until }: Harness): Promise<Standing> {
  const tables = await listTables(pool);
  const before = await readRows(pool, tables);
  const ahead = clock.now().getTime() - Date.now();
  return {
    async putBack() {
      clock.set(new Date(Date.now() + ahead));
      // Requests and jobs of the broken-off test may still write: whoever of them waits for us while we wait for them wins.
      await until(() => overwrite(pool, tables, before), 'no one who writes');
      await pool.query(
        `select pg_notify(channel, '') from unnest('{bellhop_settings,bellhop_inboxes}'::text[]) as channel`,
      );
    },
  };
}

/** Tables by name, with the columns that can be written. */
async function listTables(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(quote_ident(a.attname)::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [goesOn],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row as PostgreSQL writes it. */
async function readRows(client: pg.Pool | pg.PoolClient, tables: ReadonlyMap<string, unknown>): Promise<Rows> {
  const each = [...tables.keys()].map(
    (name) => `select '${name}' as name, coalesce(json_agg(one::text), '[]') as rows from ${name} as one`,
  );
  const { rows } = await client.query<{ name: string; rows: string[] }>(each.join(' union all '));
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}

/** False when somebody else's writing stood in the way. */
async function overwrite(pool: pg.Pool, tables: ReadonlyMap<string, string[]>, before: Rows): Promise<boolean> {
  const client = await pool.connect();
  try {
    // Without triggers and references: the rows fitted together when they were read.
    await client.query('begin; set local session_replication_role = replica');
    await client.query(`lock table ${[...tables.keys()].join(', ')} in exclusive mode`);
    const now = await readRows(client, tables);
    for (const [name, columns] of tables) {
      const rows = before.get(name)!;
      if (String([...rows].sort()) === String([...now.get(name)!].sort())) continue;
      await client.query(`delete from ${name}`);
      await client.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns.map((column) => `(one).${column}`)} from (select line::${name} as one from unnest($1::text[]) as line offset 0) as lines`,
        [rows],
      );
    }
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if ((error as { code?: string }).code === '40P01') return false;
    throw error;
  } finally {
    client.release();
  }
}
