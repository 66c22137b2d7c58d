import type { FilterCondition } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { attributeValue, conditionTest } from '../../db/condition-test.ts';
import type { Reader } from '../../db/types.ts';
import type { ContactSort } from './contact-sort.ts';

/** What a page of contacts is cut from. */
export interface ContactFilter {
  conditions: readonly FilterCondition[];
  /** A part of a name or address, as typed; null for all. */
  search: string | null;
}

export interface ContactRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  first_name: string;
  last_name: string;
  email: string;
  phone_number_calling_code: string | null;
  phone_number: string | null;
  avatar_url: string | null;
  enabled: boolean;
}

interface Slice {
  sort: ContactSort;
  offset: number;
  limit: number;
}

/** Contacts of the list: those with an address that are not deleted. The indexes of the list are over exactly these. */
const listed = sql<SqlBool>`users.type = 'contact' and users.deleted_at is null and users.email is not null`;

/** How many contacts the list has without any filter. Read out of an index alone. */
export async function countContacts(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users where ${listed}`.execute(db);
  return rows[0]!.count;
}

/** Ids of a page in the order of an index, from whichever end is nearer; `total` are all that the list has. */
export async function listedIds(db: Reader, { sort, offset, limit }: Slice, total: number): Promise<number[]> {
  const left = Math.min(limit, total - offset);
  if (left <= 0) return [];
  const isFromEnd = offset > total / 2;
  const direction = sql.raw((sort.direction === 'asc') === isFromEnd ? 'desc' : 'asc');
  const { rows } = await sql<{ id: number }>`select users.id from users where ${listed}
    order by ${sql.ref(sort.field)} ${direction}, users.id ${direction}
    limit ${sql.lit(left)} offset ${sql.lit(isFromEnd ? total - offset - left : offset)}`.execute(db);
  const ids = rows.map((row) => row.id);
  return isFromEnd ? ids.reverse() : ids;
}

/** Ids of people whose name or address contains a text, `most` at most, in no order: agents may be among them. */
export async function findPeople(db: Reader, typed: string, most: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select array(select user_id from people_search
    where folded like search_pattern(${typed}) limit ${sql.lit(most)}) as ids`.execute(db);
  return rows[0]!.ids;
}

/** How many of the list's contacts fit, counted up to `most`, and the ids of a page. `among` are the only people to look at. */
export async function findFitting(
  db: Reader,
  filter: ContactFilter & { among: readonly number[] | null },
  { sort, offset, limit }: Slice,
  most: number,
): Promise<{ count: number; ids: number[] }> {
  const people = filter.among === null ? searchTest(filter.search) : sql`users.id = any(${[...filter.among]}::int[])`;
  const direction = sql.raw(sort.direction);
  const slice = sql`[${sql.lit(offset + 1)}:${sql.lit(offset + limit)}]`;
  const { rows } = await sql<{ count: number; ids: number[] }>`
    select count(*)::int as count,
      coalesce((array_agg(id order by sort_value ${direction}, id ${direction}))${slice}, '{}') as ids
    from (select users.id, ${sql.ref(sort.field)} as sort_value from users
      where ${listed} and ${people} and ${conditionsTest(filter.conditions)} limit ${sql.lit(most)}) as fitting`.execute(
    db,
  );
  return rows[0]!;
}

/** Ids of a page of what fits, met by walking along an index: for filters that many contacts fit. */
export async function walkFitting(
  db: Reader,
  filter: ContactFilter,
  { sort, offset, limit }: Slice,
): Promise<number[]> {
  const direction = sql.raw(sort.direction);
  const { rows } = await sql<{ id: number }>`select users.id from users
    where ${listed} and ${searchTest(filter.search)} and ${conditionsTest(filter.conditions)}
    order by ${sql.ref(sort.field)} ${direction}, users.id ${direction}
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return rows.map((row) => row.id);
}

/** The rows of these ids in the order given. */
export async function contactRows(db: Reader, ids: readonly number[]): Promise<ContactRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ContactRow>`
    select users.id, created_at, updated_at, first_name, last_name, email, phone_number_calling_code, phone_number,
      avatar_url, enabled
    from unnest(${[...ids]}::int[]) with ordinality as page(id, place) join users on users.id = page.id
    order by page.place`.execute(db);
  return rows;
}

/** The offset keeps the subquery from being joined: it is asked row after row. */
function searchTest(search: string | null): RawBuilder<unknown> {
  if (search === null) return sql`true`;
  return sql`exists (select 1 from people_search where user_id = users.id and folded like search_pattern(${search}) offset 0)`;
}

function conditionsTest(conditions: readonly FilterCondition[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`true`;
  return sql.join(
    conditions.map(({ field, type, test }) => conditionTest(fieldOf(field, type), type, test)),
    sql` and `,
  );
}

/** Names of columns come out of an allow list, never out of a request; keys of attributes are parameters. */
function fieldOf(field: string, type: FilterCondition['type']): RawBuilder<unknown> {
  const dot = field.indexOf('.');
  if (field.slice(0, dot) !== 'users') return attributeValue(sql`users.custom_attributes`, field.slice(dot + 1), type);
  return field === 'users.email' ? sql`lower(users.email)` : sql.ref(field);
}
