import type { AiPrompt } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadPrompts } from './ai.queries.ts';

/** The ways to rewrite a text, by title (wire B 9); what they tell the provider is not shown. */
export async function listPrompts(db: Reader): Promise<AiPrompt[]> {
  return (await loadPrompts(db)).map(wireTimes);
}
