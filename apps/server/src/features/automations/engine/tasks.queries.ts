import { sql } from 'kysely';
import { jsonText } from '../../../db/json-rows.ts';
import type { Reader, Transaction } from '../../../db/types.ts';
import type { EventFacts } from './load-facts.ts';
import type { RaisingKind } from './raising.ts';

/** Something that happened and waits for the rules. */
export interface Task {
  id: number;
  created_at: Date;
  conversation_id: number;
  kind: RaisingKind;
  message_id: number | null;
  previous: Omit<EventFacts, 'content'>;
  cause_id: number | null;
  ran: number[];
  failures: number;
}

export async function insertTask(
  db: Transaction,
  task: Omit<Task, 'id' | 'created_at' | 'ran' | 'failures'> & { now: Date },
): Promise<void> {
  const { now, previous, ...values } = task;
  await db
    .insertInto('automation_tasks')
    .values({ ...values, previous: jsonText(previous), created_at: now })
    .execute();
}

/** What waits of a conversation, oldest first. */
export async function listTasks(db: Reader, conversationId: number): Promise<Task[]> {
  const rows = await db
    .selectFrom('automation_tasks')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute();
  return rows as unknown as Task[];
}

/** Locks a task until the end of the transaction; undefined once its rules have run. */
export async function lockTask(db: Transaction, id: number): Promise<Task | undefined> {
  const row = await db.selectFrom('automation_tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as unknown as Task | undefined;
}

/** Notes that a rule has acted. */
export async function markRan(db: Transaction, id: number, ruleId: number): Promise<void> {
  await db
    .updateTable('automation_tasks')
    .set({ ran: sql`ran || ${ruleId}::int` })
    .where('id', '=', id)
    .execute();
}

/** Counts a failure of the task itself and answers how many there are. */
export async function countFailure(db: Transaction, id: number): Promise<number> {
  const row = await db
    .updateTable('automation_tasks')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

export async function deleteTask(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('automation_tasks').where('id', '=', id).execute();
}
