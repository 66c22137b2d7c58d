import type * as z from 'zod';
import { type TextKey, t } from '../../lib/i18n.ts';

type Issue = z.core.$ZodIssue;

/** Why a value does not fit its schema, in the reader's language; a refinement names its text in `params.key`. */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'custom': {
      const { key, ...named } = (issue.params ?? {}) as { key?: TextKey } & Record<string, string | number>;
      return key ? t(key, named) : issue.message;
    }
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? t('form.error.required')
        : issue.expected === 'number' || issue.expected === 'int'
          ? t('globals.messages.mustBeNumber')
          : t('form.error.invalid');
    case 'invalid_value':
      return t('form.error.choose');
    case 'invalid_format':
      if (issue.format === 'url') return t('form.error.validUrl');
      return issue.format === 'email' ? t('globals.messages.invalidEmailAddress') : t('form.error.invalid');
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    default:
      return t('form.error.invalid');
  }
}

function tooSmall(origin: string, n: number): string {
  if (origin === 'array' || origin === 'set') return t('form.error.fewest', { n }, n);
  if (origin === 'string') return n === 1 ? t('form.error.required') : t('form.error.shortest', { n }, n);
  return t('form.error.least', { n });
}

function tooBig(origin: string, n: number): string {
  if (origin === 'array' || origin === 'set') return t('form.error.most_entries', { n }, n);
  return origin === 'string' ? t('form.error.longest', { n }, n) : t('form.error.most', { n });
}
