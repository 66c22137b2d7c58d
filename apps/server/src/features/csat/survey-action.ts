import type { CauseAction, ErrorCode } from '@bellhop/contract';
import { errorText } from '../../http/texts.ts';
import { languagePack } from '../settings/index.ts';

/** The survey in a cause record, planned or sent. */
export const done: CauseAction = { type: 'send_csat', value: [], result: 'done', code: null, error: null };

/** The same, held back. */
export function skipped(code: ErrorCode): CauseAction {
  return { ...done, result: 'skipped', code, error: errorText(languagePack('en').texts, code, {}) };
}
