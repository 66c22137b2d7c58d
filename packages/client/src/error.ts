import type { ErrorBody, ErrorCode } from './api.gen.ts';

/** What the desk refused, or could not do. Decide by `code`; the message is for people, in the desk's language. */
export class BellhopError extends Error {
  override name = 'BellhopError';
  /** HTTP status. */
  readonly status: number;
  /** What went wrong, in a word that does not change; undefined when something on the way answered instead of the desk. */
  readonly code: ErrorCode | undefined;
  readonly error_type: string | undefined;
  /** More about it; with `input.invalid` the members that are wrong, each with the reason. */
  readonly data: unknown;
  /** By this the server's log knows the request, where the server told it. */
  readonly request_id: string | undefined;
  /** Seconds after which it may be tried again, where the server said so. */
  readonly retry_after: number | undefined;

  constructor(response: Response, body: Partial<ErrorBody> | null) {
    super(body?.message ?? `The answer was ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.code = body?.code;
    this.error_type = body?.error_type;
    this.data = body?.data ?? null;
    this.request_id = response.headers.get('x-request-id') ?? undefined;
    this.retry_after = retryAfter(response) ?? undefined;
  }
}

/** Seconds of a Retry-After header, which may also be a date; null without one. */
export function retryAfter(response: Response): number | null {
  const text = response.headers.get('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}
