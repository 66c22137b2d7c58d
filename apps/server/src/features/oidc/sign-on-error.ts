import type { SignOnProblem } from '@bellhop/contract';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { OutboundError } from '../../lib/outbound.ts';
import { storable } from '../../lib/storable.ts';
import { causes } from './causes.ts';

/** Who is concerned, as far as it is known. */
interface Concerned {
  /** The agent that it would have been. */
  agent?: { id: number; email: string };
  /** The address that the provider vouched for. */
  address?: string;
}

/** Why a sign-on came to nothing: `problem` is for the person, `detail` for the log. */
export class SignOnError extends Error {
  override name = 'SignOnError';
  readonly problem: SignOnProblem;
  readonly concerned: Concerned;
  constructor(problem: SignOnProblem, detail: string, concerned: Concerned = {}, options?: ErrorOptions) {
    super(detail, options);
    this.problem = problem;
    this.concerned = concerned;
  }
}

/** What openid-client says when it may not ask, or no JSON came, or none that it can read. */
const outOfReach = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Translates what asking a provider has thrown. A code that is over or was used is told as any sign-on that took too long. */
export function signOnErrorOf(error: unknown): SignOnError {
  const chain = causes(error);
  const detail = inShort(chain);
  const make = (problem: SignOnProblem) => new SignOnError(problem, detail, {}, { cause: error });
  if (error instanceof AuthorizationResponseError) return make('refused');
  if (error instanceof ResponseBodyError) return make(error.error === 'invalid_grant' ? 'state' : 'refused');
  const code = String((error as { code?: unknown }).code);
  const isAway = outOfReach.has(code) || chain.some((cause) => cause instanceof OutboundError);
  return make(isAway ? 'unreachable' : 'not_verifiable');
}

/** Messages and codes alone: what else such errors carry may be tokens. */
function inShort(chain: readonly unknown[]): string {
  const whole = chain
    .filter((cause) => cause instanceof Error)
    .map((cause) => {
      const { error, error_description } = cause as { error?: unknown; error_description?: unknown };
      const said = [error, error_description].filter((text) => typeof text === 'string');
      return [cause.message, ...said].join(', ');
    })
    .join(': ');
  return storable(whole, 500);
}
