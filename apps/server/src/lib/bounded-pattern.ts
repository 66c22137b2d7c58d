import { createContext, Script } from 'node:vm';

/** Far more than any sensible pattern needs for 10,000 characters. */
const limitMs = 50;
const script = new Script('new RegExp(pattern).test(text)');

/**
 * Whether a text matches an administrator's pattern. Patterns may take exponential time for texts made for it, and nothing else of the
 * process runs meanwhile: whatever takes longer than 50 ms does not match. A pattern that is none is no obstacle.
 */
export function matchesWithin(pattern: string, text: string): boolean {
  try {
    return script.runInContext(createContext({ pattern, text }), { timeout: limitMs }) === true;
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string };
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    if (name === 'SyntaxError') return true;
    throw error;
  }
}
