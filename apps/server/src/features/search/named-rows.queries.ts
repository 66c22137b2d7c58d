import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

/** More people or files than this are not listed but tested one by one. */
export const mostListed = 200;
/** Messages with a file of a name that are listed. */
const mostFiles = 5_000;

/** Whether a folded text contains what was typed, folded by the same rules. */
export function contains(folded: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql`${folded} like search_pattern(${typed})`;
}

/** Ids of people whose name or address contains a text, one more than `mostListed` at most; the newest first. */
export async function listPeople(db: Reader, typed: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select user_id from people_search
    where ${contains(sql`folded`, typed)} order by user_id desc limit ${mostListed + 1}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Agents whose name or address contains a text. */
export async function listAgents(db: Reader, typed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from users join people_search on user_id = id
    where type = 'agent' and deleted_at is null and ${contains(sql`folded`, typed)} order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Teams whose name contains a text. */
export async function listTeams(db: Reader, typed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from teams
    where ${contains(sql`search_fold(name)`, typed)} order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Inboxes whose name or address contains a text. */
export async function listInboxes(db: Reader, typed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from inboxes
    where ${contains(sql`search_fold(name || E'\n' || address)`, typed)} order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** The status of a name, or else those of a category. */
export async function listStatuses(db: Reader, typed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_named: boolean }>`
    select id, lower(name) = lower(${typed}) as is_named from conversation_statuses
    where lower(name) = lower(${typed}) or category = lower(${typed}) order by id`.execute(db);
  const named = rows.filter((row) => row.is_named);
  return (named.length > 0 ? named : rows).map((row) => row.id);
}

export async function listPriorities(db: Reader, typed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from conversation_priorities
    where lower(name) = lower(${typed}) order by id`.execute(db);
  return rows.map((row) => row.id);
}

export async function findTag(db: Reader, typed: string): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from tags
    where lower(name) = lower(${typed})`.execute(db);
  return rows[0];
}

/** Ids of messages with a file whose name contains a text; null when there are too many to list. */
export async function listMessagesWithFile(db: Reader, typed: string): Promise<number[] | null> {
  // Conversations may have the text elsewhere: how many there are says more than how many files were found in them.
  const { rows } = await sql<{ id: number | null }>`
    with places as materialized (
      select conversation_id from conversation_search where ${contains(sql`folded`, typed)} limit ${mostListed + 1})
    select null as id where (select count(*) from places) > ${mostListed}
    union all
    (select model_id from places join media using (conversation_id)
      where (select count(*) from places) <= ${mostListed} and model_type = 'messages' and disposition = 'attachment'
        and ${contains(sql`search_fold(filename)`, typed)}
      limit ${mostFiles + 1})`.execute(db);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return ids.length < rows.length || ids.length > mostFiles ? null : ids;
}
