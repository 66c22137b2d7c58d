import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { time } from './primitives.ts';

/** The longest text that may be rewritten at once, in characters (behaviour 13.5). */
export const longestAiText = 20_000;

/** A way to rewrite a text; what it tells the provider stays on the server. */
export const AiPrompt = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  title: z.string(),
  key: z.string(),
});
export type AiPrompt = z.output<typeof AiPrompt>;

/** `content`: the plain text of the editor. Its length is judged by the call itself: 400 means trouble with the key (settled 34). */
export const AiCompletion = z.object({ prompt_key: z.string().max(255), content: z.string() });
export type AiCompletion = z.output<typeof AiCompletion>;

export const aiRoutes = defineRoutes({
  'ai.prompts': {
    method: 'GET',
    path: '/api/v1/ai/prompts',
    access: 'session',
    encoding: 'none',
    output: z.array(AiPrompt),
    summary: 'The ways to rewrite a text, by title',
  },
  'ai.complete': {
    method: 'POST',
    path: '/api/v1/ai/completion',
    access: 'session',
    encoding: 'form',
    body: AiCompletion,
    output: z.string(),
    summary: 'Rewrites a text; 404 for an unknown prompt, 413 for a text that is too long, 400 without a provider',
  },
});
