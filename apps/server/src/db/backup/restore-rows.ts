import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupHead, BackupManifest, BackupTable } from './format.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows of a backup on their way into a database; nothing of them is there before `commit`. */
export interface RowRestore {
  begin(head: BackupHead): Promise<void>;
  rows(table: string, piece: Buffer): Promise<void>;
  /** Counts what came in, brings the rules of the tables back, which judge every row, and makes it so. */
  commit(
    head: BackupHead,
    manifest: BackupManifest,
    options: { send_queued: boolean; store: 'fs' | 's3' },
  ): Promise<void>;
  abandon(): Promise<void>;
}

/**
 * Fills the tables of a database whose schema is the backup's. It needs no more rights than the owner of the tables has: rules between
 * tables are taken away and put back, in the one transaction.
 */
export async function openRowRestore(url: string): Promise<RowRestore> {
  const client = new pg.Client({ connectionString: url, application_name: 'bellhop-restore' });
  client.on('error', () => {});
  await client.connect();
  let rules: ForeignKey[] = [];
  let open: { table: string; stream: Writable } | undefined;
  let columnsOf = new Map<string, readonly string[]>();
  const endTable = async () => {
    if (!open) return;
    open.stream.end();
    await finished(open.stream);
    open = undefined;
  };
  return {
    async begin(head) {
      columnsOf = new Map(head.tables.map(({ name, columns }) => [name, columns]));
      await client.query('begin');
      await client.query("set local timezone = 'UTC'");
      rules = await takeRulesAway(client);
      for (const { name } of head.tables) await client.query(`alter table public.${quoted(name)} disable trigger user`);
      await client.query(`truncate ${head.tables.map(({ name }) => `public.${quoted(name)}`).join(', ')}`);
      for (const table of head.tables) await makePartitions(client, table);
    },
    async rows(table, piece) {
      if (open?.table !== table) {
        await endTable();
        const names = columnsOf.get(table)!.map(quoted).join(', ');
        open = { table, stream: client.query(copyFrom(`copy public.${quoted(table)} (${names}) from stdin`)) };
      }
      if (!open!.stream.write(piece)) await once(open!.stream, 'drain');
    },
    async commit(head, manifest, { send_queued, store }) {
      await endTable();
      for (const { name } of head.tables) {
        const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from public.${quoted(name)}`);
        const wanted = manifest.tables[name]!.rows;
        if (rows[0]!.n !== wanted) throw new Error(`${name} has ${rows[0]!.n} rows, not ${wanted}`);
      }
      await client.query('update media set store = $1 where store <> $1', [store]);
      if (!send_queued) {
        await holdQueuedMail(client);
        if (columnsOf.has('csat_responses')) await holdDueSurveys(client);
      }
      for (const { name } of head.tables) await client.query(`alter table public.${quoted(name)} enable trigger user`);
      for (const { name, value, is_called } of head.sequences) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, value, is_called]);
      }
      for (const { table, name, definition } of rules) {
        await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
      }
      for (const job of head.jobs) {
        await client.query(
          `select graphile_worker.add_job($1, payload := $2::json, queue_name := $3, run_at := $4::timestamptz,
            max_attempts := $5, job_key := $6, priority := $7)`,
          [job.task, JSON.stringify(job.payload), job.queue, job.run_at, job.max_attempts, job.key, job.priority],
        );
      }
      await client.query('commit');
      await client.end();
    },
    async abandon() {
      // Ending the connection rolls back, in the middle of a COPY too, whose end is then no news.
      open?.stream.on('error', () => {});
      await client.end();
    },
  };
}

const quoted = (name: string) => pg.escapeIdentifier(name);

async function takeRulesAway(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  return rows;
}

async function makePartitions(client: pg.Client, { name, partitions }: BackupTable): Promise<void> {
  for (const part of partitions) {
    await client.query(
      `create table if not exists public.${quoted(part.name)} partition of public.${quoted(name)} ${part.bound}`,
    );
  }
}

/** What was waiting to leave when the backup was made has perhaps left since: people decide whether it goes out again. */
async function holdQueuedMail(client: pg.Client): Promise<void> {
  await client.query(`
    with held as (
      update outgoing_mails set state = 'failed', finished_at = now(), lease_owner = null, lease_expires_at = null,
        error = 'It was waiting when the backup was made, and may have been sent since'
      where state in ('queued', 'sending', 'retrying') returning message_id
    )
    update messages set status = 'failed' where id in (select message_id from held)`);
}

/** The same for surveys that were due before this moment: their customers have been asked, perhaps. */
async function holdDueSurveys(client: pg.Client): Promise<void> {
  await client.query(`
    update csat_responses set state = 'cancelled', cancelled_reason = 'csat.already_sent', updated_at = now()
    where state = 'waiting' and due_at <= now()`);
}
