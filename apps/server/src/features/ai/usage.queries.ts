import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** The day of an instant in a time zone, as `yyyy-mm-dd`. */
const dayOf = (now: Date, zone: string) => sql<string>`(${now}::timestamptz at time zone ${zone})::date::text`;

/** The day on which what is asked at an instant counts, by the database's own zones. */
export async function findDay(db: Reader, now: Date, zone: string): Promise<string> {
  const { day } = await db.selectNoFrom(dayOf(now, zone).as('day')).executeTakeFirstOrThrow();
  return day;
}

/** What was asked on a day so far; `tokens` with those that are set aside for what is under way. */
export interface DayUsage {
  requests: number;
  tokens: number;
}

const sumOf = {
  requests: sql<number>`coalesce(sum(requests), 0)::float8`.as('requests'),
  tokens: sql<number>`coalesce(sum(input_tokens + output_tokens + reserved_tokens), 0)::float8`.as('tokens'),
};

/** Of one agent, or of all of them. */
export async function findDayUsage(db: Reader, day: string, agentId?: number): Promise<DayUsage> {
  return db
    .selectFrom('ai_usage')
    .select([sumOf.requests, sumOf.tokens])
    .where('day', '=', sql<Date>`${day}::date`)
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId!))
    .executeTakeFirstOrThrow();
}

/** The minute in which an agent asked last on a day, and how often in it. */
export async function findMinute(
  db: Reader,
  day: string,
  agentId: number,
): Promise<{ minute: Date; minute_requests: number } | undefined> {
  return db
    .selectFrom('ai_usage')
    .select(['minute', 'minute_requests'])
    .where('day', '=', sql<Date>`${day}::date`)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
}

/** Counts one request with the tokens that are set aside for it. */
export async function countRequest(
  db: Transaction,
  counted: { day: string; agent_id: number; tokens: number; minute: Date; now: Date },
): Promise<void> {
  const { day, agent_id, tokens, minute, now } = counted;
  await sql`insert into ai_usage (day, agent_id, requests, reserved_tokens, last_at, minute, minute_requests)
    values (${day}::date, ${agent_id}, 1, ${tokens}, ${now}, ${minute}, 1)
    on conflict (day, agent_id) do update set requests = ai_usage.requests + 1,
      reserved_tokens = ai_usage.reserved_tokens + excluded.reserved_tokens, last_at = excluded.last_at,
      minute_requests = case when ai_usage.minute = excluded.minute then ai_usage.minute_requests + 1 else 1 end,
      minute = excluded.minute`.execute(db);
}

/** Sets more tokens aside for a request that is counted already. */
export async function setTokensAside(
  db: Transaction,
  { day, agent_id, tokens }: { day: string; agent_id: number; tokens: number },
): Promise<void> {
  await db
    .updateTable('ai_usage')
    .set({ reserved_tokens: sql`reserved_tokens + ${tokens}::bigint` })
    .where('day', '=', sql<Date>`${day}::date`)
    .where('agent_id', '=', agent_id)
    .execute();
}

/** Writes down what a counted request took, in place of what was set aside for it. */
export async function settleRequest(
  db: Transaction,
  settled: { day: string; agent_id: number; reserved: number; input: number; output: number; failed: boolean },
): Promise<void> {
  const { day, agent_id, reserved, input, output, failed } = settled;
  await db
    .updateTable('ai_usage')
    .set({
      reserved_tokens: sql`greatest(0, reserved_tokens - ${reserved}::bigint)`,
      input_tokens: sql`input_tokens + ${input}::bigint`,
      output_tokens: sql`output_tokens + ${output}::bigint`,
      failed: sql`failed + ${failed ? 1 : 0}::integer`,
    })
    .where('day', '=', sql<Date>`${day}::date`)
    .where('agent_id', '=', agent_id)
    .execute();
}

interface Numbers {
  requests: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
}

const numbers = (['requests', 'failed', 'input_tokens', 'output_tokens'] as const).map((name) =>
  sql<number>`coalesce(sum(usage.${sql.ref(name)}), 0)::float8`.as(name),
);

/** Every day from one to another, with what was asked on it. */
export async function listUsageDays(
  db: Reader,
  { from, to, agent_id }: { from: string; to: string; agent_id?: number | undefined },
): Promise<(Numbers & { day: string })[]> {
  const { rows } = await sql<Numbers & { day: string }>`
    select days.day::date::text as day, ${sql.join(numbers)}
    from generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
    left join ai_usage as usage on usage.day = days.day::date
      ${agent_id === undefined ? sql`` : sql`and usage.agent_id = ${agent_id}`}
    group by days.day order by days.day`.execute(db);
  return rows;
}

/** Who asked from one day to another, most requests first. */
export async function listUsageAgents(
  db: Reader,
  { from, to, agent_id }: { from: string; to: string; agent_id?: number | undefined },
): Promise<(Numbers & { agent_id: number; first_name: string; last_name: string; last_at: Date })[]> {
  const { rows } = await sql<Numbers & { agent_id: number; first_name: string; last_name: string; last_at: Date }>`
    select usage.agent_id, users.first_name, coalesce(users.last_name, '') as last_name, ${sql.join(numbers)},
      max(usage.last_at) as last_at
    from ai_usage as usage join users on users.id = usage.agent_id
    where usage.day between ${from}::date and ${to}::date
      ${agent_id === undefined ? sql`` : sql`and usage.agent_id = ${agent_id}`}
    group by usage.agent_id, users.first_name, users.last_name
    order by requests desc, usage.agent_id`.execute(db);
  return rows;
}

/** Forgets the days before one. */
export async function deleteUsageBefore(db: Transaction, day: string): Promise<void> {
  await db.deleteFrom('ai_usage').where('day', '<', sql<Date>`${day}::date`).execute();
}
