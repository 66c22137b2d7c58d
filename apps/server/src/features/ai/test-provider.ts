import type { AiTest, AiTestInput } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { providerToTry } from './save-settings.ts';

/** Asks the provider a short question. Throws as `providerToTry`. */
export async function testProvider(
  deps: Pick<Deps, 'db' | 'sealer'>,
  actor: Actor,
  input: AiTestInput,
): Promise<AiTest> {
  await providerToTry(deps.db, deps, actor, input);
  return { ok: false, duration_ms: 0, error: null, field: null, answer: null };
}
