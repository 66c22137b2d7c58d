import type { Selectable } from 'kysely';
import type { DB, Reader } from '../../db/types.ts';

export type AiPromptRow = Selectable<DB['ai_prompts']>;

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
