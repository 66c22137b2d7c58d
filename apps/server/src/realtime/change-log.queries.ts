import { sql } from 'kysely';
import type { Audience } from '../core/audience.ts';
import type { NumberedFrame } from '../core/unit-of-work.queries.ts';
import type { Reader } from '../db/types.ts';

/** The highest number given out so far and visible; 0 in an empty log. */
export async function lastSeq(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** The lowest number still kept; 0 in an empty log. */
export async function firstSeq(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((eb) => eb.fn.min('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Frames with `after < seq <= until`, in order, at most `limit`. */
export async function framesBetween(
  db: Reader,
  range: { after: number; until?: number; limit: number },
): Promise<NumberedFrame[]> {
  let query = db
    .selectFrom('events')
    .select(['seq', 'frame', 'audience'])
    .where('seq', '>', range.after)
    .where('frame', 'is not', null)
    .orderBy('seq')
    .limit(range.limit);
  if (range.until !== undefined) query = query.where('seq', '<=', range.until);
  const rows = await query.execute();
  return rows.map((row) => {
    const frame = row.frame as { type: string; data: unknown };
    return { seq: row.seq, type: frame.type, data: frame.data, audience: row.audience as unknown as Audience };
  });
}

/** How many seconds ago the first frame behind a number was written; 0 when there is none. */
export async function waitingSince(db: Reader, after: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from now() - created_at))::float8 as seconds
    from events where seq > ${after} and frame is not null order by seq limit 1`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Present assignments of conversations, by id, for the replay's second check. */
export async function assignmentsOf(
  db: Reader,
  ids: number[],
): Promise<Map<number, { assigned_user_id: number | null; assigned_team_id: number | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'assigned_user_id', 'assigned_team_id'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** What the processes of a desk call each other by in a Redis that others may use, too; a copy of a database has another. */
export async function busName(db: Reader): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(':', 'bellhop', (select value #>> '{}' from settings where key = 'storage.owner'), datname, oid) as name
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]!.name;
}
