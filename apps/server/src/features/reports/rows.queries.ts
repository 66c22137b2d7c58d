import type { ReportRowsQuery } from '@bellhop/contract';
import type { Viewer } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { visibleTo } from '../conversations/index.ts';
import type { ReportFilters } from './range.ts';

/** One row behind a number. */
export interface FoundRow {
  uuid: string;
  reference_number: string;
  subject: string;
  contact_name: string;
  inbox: string;
  status: string;
  agent: string | null;
  team: string | null;
  created_at: Date;
  at: Date;
  value: number | null;
  comment: string | null;
  place: RowPlace;
}

/** Where a row stands among those behind a number; `at` as PostgreSQL writes it, to the microsecond. */
export interface RowPlace {
  at: string;
  conversation_id: number;
  ref: number;
}

/** What was counted: a query for `conversation_id, at, ref, agent_id, team_id, value`, and how it is counted alone. */
export interface Behind {
  /** The table and its condition: `from … where …`. */
  source: RawBuilder<unknown>;
  /** The columns above. */
  columns: RawBuilder<unknown>;
  /** What a customer wrote to it, of a row of `picked`. */
  comment: RawBuilder<unknown>;
  /** By time, latest first. */
  order: RawBuilder<unknown>;
}

/** Open conversations that fit the filters, as a condition on `conversations`. */
export function isInBacklog(
  category: 'open' | 'waiting',
  filters: ReportFilters,
  without?: ReportRowsQuery['without'],
): RawBuilder<unknown> {
  const same = (column: string, id: number | undefined) =>
    id === undefined ? [] : [sql`conversations.${sql.ref(column)} = ${id}`];
  const columns = { agent: 'assigned_user_id', team: 'assigned_team_id', priority: 'priority_id' };
  const tags = (id: number | null) =>
    sql`exists (select from conversation_tags as link where link.conversation_id = conversations.id
      and ${id === null ? sql`true` : sql`link.tag_id = ${id}`})`;
  return sql.join(
    [
      sql`conversations.status_id = any(array(select id from conversation_statuses where category = ${category}))`,
      ...same('inbox_id', filters.inbox_id),
      ...same('assigned_team_id', filters.team_id),
      ...same('assigned_user_id', filters.agent_id),
      ...same('priority_id', filters.priority_id),
      ...same('contact_id', filters.contact_id),
      ...(filters.tag_id === undefined ? [] : [tags(filters.tag_id)]),
      ...(without === 'tag' ? [sql`not ${tags(null)}`] : []),
      ...(without && without !== 'tag' ? [sql`conversations.${sql.ref(columns[without])} is null`] : []),
    ],
    sql` and `,
  );
}

export async function countBehind(db: Reader, { source }: Behind): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${source}`.execute(db);
  return rows[0]!.count;
}

const conditionFor = (viewer: Viewer | null): RawBuilder<SqlBool> => (viewer ? visibleTo(viewer) : sql`true`);

/** How many of them belong to conversations that somebody sees, at most so many. */
export async function countReadable(
  db: Reader,
  { source, columns }: Behind,
  viewer: Viewer,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select 1 from (select ${columns} ${source}) as counted join conversations on conversations.id = counted.conversation_id
    where ${conditionFor(viewer)} limit ${most}) as found`.execute(db);
  return rows[0]!.count;
}

/** A page of them, latest first, or those after a place; without a viewer whoever may read everything asks. */
export async function listBehind(
  db: Reader,
  { source, columns, comment, order }: Behind,
  viewer: Viewer | null,
  page: { limit: number; offset: number } | { limit: number; after: RowPlace | null },
): Promise<FoundRow[]> {
  const after = 'after' in page && page.after;
  const further = after
    ? sql`(counted.at, counted.conversation_id, counted.ref) < (${after.at}::timestamptz, ${after.conversation_id}::int, ${after.ref}::bigint)`
    : sql`true`;
  const offset = 'offset' in page ? page.offset : 0;
  const picked = viewer
    ? sql`select counted.* from (select ${columns} ${source}) as counted
        join conversations on conversations.id = counted.conversation_id where ${conditionFor(viewer)} and ${further}
        order by counted.at desc, counted.conversation_id desc, counted.ref desc limit ${page.limit} offset ${offset}`
    : after
      ? sql`select * from (select ${columns} ${source}) as counted where ${further}
          order by counted.at desc, counted.conversation_id desc, counted.ref desc limit ${page.limit}`
      : sql`select ${columns} ${source} order by ${order} limit ${page.limit} offset ${offset}`;
  const { rows } = await sql<FoundRow>`
    select conversations.uuid, conversations.reference_number, conversations.subject,
      coalesce(nullif(trim(contact.first_name || ' ' || contact.last_name), ''), contact.email, '') as contact_name,
      (select name from inboxes where id = conversations.inbox_id) as inbox,
      (select name from conversation_statuses where id = conversations.status_id) as status,
      (select trim(first_name || ' ' || last_name) from users where id = picked.agent_id) as agent,
      (select name from teams where id = picked.team_id) as team,
      conversations.created_at, picked.at, picked.value, ${comment} as comment,
      json_build_object('at', picked.at::text, 'conversation_id', picked.conversation_id, 'ref', picked.ref) as place
    from (${picked}) as picked
    join conversations on conversations.id = picked.conversation_id
    join users as contact on contact.id = conversations.contact_id
    order by picked.at desc, picked.conversation_id desc, picked.ref desc`.execute(db);
  return rows;
}

/** Sizes of the backlog as it stands now, and its ages by `steps` of days. */
export async function countBacklog(
  db: Reader,
  filters: ReportFilters,
  now: Date,
  steps: readonly number[],
): Promise<{ backlog: number; snoozed: number; awaiting_response: number; unassigned: number; ages: number[] }> {
  const step = sql`width_bucket(extract(epoch from ${now}::timestamptz - created_at)::float8 / 86400,
    ${sql.raw(`array[${steps.map((days) => days.toFixed(1)).join(',')}]::float8[]`)})`;
  const { rows } = await sql<{ step: number; backlog: number; awaiting_response: number; unassigned: number }>`
    select ${step} as step, count(*)::int as backlog, count(waiting_since)::int as awaiting_response,
      count(*) filter (where assigned_user_id is null)::int as unassigned
    from conversations where ${isInBacklog('open', filters)} group by 1`.execute(db);
  const snoozed = await sql<{ count: number }>`
    select count(*)::int as count from conversations where ${isInBacklog('waiting', filters)}`.execute(db);
  const sum = (name: 'backlog' | 'awaiting_response' | 'unassigned') => rows.reduce((all, row) => all + row[name], 0);
  return {
    backlog: sum('backlog'),
    snoozed: snoozed.rows[0]!.count,
    awaiting_response: sum('awaiting_response'),
    unassigned: sum('unassigned'),
    ages: [...steps, null].map((_, index) => rows.find((row) => row.step === index)?.backlog ?? 0),
  };
}
