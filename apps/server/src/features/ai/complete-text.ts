import { type AiCompletion, longestAiText } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { findPrompt } from './ai.queries.ts';

/**
 * Rewrites a text by a prompt (wire B 9, behaviour 13.5). No provider can be set up yet, so it ends with what the contract answers
 * without one. Throws ai.text_too_long (413), ai.prompt_not_found (404), ai.no_provider (400).
 */
export async function completeText(db: Reader, { prompt_key, content }: AiCompletion): Promise<string> {
  if (content.length > longestAiText) throw new AppError('ai.text_too_long', { params: { count: longestAiText } });
  const prompt = await findPrompt(db, prompt_key);
  if (!prompt) throw new AppError('ai.prompt_not_found');
  throw new AppError('ai.no_provider');
}
