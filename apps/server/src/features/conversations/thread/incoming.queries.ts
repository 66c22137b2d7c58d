import { sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/types.ts';
import type { ContactRow } from '../../users/index.ts';
import type { NamedMessage } from './threading.queries.ts';

/** What the database knows about a mail that has just come. */
export interface ArrivalFacts {
  /** A message that is the same mail: by Message-ID in any inbox and direction, or by its stand-in. */
  same: { inbox_id: number; type: string } | null;
  contact: ContactRow | null;
  /** Public messages that In-Reply-To and References name. */
  named: NamedMessage[];
  /** Conversations that the contact opened since `recent_since`, counted to `recent_limit`. */
  recent: number;
}

/**
 * Makes the arrivals of one mail, in two inboxes say, come one after the other until the end of the transaction. Sorted, so that two
 * transactions with several mails each do not wait for each other.
 */
export async function lockMessageIds(db: Transaction, ids: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(id, 711202614))
    from (select distinct id from unnest(${[...ids]}::text[]) as mail(id) order by id) as mails`.execute(db);
}

/** Looks up in one go what decides about a mail; mail comes in by the hundred. */
export async function findArrivalFacts(
  db: Reader,
  mail: {
    source_id: string | null;
    synthetic_id: string | null;
    sender: string;
    named_ids: readonly string[];
    recent_since: Date;
    recent_limit: number;
  },
): Promise<ArrivalFacts> {
  const { rows } = await sql<ArrivalFacts>`
    with same as (
      select inbox_id, type from messages where source_id = ${mail.source_id}
      union all
      select inbox_id, type from messages where relay_source_id = ${mail.source_id}
      union all
      select inbox_id, type from messages
      where inbox_id = any(array(select id from inboxes)) and synthetic_id = ${mail.synthetic_id}
    ),
    contact as (
      select id, email, first_name, last_name, enabled, name_is_derived from users
      where type = 'contact' and deleted_at is null and lower(email) = ${mail.sender}
    ),
    named as (
      select source_id as id, conversation_id, inbox_id from messages
      where source_id = any(${[...mail.named_ids]}::text[]) and not private
      union all
      select relay_source_id, conversation_id, inbox_id from messages
      where relay_source_id = any(${[...mail.named_ids]}::text[]) and not private
    ),
    recent as (
      select 1 from conversations
      where contact_id = (select id from contact) and created_at > ${mail.recent_since} limit ${mail.recent_limit}
    )
    select
      (select to_jsonb(same) from same limit 1) as same,
      (select to_jsonb(contact) from contact) as contact,
      coalesce((select jsonb_agg(named) from named), '[]') as named,
      (select count(*) from recent)::int as recent`.execute(db);
  return rows[0]!;
}
