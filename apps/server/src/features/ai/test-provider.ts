import { performance } from 'node:perf_hooks';
import type { AiTest, AiTestInput } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { describeError } from '../settings/index.ts';
import { askProvider } from './ask-provider.ts';
import { limits } from './run-question.ts';
import { providerToTry } from './save-settings.ts';

const question = [{ role: 'user', content: 'Answer with the single word "ready".' }] as const;

/** Asks the provider a short question, about nobody. Throws as `providerToTry`. */
export async function testProvider(
  deps: Pick<Deps, 'db' | 'sealer'>,
  actor: Actor,
  input: AiTestInput,
): Promise<AiTest> {
  const provider = await providerToTry(deps.db, deps, actor, input);
  const begun = performance.now();
  const done = (outcome: Pick<AiTest, 'error' | 'field' | 'answer'>): AiTest => ({
    ok: outcome.error === null,
    duration_ms: Math.round(performance.now() - begun),
    ...outcome,
  });
  try {
    const { text } = await askProvider(provider, question, { limit_ms: limits.whole_ms, max_tokens: 16 });
    return done({ error: null, field: null, answer: text.trim().slice(0, 200) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return done({ error: describeError(deps.db, error).message, field: fieldOf(error), answer: null });
  }
}

/** A model that there is not is answered with 404. */
function fieldOf({ code, params }: AppError): AiTest['field'] {
  if (code === 'ai.key_rejected') return 'api_key';
  if (code === 'ai.unreachable' || code === 'ai.too_slow') return 'base_url';
  return String(params.reason).endsWith(' 404') ? 'model' : null;
}
