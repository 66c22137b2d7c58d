import type { Refusal } from '@bellhop/contract/refusals';
import { AppError } from './app-error.ts';

/** Refuses a member for what its schema could not see. */
export function refused(field: string, reason: Refusal): AppError {
  return new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}
