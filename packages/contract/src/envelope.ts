import type { ErrorType, WarningCode } from './errors.ts';

/** Success envelope (wire A 2.1); `warnings` is Bellhop's addition and there only when there are any. */
export interface SuccessEnvelope<T> {
  status: 'success';
  data: T;
  warnings?: { code: WarningCode; message: string }[];
}

/** Error envelope (wire A 2.2); `code` and `field` are Bellhop's additions. */
export interface ErrorEnvelope {
  status: 'error';
  message: string;
  data: unknown;
  error_type: ErrorType;
  code?: string;
}
