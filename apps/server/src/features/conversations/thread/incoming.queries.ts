import { sql } from 'kysely';
import { jsonRows } from '../../../db/json-rows.ts';
import { locks } from '../../../db/locks.ts';
import type { Reader, Transaction } from '../../../db/types.ts';
import type { ContactRow } from '../../users/index.ts';
import { timeAfterLatest } from './message-time.queries.ts';
import type { MessageRow, NewMessage } from './messages.queries.ts';

/** A message that is known by an id: its Message-ID, the one that a relay gave it, or its stand-in. */
export interface KnownMessage {
  id: string;
  is_stand_in: boolean;
  conversation_id: number;
  inbox_id: number;
  type: string;
  private: boolean;
}

/** What the database knows about mails that have just come. */
export interface KnownFacts {
  messages: KnownMessage[];
  /** With the conversations that each opened since `recent_since`, counted to `recent_limit`. */
  contacts: (ContactRow & { address: string; recent: number })[];
  conversations: { id: number; uuid: string; reference_number: string }[];
}

/**
 * Makes the arrivals of one mail, in two inboxes say, come one after the other until the end of the transaction. Sorted, so that two
 * transactions with several mails each do not wait for each other.
 */
export async function lockMessageIds(db: Transaction, ids: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(id, ${locks.message_id}))
    from (select distinct id from unnest(${[...ids]}::text[]) as mail(id) order by id) as mails`.execute(db);
}

/** Looks up in one go what decides about mails; mail comes in by the hundred. Addresses are lower-cased. */
export async function findKnownFacts(
  db: Reader,
  asked: {
    message_ids: readonly string[];
    stand_ins: readonly string[];
    senders: readonly string[];
    uuids: readonly string[];
    reference_numbers: readonly string[];
    recent_since: Date;
    recent_limit: number;
  },
): Promise<KnownFacts> {
  const ids = sql`any(${[...asked.message_ids]}::text[])`;
  const { rows } = await sql<KnownFacts>`
    with known_messages as (
      select source_id as id, false as is_stand_in, conversation_id, inbox_id, type, private
      from messages where source_id = ${ids}
      union all
      select relay_source_id, false, conversation_id, inbox_id, type, private
      from messages where relay_source_id = ${ids}
      union all
      select synthetic_id, true, conversation_id, inbox_id, type, private from messages
      where inbox_id = any(array(select id from inboxes)) and synthetic_id = any(${[...asked.stand_ins]}::text[])
    ),
    contacts as (
      select id, email, first_name, last_name, enabled, name_is_derived, lower(email) as address,
        (select count(*) from (select 1 from conversations
          where contact_id = users.id and created_at > ${asked.recent_since}
          limit ${asked.recent_limit}) as opened)::int as recent
      from users
      where type = 'contact' and deleted_at is null and lower(email) = any(${[...asked.senders]}::text[])
    ),
    known_conversations as (
      select id, uuid, reference_number from conversations where uuid = any(${[...asked.uuids]}::uuid[])
      union
      select id, uuid, reference_number from conversations
      where reference_number = any(${[...asked.reference_numbers]}::text[])
    )
    select coalesce((select json_agg(known_messages) from known_messages), '[]') as messages,
      coalesce((select json_agg(contacts) from contacts), '[]') as contacts,
      coalesce((select json_agg(known_conversations) from known_conversations), '[]') as conversations`.execute(db);
  return rows[0]!;
}

/** An address that may take part in a conversation. */
export interface Part {
  conversation_id: number;
  address: string;
}

/**
 * Those whose address is the conversation's contact, has written in it, or was among the recipients of its messages; addresses are
 * lower-cased.
 */
export async function listTakingPart(db: Reader, asked: readonly Part[]): Promise<Part[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<Part>`
    select conversation_id, address
    from json_to_recordset(${jsonRows(asked)}::json) as asked (conversation_id int, address text)
    where exists (
      select 1 from conversations c join users u on u.id = c.contact_id
      where c.id = asked.conversation_id and lower(u.email) = asked.address
      union all
      select 1 from conversation_participants p join users u on u.id = p.user_id
      where p.conversation_id = asked.conversation_id and lower(u.email) = asked.address
      union all
      select 1 from messages m
      where m.conversation_id = asked.conversation_id and m.type in ('incoming', 'outgoing') and not m.private
        and (m.meta -> 'to' ? asked.address or m.meta -> 'cc' ? asked.address or m.meta -> 'bcc' ? asked.address)
    )`.execute(db);
  return rows;
}

/** A customer's message as it is stored; `uuid` is given, so that the caller knows it again. */
export type IncomingMessage = NewMessage & {
  uuid: string;
  conversation_id: number;
  inbox_id: number;
  /** For search. */
  words: string | null;
};

/**
 * Inserts customers' messages in their order, one of a conversation at most, with their words for search, and makes their senders
 * participants.
 */
export async function insertIncomingMessages(
  db: Transaction,
  messages: readonly IncomingMessage[],
  now: Date,
): Promise<Pick<MessageRow, 'id' | 'uuid' | 'created_at'>[]> {
  const { rows } = await sql<Pick<MessageRow, 'id' | 'uuid' | 'created_at'>>`
    with given as materialized (
      select * from json_to_recordset(${jsonRows(messages)}::json) as message (
        uuid uuid, conversation_id int, inbox_id int, type text, status text, private boolean, sender_id int,
        sender_type text, content_type text, content text, content_safe text, text_content text, reply_text text,
        plain_alternative text, meta jsonb, source_id text, synthetic_id text, raw_mail_id bigint, words text)
    ),
    inserted as (
      insert into messages (uuid, conversation_id, inbox_id, created_at, updated_at, type, status, private, sender_id,
        sender_type, content_type, content, content_safe, text_content, reply_text, plain_alternative, meta, source_id,
        synthetic_id, raw_mail_id)
      select uuid, conversation_id, inbox_id, written_at, written_at, type, status, private, sender_id, sender_type,
        content_type, content, content_safe, text_content, reply_text, plain_alternative, meta, source_id, synthetic_id,
        raw_mail_id
      from given, lateral (select ${timeAfterLatest(sql.ref('given.conversation_id'), now)} as written_at) as clock
      returning id, uuid, conversation_id, created_at
    ),
    searchable as (
      insert into message_search (message_id, conversation_id, created_at, words)
      select inserted.id, inserted.conversation_id, inserted.created_at, search_words(given.words, inserted.created_at)
      from inserted join given using (uuid) where given.words is not null
    ),
    participants as (
      insert into conversation_participants (conversation_id, user_id, created_at)
      select conversation_id, sender_id, ${now} from given
      on conflict do nothing
    )
    select id, uuid, created_at from inserted`.execute(db);
  return rows;
}
