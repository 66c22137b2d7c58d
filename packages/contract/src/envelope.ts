import type { ErrorType } from './errors.ts';

/** Success envelope (wire A 2.1). */
export interface SuccessEnvelope<T> {
  status: 'success';
  data: T;
}

/** Error envelope (wire A 2.2); `code` and `field` are Bellhop's additions. */
export interface ErrorEnvelope {
  status: 'error';
  message: string;
  data: unknown;
  error_type: ErrorType;
  code?: string;
}
