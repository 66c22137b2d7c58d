import { sql } from 'kysely';
import type { Reader } from '../db/types.ts';

/** What the database says of itself and of the mail that waits in it. */
export interface DatabaseFacts {
  version: string;
  version_number: number;
  now: Date;
  conversations: number;
  waiting_mails: number;
  quarantined: number;
  overdue_mails: number;
}

export async function databaseFacts(db: Reader): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
      clock_timestamp() as now,
      (select coalesce(sum(count), 0)::bigint from conversation_counts)
        + (select coalesce(sum(delta), 0)::bigint from conversation_count_deltas) as conversations,
      (select count(*) from raw_mails where state = 'stored') as waiting_mails,
      (select count(*) from raw_mails where state = 'quarantined') as quarantined,
      (select count(*) from outgoing_mails where state in ('queued', 'retrying') and due_at < now() - interval '5 minutes')
        as overdue_mails`.execute(db);
  return rows[0]!;
}
