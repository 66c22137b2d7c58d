import { type AiCompletion, longestAiText } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { findPrompt } from './ai.queries.ts';
import { demandProvider } from './provider-settings.ts';

/**
 * Rewrites a text by a prompt (wire B 9, behaviour 13.5). Throws ai.text_too_long (413), ai.prompt_not_found (404), ai.no_provider (400),
 * ai.switched_off.
 */
export async function completeText(
  deps: Pick<Deps, 'db' | 'sealer'>,
  { prompt_key, content }: AiCompletion,
): Promise<string> {
  if (content.length > longestAiText) throw new AppError('ai.text_too_long', { params: { count: longestAiText } });
  const prompt = await findPrompt(deps.db, prompt_key);
  if (!prompt) throw new AppError('ai.prompt_not_found');
  await demandProvider(deps.db, deps);
  throw new AppError('ai.no_provider');
}
