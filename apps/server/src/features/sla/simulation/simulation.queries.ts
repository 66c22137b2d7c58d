import type { SlaSimulation, SlaSimulationInput, StatusCategory } from '@bellhop/contract';
import { sql } from 'kysely';
import { jsonText } from '../../../db/json-rows.ts';
import type { Reader, Transaction } from '../../../db/types.ts';
import type { History } from './replay.ts';
import type { Tallied } from './tally.ts';

/** What is stored of a result: ids instead of what only some may see. */
export type StoredResult = Tallied & { capped: boolean };

/** A simulation as stored; times are Dates. */
export type SimulationRow = Omit<SlaSimulation, 'created_at' | 'finished_at' | 'result'> & {
  created_at: Date;
  finished_at: Date | null;
  input: SlaSimulationInput;
  result: StoredResult | null;
};

export async function insertSimulation(
  db: Transaction,
  row: { user_id: number; policy_id: number | null; input: SlaSimulationInput; now: Date },
): Promise<SimulationRow> {
  const { now, input, ...ids } = row;
  const inserted = await db
    .insertInto('sla_simulations')
    .values({ ...ids, input: jsonText(input), created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return inserted as unknown as SimulationRow;
}

/** One simulation; undefined when there is none. */
export async function findSimulation(db: Reader, id: number): Promise<SimulationRow | undefined> {
  const row = await db.selectFrom('sla_simulations').selectAll().where('id', '=', id).executeTakeFirst();
  return row as unknown as SimulationRow | undefined;
}

/** Ends simulations that are not over: one by its id, or all of an agent. */
export async function cancelSimulations(
  db: Transaction,
  which: { id: number } | { user_id: number },
  now: Date,
): Promise<void> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['user_id', which.user_id] as const);
  await db
    .updateTable('sla_simulations')
    .set({ state: 'cancelled', finished_at: now })
    .where(column, '=', value)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}

/** Writes how far a simulation is, or how it ended; false when it is over already, because somebody cancelled it. */
export async function patchSimulation(
  db: Transaction,
  id: number,
  patch: {
    state?: 'running' | 'done' | 'failed';
    total?: number;
    done?: number;
    finished_at?: Date;
    result?: StoredResult;
  },
): Promise<boolean> {
  const { result, ...fields } = patch;
  const row = await db
    .updateTable('sla_simulations')
    .set({ ...fields, ...(result && { result: jsonText(result) }) })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSimulationsBefore(db: Transaction, before: Date): Promise<void> {
  await db.deleteFrom('sla_simulations').where('created_at', '<', before).execute();
}

/** Simulations that are not over although they began before an instant have failed. */
export async function failSimulationsBefore(db: Transaction, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('sla_simulations')
    .set({ state: 'failed', finished_at: now })
    .where('created_at', '<', before)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}

/** The conversations that a simulation looks at: ids, newest first, at most `limit`. */
export async function pickConversations(
  db: Reader,
  scope: Pick<SlaSimulationInput, 'policy_id' | 'team_ids' | 'inbox_ids'>,
  range: { since: Date; until: Date; limit: number },
): Promise<number[]> {
  const { policy_id, team_ids, inbox_ids } = scope;
  const isFiltered = team_ids.length > 0 || inbox_ids.length > 0;
  let query = db
    .selectFrom('conversations')
    .select('id')
    // The index of creation times begins with the status.
    .where('status_id', 'in', (sub) => sub.selectFrom('conversation_statuses').select('id'))
    .where('created_at', '>=', range.since)
    .where('created_at', '<=', range.until);
  if (team_ids.length > 0) query = query.where('assigned_team_id', 'in', team_ids);
  if (inbox_ids.length > 0) query = query.where('inbox_id', 'in', inbox_ids);
  if (!isFiltered && policy_id) {
    query = query.where((is) =>
      is.or([
        is('sla_policy_id', '=', policy_id),
        is('id', 'in', (sub) =>
          sub.selectFrom('applied_slas').select('conversation_id').where('sla_policy_id', '=', policy_id),
        ),
        is('assigned_team_id', 'in', (sub) =>
          sub.selectFrom('teams').select('id').where('sla_policy_id', '=', policy_id),
        ),
      ]),
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(range.limit).execute();
  return rows.map(({ id }) => id);
}

/** A conversation with what happened in it. */
export interface SimulatedConversation extends History {
  id: number;
  team_id: number | null;
  policy_id: number | null;
}

/** The histories of some conversations, read from their messages and the entries of their changes of status. */
export async function loadHistories(
  db: Reader,
  ids: readonly number[],
  known: { systemId: number; categories: ReadonlyMap<string, StatusCategory> },
): Promise<SimulatedConversation[]> {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'created_at', 'first_reply_at', 'first_resolved_at', 'resolved_at'])
    .select(['assigned_team_id as team_id', 'sla_policy_id as policy_id'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
  const happened = Map.groupBy(await loadHappened(db, ids, known.systemId), ({ conversation_id }) => conversation_id);
  return rows.map(({ resolved_at, ...row }) => {
    const entries = happened.get(row.id) ?? [];
    const times = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ at }) => at);
    const changes = entries
      .filter((entry) => entry.kind === 'status')
      .map(({ at, status }) => ({ at, category: known.categories.get((status ?? '').toLowerCase()) ?? 'open' }));
    // Imported conversations may have no entry of it.
    const resolved = [row.first_resolved_at, resolved_at].filter((at) => at !== null);
    const added = resolved
      .filter((at) => !changes.some((one) => one.category === 'resolved' && one.at.getTime() === at.getTime()))
      .map((at) => ({ at, category: 'resolved' as const }));
    return {
      ...row,
      asked: times('asked'),
      answered: times('answered'),
      statuses: [...changes, ...added].sort((one, other) => one.at.getTime() - other.at.getTime()),
    };
  });
}

/** The customer's messages that no machine wrote, replies of people when they were delivered, and changes of status; in order of time. */
async function loadHappened(db: Reader, ids: readonly number[], systemId: number) {
  const { rows } = await sql<{
    conversation_id: number;
    kind: 'asked' | 'answered' | 'status';
    at: Date;
    status: string | null;
  }>`
    select m.conversation_id, 'asked' as kind, m.created_at as at, null as status
    from messages m
    where m.conversation_id = any(${[...ids]}::int[]) and m.type = 'incoming' and not m.private
      and m.meta -> 'is_auto_reply' is distinct from 'true'
    union all
    select m.conversation_id, 'answered', coalesce(o.finished_at, m.created_at), null
    from messages m left join outgoing_mails o on o.message_id = m.id
    where m.conversation_id = any(${[...ids]}::int[]) and m.type = 'outgoing' and not m.private and m.status = 'sent'
      and m.sender_id <> ${systemId} and m.sender_type = 'agent'
      and not (m.meta ? 'is_automated') and not (m.meta ? 'is_csat')
    union all
    select m.conversation_id, 'status', m.created_at, m.meta -> 'params' ->> 'status'
    from messages m
    where m.conversation_id = any(${[...ids]}::int[]) and m.type = 'activity'
      and m.meta ->> 'activity_type' in ('status_change', 'snoozed', 'woken')
    order by 3`.execute(db);
  return rows;
}

/** The names of teams, by id. */
export async function loadTeamNames(db: Reader): Promise<Map<number, string>> {
  const rows = await db.selectFrom('teams').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What a sample shows of its conversation. */
export function loadSampled(db: Reader, ids: readonly number[]) {
  return db
    .selectFrom('conversations')
    .select(['id', 'uuid', 'reference_number', 'subject'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}
