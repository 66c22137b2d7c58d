import { AppError } from '../core/app-error.ts';

/** Deeper than any body of the contract by far; whoever walks what was read with recursion must not overflow. */
const deepest = 100;
/** Values of one body, whatever they are: what ten megabytes of brackets would become costs a hundred times their memory. */
const mostValues = 100_000;

/**
 * Reads a JSON body; an empty one is none. Half a surrogate pair becomes U+FFFD. Throws `input.undecodable` for what is no JSON, is
 * nested too deep or holds too many values, the last two before anything is built.
 */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined;
  const reason = tooMuchIn(text);
  if (reason) throw new AppError('input.undecodable', { params: { reason } });
  try {
    return JSON.parse(text, surrogateEscape.test(text) ? wellFormed : undefined);
  } catch (error) {
    throw new AppError('input.undecodable', { params: { reason: (error as Error).message } });
  }
}

/** One look at each character; what is no JSON at all may pass. */
function tooMuchIn(text: string): string | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfText(text, at);
        break;
      case '[':
      case '{':
        depth++;
        values++;
        break;
      case ']':
      case '}':
        depth--;
        break;
      case ',':
        values++;
        break;
    }
    if (depth > deepest) return 'it is nested too deep';
    if (values > mostValues) return 'it holds too many values';
  }
  return null;
}

/** Where the text that opens at `from` closes. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

/** Half of a surrogate pair can only come as an escape, and PostgreSQL refuses it in JSON. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
