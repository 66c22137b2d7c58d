import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';

/** A message that an id names; `id` is the one that matched. */
export interface NamedMessage {
  id: string;
  conversation_id: number;
  inbox_id: number;
}

export async function findConversationIdByUuid(db: Reader, uuids: readonly string[]): Promise<number | undefined> {
  if (uuids.length === 0) return undefined;
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('uuid', 'in', [...uuids])
    .executeTakeFirst();
  return row?.id;
}

/** The conversation of a reference number in which an address takes part already. */
export async function findConversationIdByReference(
  db: Reader,
  reference: string,
  address: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('reference_number', '=', reference)
    .executeTakeFirst();
  return row && (await takesPart(db, row.id, address)) ? row.id : undefined;
}

/** Whether an address is the conversation's contact, has written in it, or was among the recipients of its messages. */
export async function takesPart(db: Reader, conversationId: number, address: string): Promise<boolean> {
  const { rows } = await sql<{ takes_part: boolean }>`
    select exists (
      select 1 from conversations c join users u on u.id = c.contact_id
      where c.id = ${conversationId} and lower(u.email) = ${address}
      union all
      select 1 from conversation_participants p join users u on u.id = p.user_id
      where p.conversation_id = ${conversationId} and lower(u.email) = ${address}
      union all
      select 1 from messages m
      where m.conversation_id = ${conversationId} and m.type in ('incoming', 'outgoing') and not m.private
        and (m.meta -> 'to' ? ${address} or m.meta -> 'cc' ? ${address} or m.meta -> 'bcc' ? ${address})
    ) as takes_part`.execute(db);
  return rows[0]!.takes_part;
}
