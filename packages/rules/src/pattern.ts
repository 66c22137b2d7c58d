import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Why a pattern can't be used: in English for callers of the API, and the key of the text that people read in their language. */
export interface PatternProblem {
  reason: string;
  key: string;
  /** The part of the pattern that is meant, where there is one. */
  params?: { part: string };
}

/**
 * Most steps a pattern may have. The time that a text takes is its length by these steps at most, which for 10,000 characters is
 * half a second at worst.
 */
const mostSteps = 2_500;

type Compiled = { pattern: RE2JS } | { problem: PatternProblem };

/** Compiled patterns, the ones used last at the end: they are asked for at each edit. */
const known = new Map<string, Compiled>();
const mostKnown = 200;

/** Why an administrator's pattern can't be used, null when it can. None needs more time than its length by that of the text (decision 0014). */
export function patternProblem(pattern: string): PatternProblem | null {
  const compiled = compile(pattern);
  return 'problem' in compiled ? compiled.problem : null;
}

/**
 * Whether a text has a part that matches an administrator's pattern. One that can't be used is no obstacle: patterns are refused where
 * they are written, and one that was stored before must not keep anybody from their work.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const compiled = compile(pattern);
  return 'problem' in compiled || compiled.pattern.test(text);
}

function compile(pattern: string): Compiled {
  const compiled = known.get(pattern) ?? compileAnew(pattern);
  known.delete(pattern);
  known.set(pattern, compiled);
  if (known.size > mostKnown) known.delete(known.keys().next().value!);
  return compiled;
}

function compileAnew(pattern: string): Compiled {
  const unknown = foreignPart(pattern);
  if (unknown) return { problem: unknown };
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.LOOKBEHINDS);
    if (compiled.programSize() <= mostSteps) return { pattern: compiled };
    return {
      problem: { reason: 'it is too large: repeat less, or fewer things', key: 'form.error.pattern.tooLarge' },
    };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return { problem: syntaxProblem(error.message) };
  }
}

/** What JavaScript's patterns have and no engine can do in linear time. The translation would turn it into something else. */
function foreignPart(pattern: string): PatternProblem | null {
  // Escaped backslashes and classes of characters hide what looks like one.
  const bare = pattern.replace(/\\\\/g, '').replace(/\[(?:\\.|[^\]\\])*\]/g, '');
  const back = /\\(?:[1-9]|k<[^>]*>)/.exec(bare)?.[0];
  if (back) {
    return {
      reason: `it refers back with ${back}, which is not supported`,
      key: 'form.error.pattern.backReference',
      params: { part: back },
    };
  }
  const ahead = /\(\?[=!]/.exec(bare.replace(/\\./g, ''))?.[0];
  if (ahead) {
    return {
      reason: `it looks ahead with ${ahead}, which is not supported`,
      key: 'form.error.pattern.lookAhead',
      params: { part: ahead },
    };
  }
  return null;
}

/** The engine's words are `error parsing regexp: missing closing ): `(``. */
function syntaxProblem(message: string): PatternProblem {
  const part = message.replace(/^error parsing regexp: /, '').replaceAll('`', '');
  return { reason: `it is not a regular expression: ${part}`, key: 'form.error.pattern.syntax', params: { part } };
}
