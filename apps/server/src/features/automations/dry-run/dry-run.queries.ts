import type { AutomationType, DryRunAction, DryRunBasis, DryRunConflict, DryRunSample } from '@bellhop/contract';
import type { Viewer } from '@bellhop/rules';
import { sql } from 'kysely';
import { jsonText } from '../../../db/json-rows.ts';
import type { Reader, Transaction } from '../../../db/types.ts';
import { visibleTo } from '../../conversations/index.ts';
import type { AutomationValues } from '../automations.queries.ts';

/** The rule that is tried, as it came. */
export type TriedRule = Pick<AutomationValues, 'type' | 'events' | 'rules'>;

/** A sample before it is known who asks. */
export type StoredSample = Pick<DryRunSample, 'group_operator' | 'groups'> & { conversation_id: number };

/** What came of a dry run, as stored. */
export interface StoredResult {
  basis: DryRunBasis;
  since: string;
  is_capped: boolean;
  samples: StoredSample[];
  actions: DryRunAction[];
  conflicts: DryRunConflict[];
}

export interface DryRunRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  user_id: number;
  rule_id: number | null;
  rule: TriedRule;
  state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  total: number;
  looked_at: number;
  matched: number;
  result: StoredResult | null;
}

export async function insertDryRun(
  db: Transaction,
  { rule, now, ...rest }: { user_id: number; rule_id: number | null; rule: TriedRule; now: Date },
): Promise<DryRunRow> {
  const row = await db
    .insertInto('automation_dry_runs')
    .values({ ...rest, rule: jsonText(rule), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as DryRunRow;
}

export async function findDryRun(db: Reader, id: number): Promise<DryRunRow | undefined> {
  const row = await db.selectFrom('automation_dry_runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row as unknown as DryRunRow | undefined;
}

/** Ends dry runs of an agent that are not over: one of them, or all. */
export async function cancelDryRuns(
  db: Transaction,
  { user_id, id, now }: { user_id: number; id?: number; now: Date },
): Promise<void> {
  let update = db
    .updateTable('automation_dry_runs')
    .set({ state: 'cancelled', updated_at: now })
    .where('user_id', '=', user_id)
    .where('state', 'in', ['waiting', 'running']);
  if (id !== undefined) update = update.where('id', '=', id);
  await update.execute();
}

/** Notes how far a dry run is; false when it has been cancelled. */
export async function patchDryRun(
  db: Transaction,
  id: number,
  {
    result,
    now,
    ...patch
  }: Partial<Pick<DryRunRow, 'state' | 'total' | 'looked_at' | 'matched' | 'result'>> & { now: Date },
): Promise<boolean> {
  const found = await db
    .updateTable('automation_dry_runs')
    .set({ ...patch, ...(result && { result: jsonText(result) }), updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Drops dry runs of before. */
export async function deleteDryRuns(db: Transaction, before: Date): Promise<void> {
  await db.deleteFrom('automation_dry_runs').where('created_at', '<', before).execute();
}

/**
 * The last conversations, newest first: for new ones those that customers began, for the other kinds those with a message since.
 */
export async function listTried(
  db: Reader,
  { type, since, limit }: { type: AutomationType; since: Date; limit: number },
): Promise<number[]> {
  const which =
    type === 'new_conversation'
      ? sql`created_at >= ${since} and initiator = 'contact' order by created_at desc, id desc`
      : sql`last_message_at >= ${since} order by last_message_at desc, id desc`;
  const { rows } = await sql<{ id: number }>`select id from conversations where ${which} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What actions can change of some conversations, as it is now. */
export async function findHeld(
  db: Reader,
  ids: readonly number[],
): Promise<
  {
    id: number;
    created_at: Date;
    status: string;
    priority: string | null;
    assigned_team: string | null;
    assigned_user: string | null;
    sla: string | null;
    tags: string[];
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof findHeld>>[number]>`
    select id, created_at, status_id::text as status, priority_id::text as priority, assigned_team_id::text as assigned_team,
      assigned_user_id::text as assigned_user, (select id::text from sla_policies where id = conversations.sla_policy_id) as sla,
      array(select lower(tags.name) from conversation_tags as link join tags on tags.id = link.tag_id
        where link.conversation_id = conversations.id) as tags
    from conversations where id = any(${[...ids]}::int[])`.execute(db);
  return rows;
}

/** Something that happened to a conversation. */
export interface PastEvent {
  conversation_id: number;
  kind: string;
  created_at: Date;
  payload: { from?: number | null; to?: number | null };
  /** Of a message: its words. */
  text: string | null;
}

/** What happened to some conversations and no rule did, oldest first; of each conversation the last `most`. */
export async function listPastEvents(
  db: Reader,
  { ids, kinds, since, most }: { ids: readonly number[]; kinds: readonly string[]; since: Date; most: number },
): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    select event.conversation_id, event.kind, event.created_at, event.payload, message.text_content as text
    from unnest(${[...ids]}::int[]) as asked (id)
      cross join lateral (
        select * from events where conversation_id = asked.id and kind = any(${[...kinds]}::text[]) and created_at >= ${since}
          and not exists (select 1 from causes where causes.id = events.cause_id and causes.kind = 'automation')
        order by seq desc limit ${most}
      ) as event
      left join messages as message on message.id = (event.payload ->> 'message_id')::int
    where coalesce(event.payload -> 'is_auto_reply', 'false') = 'false'
      and (not event.payload ? 'to' or event.payload -> 'to' <> 'null')
    order by event.seq`.execute(db);
  return rows;
}

/** What a sample shows of some conversations that a viewer sees, by id. */
export async function findShown(
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, Pick<DryRunSample, 'uuid' | 'reference_number' | 'subject'>>> {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'uuid', 'reference_number', 'subject'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where(visibleTo(viewer))
    .execute();
  return new Map(rows.map(({ id, ...shown }) => [id, shown]));
}
