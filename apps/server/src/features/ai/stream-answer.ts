import type { AiStreamedCompletion } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { loadVisible } from '../conversations/index.ts';
import { completeText } from './complete-text.ts';
import { demandProvider } from './provider-settings.ts';

/** Rewrites a text word by word. Throws as `completeText`. */
export async function streamCompletion(deps: Deps, body: AiStreamedCompletion): Promise<Uint8Array> {
  return Buffer.from(await completeText(deps, body));
}

/** Answers about a conversation. Throws conversation.not_found, ai.no_provider, ai.switched_off. */
export async function streamConversation(deps: Deps, actor: Actor, uuid: string): Promise<Uint8Array> {
  await loadVisible(deps.db, actor, uuid);
  await demandProvider(deps.db, deps);
  throw new AppError('ai.no_provider');
}
