import type { SecondFactorMethod } from '@bellhop/contract';
import { lazy } from 'react';
import { ApiError } from '../../lib/api.ts';

/** The second step of a sign-in, which few pages need. */
export const SecondStep = lazy(async () => ({ default: (await import('../second-factor/index.ts')).SecondStep }));

/** How a sign-in goes on whose password was right; undefined for a refusal. */
export function methodsAfter(refused: unknown): SecondFactorMethod[] | undefined {
  if (!(refused instanceof ApiError) || refused.code !== 'login.second_factor_needed') return undefined;
  return (refused.data as { methods: SecondFactorMethod[] }).methods;
}
