import type { Selectable } from 'kysely';
import type { DB, Reader, Transaction } from '../db/types.ts';
import { agents, tags, teams } from './people.ts';

/** Ids of the sample desk's people and places. */
export interface DemoPeople {
  agents: { id: number }[];
  teams: { id: number; name: string }[];
  admin_id: number;
  inbox_id: number;
}

/** Inserts the sample agents (without passwords: nobody signs in as them), teams and tags. */
export async function insertDemoPeople(db: Transaction, now: Date): Promise<DemoPeople> {
  const teamRows = await db
    .insertInto('teams')
    .values([...teams])
    .returning(['id', 'name'])
    .execute();
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'Agent').executeTakeFirstOrThrow();
  const agentRows: { id: number }[] = [];
  for (const { teams: memberOf, ...agent } of agents) {
    const row = await db
      .insertInto('users')
      .values({ ...agent, type: 'agent', email: `${agent.first_name}@bellhop.local`.toLowerCase(), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('user_roles').values({ user_id: row.id, role_id: role.id }).execute();
    for (const team of teamRows.filter(({ name }) => (memberOf as readonly string[]).includes(name))) {
      await db.insertInto('team_members').values({ team_id: team.id, user_id: row.id }).execute();
    }
    agentRows.push(row);
  }
  await db
    .insertInto('tags')
    .values(tags.map((name) => ({ name })))
    .execute();
  const admin = await db
    .updateTable('users')
    .set({ first_name: 'Robin', last_name: 'Castellan', created_at: now })
    .where('type', '=', 'agent')
    .where('email', 'not in', ['System', ...agents.map((agent) => `${agent.first_name}@bellhop.local`.toLowerCase())])
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const team of teamRows)
    await db.insertInto('team_members').values({ team_id: team.id, user_id: admin.id }).execute();
  const inbox = await db.selectFrom('inboxes').select('id').where('deleted_at', 'is', null).executeTakeFirstOrThrow();
  return { agents: agentRows, teams: teamRows, admin_id: admin.id, inbox_id: inbox.id };
}

/** The conversation that was begun last. */
export async function latestConversation(db: Reader): Promise<string> {
  const row = await db
    .selectFrom('conversations')
    .select('uuid')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.uuid;
}

/** Message-ID of a conversation's newest mail, which an answer refers to. */
export async function lastIncomingId(db: Reader, uuid: string): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('messages.source_id')
    .where('conversations.uuid', '=', uuid)
    .where('messages.source_id', 'is not', null)
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.source_id ?? null;
}

/** Ids of the SLA policies by name. */
export async function findPolicyIds(db: Reader): Promise<Map<string, number>> {
  const rows = await db.selectFrom('sla_policies').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** From now on a policy is applied to what a team is assigned. */
export async function letTeamsPromise(db: Transaction, team: string, policyId: number): Promise<void> {
  await db.updateTable('teams').set({ sla_policy_id: policyId }).where('name', '=', team).execute();
}

/** Whoever writes to an inbox is asked how the help was. */
export async function switchSurveysOn(db: Transaction, inboxId: number): Promise<void> {
  await db.updateTable('inboxes').set({ csat_enabled: true }).where('id', '=', inboxId).execute();
}

/** The survey of a conversation; undefined when its customer was never asked. */
export async function findSurvey(db: Reader, uuid: string): Promise<Selectable<DB['csat_responses']> | undefined> {
  return db
    .selectFrom('csat_responses')
    .innerJoin('conversations', 'conversations.id', 'csat_responses.conversation_id')
    .selectAll('csat_responses')
    .where('conversations.uuid', '=', uuid)
    .executeTakeFirst();
}
