import { type AiCompletion, longestAiText } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { type AiPromptRow, findPrompt } from './ai.queries.ts';
import { askProvider } from './ask-provider.ts';
import { demandProvider } from './provider-settings.ts';
import { maskFor, prepare } from './question.ts';
import { limits, runCounted, untilGone } from './run-question.ts';

/**
 * Rewrites a text by a prompt (wire B 9, behaviour 13.5). Throws ai.text_too_long (413), ai.prompt_not_found (404), ai.no_provider and
 * ai.key_rejected (400), ai.switched_off, what `reserve` and `askProvider` throw.
 */
export async function completeText(deps: Deps, actor: Actor, body: AiCompletion, reply: FastifyReply): Promise<string> {
  const prompt = await demandPrompt(deps.db, body);
  const { provider, settings } = await demandProvider(deps.db, deps);
  if (body.content.trim() === '') return '';
  const { question, mask } = prepare(prompt.content, body.content, maskFor(settings));
  const signal = untilGone(reply);
  const answer = await runCounted(deps, actor, question, (counted) =>
    askProvider(provider, question, { limit_ms: limits.whole_ms, signal, counted }),
  );
  return mask.unmask(answer.text).trim();
}

/** The prompt for a text that is short enough. Throws ai.text_too_long, ai.prompt_not_found. */
export async function demandPrompt(db: Reader, { prompt_key, content }: AiCompletion): Promise<AiPromptRow> {
  if (content.length > longestAiText) throw new AppError('ai.text_too_long', { params: { count: longestAiText } });
  const prompt = await findPrompt(db, prompt_key);
  if (!prompt) throw new AppError('ai.prompt_not_found');
  return prompt;
}
