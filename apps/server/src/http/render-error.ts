import { type ErrorEnvelope, errorCodes } from '@bellhop/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { NoConnection } from '../db/named-statements.ts';
import { isStorageFailure } from '../lib/storage.ts';
import type { LanguagePack } from './texts.ts';
import { errorText } from './texts.ts';

/**
 * The only renderer of errors. Each is logged with the request's id: unknown ones, which are answered without detail, as errors; known ones
 * that are the desk's fault as warnings, and the callers' own only where everything is logged.
 */
export function renderError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  pack: LanguagePack,
): FastifyReply {
  const known = error instanceof AppError ? error : (fromFastify(error) ?? fromStorage(error) ?? fromDatabase(error));
  const request_id = request.id;
  if (!known) {
    request.log.error({ request_id, err: error, url: request.url.split('?')[0] }, 'request failed');
    return answer(new AppError('general.internal', { params: { request: request_id } }), reply, pack);
  }
  const { code } = known;
  const { status } = errorCodes[code];
  const route = request.routeOptions?.url ?? 'none';
  if (status >= 500) request.log.warn({ request_id, code, route, err: known.cause ?? known }, 'request was not served');
  else request.log.debug({ request_id, code, route, status }, 'request was refused');
  return answer(known, reply, pack);
}

function answer(error: AppError, reply: FastifyReply, pack: LanguagePack): FastifyReply {
  const { status, error_type } = errorCodes[error.code];
  const body: ErrorEnvelope = {
    status: 'error',
    message: errorText(pack, error.code, error.params),
    data: error.data,
    error_type,
    code: error.code,
  };
  return reply.code(status).headers(error.headers).type('application/json; charset=utf-8').send(body);
}

/** What an operator can mend, and not the caller. */
function fromStorage(error: unknown): AppError | null {
  if (!isStorageFailure(error)) return null;
  return new AppError('general.storage_unavailable', { cause: error });
}

/** Nothing was done yet, and a moment later, or at another process, it may be. */
function fromDatabase(error: unknown): AppError | null {
  return error instanceof NoConnection ? new AppError('general.unavailable', { cause: error }) : null;
}

/** Errors that the web server raises itself, by its codes. */
function fromFastify(error: unknown): AppError | null {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413) {
    return new AppError('general.body_too_large');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('input.undecodable', { params: { reason: (error as Error).message } });
  }
  return null;
}
