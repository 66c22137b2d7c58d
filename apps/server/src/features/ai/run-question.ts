import type { FastifyReply } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { type Answer, mostTokens, type Question } from './ask-provider.ts';
import { type Reservation, reserve } from './budget.ts';
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

/** What goes on between a question and its count. */
export interface Counted {
  /** How far an answer has come that comes in pieces, in characters. */
  said: number;
  widen: Reservation['widen'];
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
  const counted: Counted = { said: 0, widen: reservation.widen };
  try {
    const answer = await run(counted);
    await reservation.settle({
      input: answer.input_tokens ?? input,
      output: answer.output_tokens ?? estimateTokens(answer.text.length),
      failed: false,
    });
    return answer;
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'general.unavailable';
    // What was refused took nothing; what was broken off took at least what it had said.
    const isRefused = error instanceof AppError && refusals.has(error.code) && counted.said === 0;
    const output = estimateTokens(counted.said);
    await reservation.settle({ ...(isRefused ? { input: 0, output: 0 } : { input, output }), failed: !isGone });
    if (error instanceof AppError && !isGone) {
      deps.log.warn(
        { code: error.code, reason: error.params.reason, agent_id: actor.id },
        'the AI provider gave no answer',
      );
    }
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set([
  'ai.key_rejected',
  'ai.unreachable',
  'ai.provider_busy',
  'ai.provider_failed',
  // The way in which it would have had to be asked takes more than is left.
  'ai.agent_budget_spent',
  'ai.desk_budget_spent',
]);
