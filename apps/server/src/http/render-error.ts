import { type ErrorEnvelope, errorCodes } from '@bellhop/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import type { LanguagePack } from './texts.ts';
import { errorText } from './texts.ts';

/** The only renderer of errors. Unknown ones are logged with the request id and answered without detail. */
export function renderError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  pack: LanguagePack,
): FastifyReply {
  const known = error instanceof AppError ? error : fromFastify(error);
  if (!known) {
    request.log.error({ err: error, url: request.url.split('?')[0] }, 'request failed');
    return renderError(new AppError('general.internal', { params: { request: request.id } }), request, reply, pack);
  }
  const { status, error_type } = errorCodes[known.code];
  const body: ErrorEnvelope = {
    status: 'error',
    message: errorText(pack, known.code, known.params),
    data: known.data,
    error_type,
    code: known.code,
  };
  return reply.code(status).headers(known.headers).type('application/json; charset=utf-8').send(body);
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
