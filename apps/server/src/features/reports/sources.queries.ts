import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';
import { systemEmail } from '../users/index.ts';
import { factCodes as codes, type Fact, mostTags } from './facts.ts';

/** A fact as the desk's rows have it; `started_at` is where a duration began, `hours_team_id` whose hours it is counted by. */
export interface SourceFact extends Omit<Fact, 'open_value'> {
  started_at: Date | null;
  hours_team_id: number | null;
}

/**
 * What reports count of some conversations, out of the desk's own rows: THE definition of every metric; `report.definition.*` says the same in
 * words. Inbox, contact, priority and tags are the conversation's of now. So are team and agent, except where something belongs to whoever
 * did it: a reply to its writer, a resolution and a return to who had the conversation then, a survey to who it was about.
 */
export async function listSourceFacts(db: Reader, ids: readonly number[]): Promise<SourceFact[]> {
  const code = Object.fromEntries(Object.entries(codes).map(([name, number]) => [name, sql.lit(number)])) as Record<
    keyof typeof codes,
    ReturnType<typeof sql.lit<number>>
  >;
  const { rows } = await sql<SourceFact>`
    with picked as (
      select id, created_at, inbox_id, contact_id, priority_id, assigned_team_id as team_id, assigned_user_id as agent_id,
        first_reply_at, resolved_at
      from conversations where id = any(${[...ids]}::int[])
    ), replies as (
      select conversation_id, id, created_at, sender_id from messages
      where conversation_id = any(${[...ids]}::int[]) and type = 'outgoing' and not private and sender_type = 'agent'
        and sender_id <> (select id from users
          where type = 'agent' and lower(email) = lower(${systemEmail}) and deleted_at is null)
        and meta -> 'is_automated' is distinct from 'true' and meta -> 'is_csat' is distinct from 'true'
    ), turns as (
      select * from conversation_turns where conversation_id = any(${[...ids]}::int[])
    ), resolutions as (
      select distinct on (picked.id) picked.*, turns.id as turn_id, turns.assigned_team_id, turns.assigned_user_id
      from picked left join turns on turns.conversation_id = picked.id and turns.is_resolved
      where picked.resolved_at is not null order by picked.id, turns.at desc
    ), promises as (
      select * from applied_slas where conversation_id = any(${[...ids]}::int[])
    ), questions as (
      select * from sla_events where conversation_id = any(${[...ids]}::int[])
    ), surveys as (
      select * from csat_responses where conversation_id = any(${[...ids]}::int[])
    ), found (conversation_id, metric, ref, at, team_id, agent_id, value, started_at) as (
      select id, ${code.new}, 0::bigint, created_at, team_id, agent_id, null::float8, null::timestamptz from picked
      union all
      select conversation_id, case when is_resolved then ${code.resolutions} else ${code.reopened} end, id, at,
        assigned_team_id, assigned_user_id, null, null from turns
      union all
      select id, ${code.resolution_time}, 0, resolved_at,
        case when turn_id is null then team_id else assigned_team_id end,
        case when turn_id is null then agent_id else assigned_user_id end,
        extract(epoch from resolved_at - created_at), created_at from resolutions
      union all
      select id, ${code.first_contact_resolved}, 0, resolved_at,
        case when turn_id is null then team_id else assigned_team_id end,
        case when turn_id is null then agent_id else assigned_user_id end, null, null
      from resolutions as resolved
      where (select count(*) from replies where conversation_id = resolved.id and created_at <= resolved_at) = 1
        and not exists (select 1 from turns where conversation_id = resolved.id and not is_resolved)
      union all
      select picked.id, ${code.first_response_time}, 0, first_reply_at, team_id, coalesce(first.sender_id, agent_id),
        extract(epoch from first_reply_at - picked.created_at), picked.created_at
      from picked left join (
        select distinct on (conversation_id) conversation_id, sender_id from replies order by conversation_id, created_at, id
      ) as first on first.conversation_id = picked.id
      where first_reply_at is not null
      union all
      select picked.id, ${code.messages_in}, messages.id, messages.created_at, team_id, agent_id, null, null
      from picked join messages on messages.conversation_id = picked.id and messages.type = 'incoming'
      where messages.conversation_id = any(${[...ids]}::int[])
      union all
      select picked.id, ${code.messages_out}, replies.id, replies.created_at, team_id, sender_id, null, null
      from picked join replies on replies.conversation_id = picked.id
      union all
      select picked.id, verdict.metric, promises.id, promises.created_at, team_id, agent_id, null, null
      from picked join promises on promises.conversation_id = picked.id
      cross join lateral (values
        (${code.first_response_met}, first_response_met_at is not null and first_response_breached_at is null),
        (${code.first_response_breached}, first_response_breached_at is not null),
        (${code.resolution_met}, resolution_met_at is not null and resolution_breached_at is null),
        (${code.resolution_breached}, resolution_breached_at is not null)) as verdict (metric, holds)
      where holds
      union all
      select picked.id, case when breached_at is null then ${code.next_response_met} else ${code.next_response_breached} end,
        questions.id, started_at, team_id, agent_id, null, null
      from picked join questions on questions.conversation_id = picked.id
      where met_at is not null or breached_at is not null
      union all
      select conversation_id, ${code.csat_sent}, id, sent_at, assigned_team_id, assigned_user_id, null, null
      from surveys where sent_at is not null
      union all
      select conversation_id, ${code.csat_answered}, id, answered_at, assigned_team_id, assigned_user_id, rating, null
      from surveys where answered_at is not null
    )
    select found.conversation_id, found.metric, found.ref, found.at, picked.inbox_id, picked.contact_id, found.team_id,
      found.agent_id, picked.priority_id, tags.tag_ids, greatest(floor(found.value), 0)::int as value, found.started_at,
      picked.team_id as hours_team_id
    from found join picked on picked.id = found.conversation_id
    left join (
      select conversation_id, (array_agg(tag_id order by tag_id))[1:${sql.lit(mostTags)}] as tag_ids from conversation_tags
      where conversation_id = any(${[...ids]}::int[]) group by conversation_id
    ) as tags on tags.conversation_id = picked.id`.execute(db);
  return rows;
}

/** Notes that a conversation was resolved, or opened again, with whose it is as the row stands now. */
export async function insertTurn(
  db: Transaction,
  turn: { conversation_id: number; at: Date; is_resolved: boolean },
): Promise<void> {
  await sql`insert into conversation_turns (conversation_id, at, is_resolved, assigned_user_id, assigned_team_id)
    select id, ${turn.at}, ${turn.is_resolved}, assigned_user_id, assigned_team_id
    from conversations where id = ${turn.conversation_id} on conflict do nothing`.execute(db);
}

/**
 * Turns from before they were noted: out of the change log as far as it reaches, else out of the times of the conversation itself; they are
 * taken for those of whoever has it now.
 */
export async function insertFormerTurns(db: Transaction, ids: readonly number[]): Promise<void> {
  await sql`insert into conversation_turns (conversation_id, at, is_resolved, assigned_user_id, assigned_team_id)
    select id, found.at, found.is_resolved, assigned_user_id, assigned_team_id
    from conversations cross join lateral (
      select created_at as at, payload ->> 'to_category' = 'resolved' as is_resolved from events
      where events.conversation_id = conversations.id and kind = 'conversation.status_changed'
        and (payload ->> 'to_category' = 'resolved') <> (payload ->> 'from_category' = 'resolved')
      union select first_resolved_at, true where first_resolved_at is not null
      union select resolved_at, true where resolved_at is not null
    ) as found
    where conversations.id = any(${[...ids]}::int[]) on conflict do nothing`.execute(db);
}
