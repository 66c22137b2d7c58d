import { type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type AiPromptRow = Selectable<DB['ai_prompts']>;
/** What of a prompt its form writes. */
export type AiPromptValues = Pick<AiPromptRow, 'title' | 'key' | 'content'>;

/** All prompts by title. */
export async function loadPrompts(db: Reader): Promise<Omit<AiPromptRow, 'content'>[]> {
  return db
    .selectFrom('ai_prompts')
    .select(['id', 'created_at', 'updated_at', 'key', 'title'])
    .orderBy('title')
    .orderBy('id')
    .execute();
}

/** The prompt of a key; undefined when there is none. */
export async function findPrompt(db: Reader, key: string): Promise<AiPromptRow | undefined> {
  return db.selectFrom('ai_prompts').selectAll().where('key', '=', key).executeTakeFirst();
}

export async function findPromptById(db: Reader, id: number): Promise<AiPromptRow | undefined> {
  return db.selectFrom('ai_prompts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a prompt until the end of the transaction; undefined when there is none. */
export async function lockPrompt(db: Transaction, id: number): Promise<AiPromptRow | undefined> {
  return db.selectFrom('ai_prompts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Inserts a prompt; undefined when its key is taken. */
export async function insertPrompt(
  db: Transaction,
  { now, ...values }: AiPromptValues & { now: Date },
): Promise<AiPromptRow | undefined> {
  return db
    .insertInto('ai_prompts')
    .values({ ...values, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes a prompt; undefined when its key is taken by another. */
export async function patchPrompt(
  db: Transaction,
  id: number,
  { now, ...values }: AiPromptValues & { now: Date },
): Promise<AiPromptRow | undefined> {
  return db
    .updateTable('ai_prompts')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select 1 from ai_prompts as other where other.key = ${values.key} and other.id <> ${id})`,
    )
    .returningAll()
    .executeTakeFirst();
}

export async function deletePrompt(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('ai_prompts').where('id', '=', id).execute();
}
