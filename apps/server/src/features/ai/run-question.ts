import type { FastifyReply } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { type Answer, mostTokens, type Question } from './ask-provider.ts';
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

/** How far an answer has come that comes in pieces. */
export interface Said {
  characters: number;
}

/**
 * Counts a question of an agent, has it answered and writes down what it took. Throws what `reserve` and `run` throw. What is said is neither
 * logged nor kept.
 */
export async function runCounted(
  deps: Pick<Deps, 'work' | 'system' | 'log'>,
  actor: Actor,
  question: Question,
  run: (said: Said) => Promise<Answer>,
): Promise<Answer> {
  const input = estimateTokens(lengthOf(question));
  const reservation = await reserve(deps, actor, input + mostTokens);
  const said: Said = { characters: 0 };
  try {
    const answer = await run(said);
    await reservation.settle({
      input: answer.input_tokens ?? input,
      output: answer.output_tokens ?? estimateTokens(answer.text.length),
      failed: false,
    });
    return answer;
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'general.unavailable';
    // What was refused took nothing; what was broken off took at least what it had said.
    const isRefused = error instanceof AppError && refusals.has(error.code) && said.characters === 0;
    const output = estimateTokens(said.characters);
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
]);
