import { sql } from 'kysely';
import type { Transaction } from '../../db/types.ts';

/**
 * Takes the leases of inboxes that nobody else holds, and prolongs those of this owner; answers the ids now held. Times are
 * the database's, so the clocks of the processes need not agree.
 */
export async function takeLeases(
  db: Transaction,
  options: { inbox_ids: readonly number[]; owner: string; lease_ms: number },
): Promise<number[]> {
  if (options.inbox_ids.length === 0) return [];
  const { rows } = await sql<{ inbox_id: number }>`
    insert into inbox_leases (inbox_id, owner, expires_at)
    select id, ${options.owner}::uuid, now() + make_interval(secs => ${options.lease_ms / 1000})
    from unnest(${[...options.inbox_ids]}::int[]) as wanted(id) order by id
    on conflict (inbox_id) do update set owner = excluded.owner, expires_at = excluded.expires_at
      where inbox_leases.owner = excluded.owner or inbox_leases.expires_at < now()
    returning inbox_id`.execute(db);
  return rows.map((row) => row.inbox_id);
}

/** Gives leases of this owner back, so that another process need not wait for their end. */
export async function releaseLeases(db: Transaction, owner: string, inboxIds: readonly number[]): Promise<void> {
  if (inboxIds.length === 0) return;
  await db
    .deleteFrom('inbox_leases')
    .where('owner', '=', owner)
    .where('inbox_id', 'in', [...inboxIds])
    .execute();
}

/** Drops every lease: for a process that is known to be the only one. */
export async function dropAllLeases(db: Transaction): Promise<void> {
  await db.deleteFrom('inbox_leases').execute();
}
