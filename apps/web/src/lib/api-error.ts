import type { ErrorType } from '@bellhop/contract';
import { t } from './i18n.ts';

/** What every failed call throws: the error shape of specification 3. `message` is for people and already in their language. */
export class ApiError extends Error {
  readonly status = 'error';
  readonly error_type: ErrorType;
  readonly data: unknown;
  /** HTTP status; 0 when no response came. */
  readonly status_code: number;
  /** Bellhop's own dotted code, such as `message.newer_exists`; other servers send none. */
  readonly code: string | undefined;

  constructor(error: {
    message: string;
    error_type?: ErrorType;
    data?: unknown;
    status_code?: number;
    code?: string | undefined;
  }) {
    super(error.message);
    this.name = 'ApiError';
    this.error_type = error.error_type ?? 'GeneralException';
    this.data = error.data ?? null;
    this.status_code = error.status_code ?? 0;
    this.code = error.code;
  }
}

/**
 * Turns a failed response into an ApiError (specification 8, wire A 2.2): the server's object when it has `error_type`,
 * else its message; a body that is no JSON is an unknown error; an empty one counts as no response.
 */
export function errorFromResponse(statusCode: number, text: string): ApiError {
  if (text === '') return noResponse(statusCode);
  const body = parseObject(text);
  const message = typeof body?.message === 'string' && body.message ? body.message : t('errors.client.unknown');
  if (typeof body?.error_type !== 'string') return new ApiError({ message, status_code: statusCode });
  return new ApiError({
    message,
    error_type: body.error_type as ErrorType,
    data: body.data,
    status_code: statusCode,
    code: typeof body.code === 'string' ? body.code : undefined,
  });
}

/** The server was not reached, or did not answer within the time-out. */
export function noResponse(statusCode = 0): ApiError {
  return new ApiError({ message: t('errors.client.no_response'), status_code: statusCode });
}

/** The request could not even be made: its own message, or the catalogue's. */
export function errorFromSetup(cause: unknown): ApiError {
  const message = cause instanceof Error && cause.message ? cause.message : t('errors.client.setup');
  return new ApiError({ message });
}

/** Any thrown thing as an ApiError, for places that show errors. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const message = thrown instanceof Error && thrown.message ? thrown.message : t('errors.client.unknown');
  return new ApiError({ message });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
