import type { AiPrompt, AiPromptDetail } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findPromptById, loadPrompts } from './ai.queries.ts';

/** The ways to rewrite a text, by title (wire B 9); what they tell the provider is not shown. */
export async function listPrompts(db: Reader): Promise<AiPrompt[]> {
  return (await loadPrompts(db)).map(wireTimes);
}

/** One of them with its instruction. Throws ai.prompt_not_found. */
export async function getPrompt(db: Reader, id: number): Promise<AiPromptDetail> {
  const row = await findPromptById(db, id);
  if (!row) throw new AppError('ai.prompt_not_found');
  return wireTimes(row);
}
