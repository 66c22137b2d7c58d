import type { aiRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { streamCompletion, streamReply, streamSummary } from './ask-about.ts';
import { readStatus } from './budget.ts';
import { completeText } from './complete-text.ts';
import { getPrompt, listPrompts } from './read-prompts.ts';
import { readUsage } from './read-usage.ts';
import { createPrompt, removePrompt, updatePrompt } from './save-prompt.ts';
import { getAiSettings, setProvider, updateAiSettings } from './save-settings.ts';
import { testProvider } from './test-provider.ts';

/** Every AI route and what answers it. */
export function createAiHandlers(deps: Deps): Handlers<typeof aiRoutes> {
  const { db, work } = deps;
  return {
    'ai.prompts': () => listPrompts(db),
    'ai.prompt': ({ params }) => getPrompt(db, params.id),
    'ai.create_prompt': ({ actor, body }) => work(actor, (uow) => createPrompt(uow, body)),
    'ai.update_prompt': ({ actor, params, body }) => work(actor, (uow) => updatePrompt(uow, params.id, body)),
    'ai.remove_prompt': ({ actor, params }) => work(actor, (uow) => removePrompt(uow, params.id)),
    'ai.complete': ({ actor, body, reply }) => completeText(deps, actor, body, reply),
    'ai.stream_completion': ({ actor, body, reply }) => streamCompletion(deps, actor, body, reply),
    'ai.summarise': ({ actor, params, reply }) => streamSummary(deps, actor, params.uuid, reply),
    'ai.suggest_reply': ({ actor, params, body, reply }) => streamReply(deps, actor, { ...params, ...body }, reply),
    'ai.status': ({ actor }) => readStatus(deps, actor),
    'ai.set_provider': ({ actor, body }) => work(actor, (uow) => setProvider(uow, deps, body)),
    'ai.settings': () => getAiSettings(db, deps),
    'ai.update_settings': ({ actor, body }) => work(actor, (uow) => updateAiSettings(uow, deps, body)),
    'ai.test': ({ actor, body }) => testProvider(deps, actor, body),
    'ai.usage': ({ query }) => readUsage(deps, query),
  };
}
