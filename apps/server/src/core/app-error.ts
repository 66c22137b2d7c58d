import type { ErrorCode } from '@bellhop/contract';

/**
 * An expected outcome that the caller must hear of. `params` fill the placeholders of the text `errors.<code>`; `data` goes into
 * the envelope; `headers` are set on the answer. Everything else that is thrown is a bug and answered as GeneralException.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly data: unknown;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: {
      params?: Record<string, string | number>;
      data?: unknown;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
    this.data = options.data ?? null;
    this.headers = options.headers ?? {};
  }
}
