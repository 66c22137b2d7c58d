import { errorCodes } from '@bellhop/contract';
import type { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { errorText } from '../../http/texts.ts';
import { currentLanguagePack } from './current-language.ts';

/** An expected failure as an answer tells of it that is itself a success: one of many, in the server's language. */
export function describeError(db: Reader, error: AppError): { error_type: string; message: string } {
  return {
    error_type: errorCodes[error.code].error_type,
    message: errorText(currentLanguagePack(db), error.code, error.params),
  };
}
