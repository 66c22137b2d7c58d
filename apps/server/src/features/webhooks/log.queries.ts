import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

/** The first number of the change log that is still kept and the last one; of a log in which nothing is left, the next and the last that was given. */
export async function keptNumbers(db: Reader): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null; given: number }>`
    select min(seq) as first, max(seq) as last, (select case when is_called then last_value else 0 end from event_seq) as given
    from events`.execute(db);
  const { first, last, given } = rows[0]!;
  return { first: first ?? given + 1, last: last ?? given };
}

/** Domain events of some kinds with `after < seq <= last`, in order, with who did them. */
export function domainEventsBetween(
  db: Reader,
  range: { after: number; last: number; kinds: readonly string[]; limit: number },
) {
  return db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select([
      'e.seq',
      'e.created_at',
      'e.kind',
      'e.payload',
      'e.actor_id',
      'u.first_name as actor_first_name',
      'u.last_name as actor_last_name',
    ])
    .where('e.seq', '>', range.after)
    .where('e.seq', '<=', range.last)
    .where('e.kind', '<>', 'frame')
    .where('e.kind', 'in', range.kinds)
    .orderBy('e.seq')
    .limit(range.limit)
    .execute();
}
