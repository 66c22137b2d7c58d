import type { FastifyReply } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { type Answer, type Counted, mostTokens, mostTokensOfThinkers, type Question } from './ask-provider.ts';
import { reserve } from './budget.ts';
import { estimateTokens, lengthOf } from './question.ts';

/** Time that answers may take, in milliseconds. */
export interface Limits {
  /** Answered within 9 s, the way there and back included (settled question 34). */
  whole_ms: number;
  stream_ms: number;
}
export const limits: Limits = { whole_ms: 8_500, stream_ms: 58_000 };

/** Ends when whoever asked is gone. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  raw.once('close', () => controller.abort(new AppError('general.unavailable')));
  if (raw.destroyed) controller.abort(new AppError('general.unavailable'));
  return controller.signal;
}

/**
 * Counts a question of an agent, has it answered and writes down what it took. Throws what `reserve` and `run` throw. What is said is neither
 * logged nor kept.
 */
export async function runCounted(
  deps: Pick<Deps, 'work' | 'system' | 'log'>,
  actor: Actor,
  question: Question,
  run: (counted: Counted) => Promise<Answer>,
): Promise<Answer> {
  const input = estimateTokens(lengthOf(question));
  const reservation = await reserve(deps, actor, input + mostTokens);
  const { widen } = reservation;
  const counted: Counted = { hasBegun: false, said: 0, told: null, thinksSince: null, widen };
  try {
    const answer = await run(counted);
    await reservation.settle({
      input: answer.input_tokens ?? input,
      output: answer.output_tokens ?? estimateTokens(Math.max(answer.text.length, counted.said)),
      failed: false,
    });
    return answer;
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'general.unavailable';
    const isRefused = error instanceof AppError && refusals.has(error.code) && !counted.hasBegun;
    const took = isRefused ? { input: 0, output: 0 } : brokenOff(counted, input);
    await reservation.settle({ ...took, failed: !isGone });
    if (error instanceof AppError && !isGone) {
      deps.log.warn(
        { code: error.code, reason: error.params.reason, agent_id: actor.id },
        'the AI provider gave no answer',
      );
    }
    throw error;
  }
}

/**
 * What an answer took that was broken off: what the provider told, else at least what was said. Of a model that was still thinking by itself nothing
 * is known but the time that it had.
 */
function brokenOff({ said, told, thinksSince }: Counted, input: number): { input: number; output: number } {
  const isSilent = said === 0 && thinksSince !== null;
  const thought = isSilent ? Math.ceil(((performance.now() - thinksSince) / 1000) * thoughtsPerSecond) : 0;
  const estimate = estimateTokens(said) + Math.min(mostTokensOfThinkers, thought);
  return { input: told?.input_tokens ?? input, output: told?.output_tokens || estimate };
}

/** Tokens that a model thinks in a second: what large ones of today do, roughly. */
const thoughtsPerSecond = 60;

/** Before their answer has begun, these took nothing. */
const refusals: ReadonlySet<string> = new Set([
  'ai.key_rejected',
  'ai.unreachable',
  'ai.provider_busy',
  'ai.provider_failed',
  // The way in which it would have had to be asked takes more than is left.
  'ai.agent_budget_spent',
  'ai.desk_budget_spent',
]);
