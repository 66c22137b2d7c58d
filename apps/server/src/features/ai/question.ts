import { maskPersonalData, type PersonalDataMask } from '@bellhop/rules';
import type { Question } from './ask-provider.ts';

/** A question with what puts its answer back into the words of the desk. */
export interface PreparedQuestion {
  question: Question;
  mask: Pick<PersonalDataMask, 'mask' | 'unmask'>;
}

/** Masks nothing. */
const openMask: PreparedQuestion['mask'] = { mask: (text) => text, unmask: (text) => text };

/** The mask that the settings want. */
export function maskFor(
  settings: { masks_personal_data: boolean },
  names: readonly string[] = [],
): PreparedQuestion['mask'] {
  return settings.masks_personal_data ? maskPersonalData(names) : openMask;
}

const aboutPlaceholders =
  'Words such as [EMAIL_1] or [NAME_2] are placeholders. Where the answer needs one, repeat it exactly as it stands, brackets included.';

/**
 * An instruction and what it is about; what is masked gets a word about placeholders. Of an object each text is masked before it becomes JSON,
 * where the sign for a new line ends with a letter, right before the name or address that begins the line.
 */
export function prepare(
  instruction: string,
  content: string | object,
  mask: PreparedQuestion['mask'],
): PreparedQuestion {
  const written = (of: (text: string) => string) =>
    typeof content === 'string'
      ? of(content)
      : JSON.stringify(content, (_name, value: unknown) => (typeof value === 'string' ? of(value) : value));
  const masked = written(mask.mask);
  const system = masked === written((text) => text) ? instruction : `${instruction}\n\n${aboutPlaceholders}`;
  return {
    question: [
      { role: 'system', content: system },
      { role: 'user', content: masked },
    ],
    mask,
  };
}

/** How many tokens a text takes, roughly: a token is seldom shorter than two and a half characters of any language. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 2.5);
}

/** In characters. */
export function lengthOf(question: Question): number {
  return question.reduce((sum, { content }) => sum + content.length, 0);
}
