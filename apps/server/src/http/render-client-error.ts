import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorEnvelope, errorCodes } from '@bellhop/contract';
import { rawAnswer } from './raw-answer.ts';
import { errorText, type LanguagePack } from './texts.ts';

/** Status lines and texts of what breaks HTTP itself, by Node's code; everything else is simply unreadable. */
const known: Record<string, { line: string; code: ErrorCode; reason: string }> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', code: 'general.body_too_large', reason: '' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'input.undecodable', reason: 'it took too long' },
};
const unreadable = { line: '400 Bad Request', code: 'input.undecodable', reason: 'it is no HTTP' } as const;

/** Answers with the envelope where there is no request yet: clients read every error as one (wire A 2.2). */
export function renderClientError(error: NodeJS.ErrnoException, socket: Socket, pack: LanguagePack): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { line, code, reason } = known[error.code ?? ''] ?? unreadable;
  const { error_type } = errorCodes[code];
  const envelope: ErrorEnvelope = {
    status: 'error',
    message: errorText(pack, code, { reason }),
    data: null,
    error_type,
    code,
  };
  if (socket.writable) socket.write(rawAnswer(line, envelope));
  socket.destroy(error);
}
