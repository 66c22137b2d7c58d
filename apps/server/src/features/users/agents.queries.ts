import type { AvailabilityStatus } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';
import { grantsOfAgent, systemEmail } from './actors.queries.ts';

/** An agent as the wire shows it (wire A 5.1), times still Dates; undefined when there is none. */
export async function findAgent(db: Reader, id: number) {
  return agents(db)
    .where('u.id', '=', id)
    .select([
      'u.id',
      'u.created_at',
      'u.updated_at',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.availability_status',
      'u.phone_number_calling_code',
      'u.phone_number',
      'u.avatar_url',
      'u.enabled',
      'u.last_active_at',
      'u.last_login_at',
      grantsOfAgent.as('grants'),
      sql<{ id: number; name: string; emoji: string | null }[]>`coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name, 'emoji', t.emoji) order by t.name)
        from team_members m join teams t on t.id = m.team_id where m.user_id = u.id), '[]')`.as('teams'),
    ])
    .executeTakeFirst();
}

/** All agents but System and deleted ones, disabled ones included, latest update first (wire A 6.1). */
export async function listCompactAgents(db: Reader) {
  const rows = await agents(db)
    .where('u.email', '<>', systemEmail)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.enabled', 'u.avatar_url', 'u.availability_status'])
    .orderBy('u.updated_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, availability_status: row.availability_status as AvailabilityStatus }));
}

/** Somebody that a conversation can be assigned to. */
export interface AssignableAgent {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  availability_status: AvailabilityStatus;
}

/** An enabled agent that is not System; undefined for anybody else (behaviour 3.4). */
export async function findAssignableAgent(db: Reader, id: number): Promise<AssignableAgent | undefined> {
  const row = await agents(db)
    .where('u.id', '=', id)
    .where('u.enabled', '=', true)
    .where('u.email', '<>', systemEmail)
    .select(['u.id', 'u.first_name', 'u.last_name', emailOfAgent, 'u.availability_status'])
    .executeTakeFirst();
  return row as AssignableAgent | undefined;
}

/** What changing an agent under lock needs. */
export interface LockedAgent {
  id: number;
  updated_at: Date;
  email: string;
  first_name: string;
  last_name: string;
  enabled: boolean;
  password_hash: string | null;
  has_second_factor: boolean;
  availability_status: AvailabilityStatus;
}

/** Locks an agent's row until the end of the transaction; undefined when deleted or no agent. */
export async function lockAgent(db: Transaction, id: number): Promise<LockedAgent | undefined> {
  const row = await agents(db)
    .where('u.id', '=', id)
    .select([
      'u.id',
      'u.updated_at',
      emailOfAgent,
      'u.first_name',
      'u.last_name',
      'u.enabled',
      'u.password_hash',
      'u.has_second_factor',
      'u.availability_status',
    ])
    .forUpdate()
    .executeTakeFirst();
  return row as LockedAgent | undefined;
}

/** Locks the present agents that were silent since `since`, passing over rows that somebody else is changing. */
export async function lockSilentAgents(
  db: Transaction,
  since: Date,
): Promise<{ id: number; availability_status: AvailabilityStatus }[]> {
  const rows = await agents(db)
    .where('u.availability_status', 'in', ['online', 'away'])
    .where((eb) => eb.or([eb('u.last_active_at', 'is', null), eb('u.last_active_at', '<', since)]))
    .select(['u.id', 'u.availability_status'])
    .orderBy('u.id')
    .forUpdate()
    .skipLocked()
    .execute();
  return rows as { id: number; availability_status: AvailabilityStatus }[];
}

/** Writes members of an agent that do not count as an edit: `updated_at`, which orders the lists, stays. */
export async function patchAgent(
  db: Transaction,
  id: number,
  patch: {
    availability_status?: AvailabilityStatus;
    last_active_at?: Date;
    last_login_at?: Date;
    password_hash?: string;
    avatar_url?: string | null;
    has_second_factor?: boolean;
  },
): Promise<void> {
  await db.updateTable('users').set(patch).where('id', '=', id).execute();
}

/** Agents that are not deleted, as a query to be narrowed. */
function agents(db: Reader) {
  return db.selectFrom('users as u').where('u.type', '=', 'agent').where('u.deleted_at', 'is', null);
}

/** Every agent has one. */
const emailOfAgent = sql<string>`u.email`.as('email');
