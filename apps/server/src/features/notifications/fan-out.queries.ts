import type { NotificationEvent, NotificationScope } from '@bellhop/contract';
import type { NotificationChoice } from '@bellhop/rules';
import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { selectActors, systemEmail } from '../users/index.ts';

/** More agents than this are not told of one event. */
const most = 1000;

/** Scopes of an event that have a channel on for agents who chose nothing. */
export interface Occasion {
  event: NotificationEvent;
  conversation_id: number | null;
  /** Whom the event itself names. */
  named: readonly number[];
  /** Whose own act it is: they are not told. */
  not: number | null;
  /** The assigned agent is told without having asked. */
  tells_assignee: boolean;
}

/** Whether any agent has asked for an event in any scope; one look at the beginning of an index. */
export async function isAskedFor(db: Reader, event: NotificationEvent): Promise<boolean> {
  const row = await db
    .selectFrom('notification_choices')
    .select('agent_id')
    .where('event', '=', event)
    .where('is_on', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The enabled agents whom an event may interest, with what they chose, and how its conversation concerns them: one query whatever the number
 * of agents, which reads only those whom the event names and those who asked for such events.
 */
export function listInterested(db: Reader, { event, conversation_id, named, not, tells_assignee }: Occasion) {
  const asked = sql<number>`
    select unnest(${[...named]}::int[])
    union all select c.assigned_user_id from conversations c where c.id = ${conversation_id} and ${tells_assignee}
    union all select p.agent_id from notification_choices p join conversations c on c.id = ${conversation_id}
      where p.event = ${event} and p.is_on and case p.scope
        when 'mine' then p.agent_id = c.assigned_user_id
        when 'my_teams' then exists (select 1 from team_members m
          where m.team_id = c.assigned_team_id and m.user_id = p.agent_id)
        when 'unassigned' then c.assigned_user_id is null and c.assigned_team_id is null
        when 'taking_part' then ${takesPart(sql`p.agent_id`, sql`c.id`)}
        else p.scope = 'all' end`;
  return selectActors(db)
    .leftJoin('conversations as c', (join) => join.on('c.id', '=', conversation_id))
    .where(sql<boolean>`u.id in (${asked})`)
    .where('u.enabled', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('u.email', '<>', systemEmail)
    .$if(not !== null, (query) => query.where('u.id', '<>', not))
    .select([
      'c.assigned_user_id',
      'c.assigned_team_id',
      takesPart(sql`u.id`, sql`c.id`).as('takes_part'),
      sql<boolean>`exists (select 1 from push_subscriptions s where s.user_id = u.id)`.as('has_browser'),
      sql<NotificationChoice[]>`coalesce((select json_agg(json_build_object('event', p.event, 'scope', p.scope,
        'channel', p.channel, 'is_on', p.is_on)) from notification_choices p where p.agent_id = u.id and p.event = ${event}), '[]')`.as(
        'choices',
      ),
    ])
    .orderBy('u.id')
    .limit(most)
    .execute();
}
export type InterestedRow = Awaited<ReturnType<typeof listInterested>>[number];

/** Wrote in the thread, or was called in one of its notes. */
function takesPart(agent: ReturnType<typeof sql>, conversation: ReturnType<typeof sql>) {
  return sql<boolean>`(exists (select 1 from conversation_participants cp
      where cp.conversation_id = ${conversation} and cp.user_id = ${agent})
    or exists (select 1 from notifications told
      where told.conversation_id = ${conversation} and told.agent_id = ${agent} and told.kind = 'mention'))`;
}

/** Scopes in which a conversation concerns an agent. */
export function scopesOf(row: InterestedRow): Set<NotificationScope> {
  const { assigned_user_id: user, assigned_team_id: team } = row;
  const scopes = new Set<NotificationScope>(['all']);
  if (user === row.id) scopes.add('mine');
  if (team !== null && row.team_ids.includes(team)) scopes.add('my_teams');
  if (user === null && team === null) scopes.add('unassigned');
  if (row.takes_part) scopes.add('taking_part');
  return scopes;
}
