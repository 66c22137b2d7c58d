import type { AssignmentStrategy } from '@bellhop/contract';
import { sql } from 'kysely';
import { locks } from '../../db/locks.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import type { ConversationRow } from '../conversations/index.ts';
import type { PoolMember } from './pick-agent.ts';

/** One choice at a time on the whole desk, until the end of the transaction: an agent's limit counts what every team gives. */
export async function lockAssignment(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.assignment})`.execute(db);
}

/** A team that assigns by itself. */
export interface AssigningTeam {
  id: number;
  name: string;
  assignment_strategy: AssignmentStrategy;
  max_auto_assigned_conversations: number;
}

/** The team as it is now; undefined when it assigns nothing, or no longer. */
export async function findAssigningTeam(db: Reader, id: number): Promise<AssigningTeam | undefined> {
  const row = await db
    .selectFrom('teams')
    .select(['id', 'name', 'assignment_strategy', 'max_auto_assigned_conversations'])
    .where('id', '=', id)
    .where('conversation_assignment_type', '=', 'Round robin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row as AssigningTeam | undefined;
}

const openStatuses = sql`array(select id from conversation_statuses where category = 'open')`;
/** Whether a row of conversations waits for one of its team's agents. */
const waits = sql<boolean>`assigned_user_id is null and status_id = any(${openStatuses})`;

/** Who or what may have something to give or to take. */
export interface Concern {
  team_ids: readonly number[];
  /** Agents who may have room now. */
  user_ids: readonly number[];
  /** Conversations that may wait now, or whose agent may have room now. */
  conversation_ids: readonly number[];
}

/** The teams that assign by themselves, of those concerned, and have something to assign; null asks for all of them. */
export async function findTeamsWithWork(db: Reader, concern: Concern | null): Promise<number[]> {
  const of = concern && {
    teams: sql`any(${[...concern.team_ids]}::int[])`,
    users: sql`any(${[...concern.user_ids]}::int[])`,
    conversations: sql`any(${[...concern.conversation_ids]}::int[])`,
  };
  const concerned = of
    ? sql`(t.id = ${of.teams}
        or exists (select 1 from conversations where id = ${of.conversations} and assigned_team_id = t.id and ${waits})
        or exists (select 1 from team_members as m where m.team_id = t.id and (m.user_id = ${of.users}
          or m.user_id in (select assigned_user_id from conversations where id = ${of.conversations}))))`
    : sql`true`;
  const { rows } = await sql<{ id: number }>`
    select t.id from teams as t
    where t.conversation_assignment_type = 'Round robin' and t.deleted_at is null and ${concerned}
      and exists (select 1 from conversations where assigned_team_id = t.id and ${waits})
    order by t.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Conversations of a team that wait for an agent: those whose customer waits longest, then the oldest. */
export async function listWaiting(
  db: Reader,
  teamId: number,
  { limit, without }: { limit: number; without: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select first.id from (select id from conversation_statuses where category = 'open') as status
    cross join lateral (
      select id, waiting_since, created_at from conversations
      where assigned_team_id = ${teamId} and assigned_user_id is null and status_id = status.id
        and id <> all(${[...without]}::int[])
      order by waiting_since, id limit ${limit}) as first
    order by first.waiting_since, first.created_at, first.id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * One of them, locked, if it still waits; one that somebody else holds is theirs. Nothing else assigns it until the end of the transaction, and
 * what somebody has assigned meanwhile is not answered.
 */
export async function claimWaiting(db: Transaction, id: number, teamId: number): Promise<ConversationRow | undefined> {
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('assigned_team_id', '=', teamId)
    .where(waits)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row;
}

/** A team's members with what they have; loads come from the kept counts, and cost the same however much there is. */
export async function listPool(db: Reader, teamId: number): Promise<(PoolMember & { name: string })[]> {
  const { rows } = await sql<PoolMember & { name: string }>`
    with members as materialized (
      select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.availability_status
      from team_members as m join users as u on u.id = m.user_id
      where m.team_id = ${teamId} and u.type = 'agent' and u.enabled and u.deleted_at is null
    ),
    loads as (
      select assigned_user_id, sum(count)::int as load from (
        select assigned_user_id, status_id, count from conversation_counts
        where assigned_user_id in (select id from members)
        union all select assigned_user_id, status_id, delta from conversation_count_deltas
        where assigned_user_id in (select id from members)
      ) as counted where status_id = any(${openStatuses}) group by 1
    ),
    readers as (
      select ur.user_id from user_roles as ur join roles as r on r.id = ur.role_id
      where ur.user_id in (select id from members) group by 1
      having bool_or('conversations:read' = any(r.permissions))
        and bool_or(r.permissions && array['conversations:read_all', 'conversations:read_assigned'])
    )
    select members.*, coalesce(loads.load, 0) as load, t.turn::int, readers.user_id is not null as can_read
    from members
    left join loads on loads.assigned_user_id = members.id
    left join readers on readers.user_id = members.id
    left join team_rotations as t on t.team_id = ${teamId} and t.user_id = members.id
    order by members.id`.execute(db);
  return rows;
}

/** It was an agent's turn. */
export async function noteTurn(db: Transaction, teamId: number, userId: number): Promise<void> {
  await sql`insert into team_rotations (team_id, user_id, turn)
    values (${teamId}, ${userId}, (select coalesce(max(turn), 0) + 1 from team_rotations where team_id = ${teamId}))
    on conflict (team_id, user_id) do update set turn = excluded.turn`.execute(db);
}

/** An agent who has left has no turns any more. */
export async function deleteTurns(db: Transaction, userId: number): Promise<void> {
  await db.deleteFrom('team_rotations').where('user_id', '=', userId).execute();
}
