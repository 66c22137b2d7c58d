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

/** An instruction and what it is about; what is masked gets a word about placeholders. */
export function prepare(instruction: string, content: string, mask: PreparedQuestion['mask']): PreparedQuestion {
  const masked = mask.mask(content);
  const system = masked === content ? instruction : `${instruction}\n\n${aboutPlaceholders}`;
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

export function lengthOf(question: Question): number {
  return question.reduce((sum, { content }) => sum + content.length, 0);
}
