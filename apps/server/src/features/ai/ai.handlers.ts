import type { aiRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { completeText } from './complete-text.ts';
import { listPrompts } from './list-prompts.ts';

/** Every AI route and what answers it. */
export function createAiHandlers({ db }: Deps): Handlers<typeof aiRoutes> {
  return {
    'ai.prompts': () => listPrompts(db),
    'ai.complete': ({ body }) => completeText(db, body),
  };
}
