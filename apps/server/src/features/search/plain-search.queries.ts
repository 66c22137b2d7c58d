import type { Viewer } from '@bellhop/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { visibleTo } from '../conversations/index.ts';
import { contains } from './named-rows.queries.ts';

/** Rows of a table of folded texts, newest first, each a subquery that is not merged into others. */
type Texts = RawBuilder<unknown>;

/** The newest of a table of folded texts, without an index. */
function newestOf(table: 'conversation_search' | 'people_search', id: string, count: number): Texts {
  return sql`(select ${sql.ref(id)} as id, folded from ${sql.table(table)} order by ${sql.ref(id)} desc limit ${sql.lit(count)})`;
}

/** Those that the index of trigrams gives for what was typed. */
function containingOf(table: 'conversation_search' | 'people_search', id: string, typed: string): Texts {
  return sql`(select ${sql.ref(id)} as id, folded from ${sql.table(table)} where ${contains(sql`folded`, typed)} offset 0)`;
}

/** Where to look: at so many of the newest, or at all that have the text. */
export type Reach = { newest: number } | 'all';

/** Visible conversations of which a part was typed, newest first. */
export async function listConversationsWith(
  db: Reader,
  viewer: Viewer,
  typed: string,
  reach: Reach,
  limit: number,
): Promise<{ conversation_id: number }[]> {
  const texts =
    reach === 'all'
      ? containingOf('conversation_search', 'conversation_id', typed)
      : newestOf('conversation_search', 'conversation_id', reach.newest);
  const { rows } = await sql<{ conversation_id: number }>`
    select conversations.id as conversation_id from ${texts} as texts join conversations on conversations.id = texts.id
    where ${contains(sql`texts.folded`, typed)} and ${visibleTo(viewer)}
    order by texts.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The visible conversation of a reference number. */
export async function findByReference(
  db: Reader,
  viewer: Viewer,
  reference: string,
): Promise<{ conversation_id: number } | undefined> {
  const { rows } = await sql<{ conversation_id: number }>`select id as conversation_id from conversations
    where reference_number = ${reference} and ${visibleTo(viewer)}`.execute(db);
  return rows[0];
}

/** All visible conversations of a viewer who sees few, when they are at most `most`; null otherwise. */
export async function listVisible(db: Reader, viewer: Viewer, most: number): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`select id from conversations where ${visibleTo(viewer)}
    limit ${most + 1}`.execute(db);
  return rows.length > most ? null : rows.map((row) => row.id);
}

/** Of these conversations the newest of which a part was typed. */
export async function listAmong(
  db: Reader,
  ids: readonly number[],
  typed: string,
  limit: number,
): Promise<{ conversation_id: number }[]> {
  const { rows } = await sql<{ conversation_id: number }>`select conversation_id from conversation_search
    where conversation_id = any(${[...ids]}::int[]) and ${contains(sql`folded`, typed)}
    order by conversation_id desc limit ${limit}`.execute(db);
  return rows;
}

/** A contact as the plain search answers it. */
export interface ContactRow {
  id: number;
  created_at: Date;
  first_name: string;
  last_name: string;
  email: string | null;
  avatar_url: string | null;
}

/** Contacts whose name or address contains a text, newest first; deleted ones are left out. */
export async function listContactsWith(db: Reader, typed: string, reach: Reach, limit: number): Promise<ContactRow[]> {
  const texts =
    reach === 'all'
      ? containingOf('people_search', 'user_id', typed)
      : newestOf('people_search', 'user_id', reach.newest);
  const { rows } = await sql<ContactRow>`
    select users.id, created_at, first_name, last_name, email, avatar_url
    from ${texts} as texts join users on users.id = texts.id
    where ${contains(sql`texts.folded`, typed)} and type = 'contact' and deleted_at is null
    order by texts.id desc limit ${limit}`.execute(db);
  return rows;
}
