import { Parser } from 'htmlparser2';

/** Deepest nesting that is read as HTML; browsers stop at about 500, honest mail threads stay far below. */
const deepestNesting = 600;

/**
 * Gives HTML back that every later reader handles in linear time: the same string, or, when its elements nest deeper than
 * any honest mail, its text with all tags removed. Parsers look up open elements, so depth times tags is their cost.
 */
export function limitHtmlDepth(html: string): string {
  return isNestedTooDeep(html) ? html.replaceAll(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;') : html;
}

/** True when the elements nest so deep that HTML readers would take quadratic time. */
export function isNestedTooDeep(html: string): boolean {
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname() {
        depth++;
        if (depth > deepestNesting) throw new TooDeepError();
      },
      onclosetag() {
        depth--;
      },
    },
    { decodeEntities: false },
  );
  try {
    parser.end(html);
    return false;
  } catch (error) {
    if (error instanceof TooDeepError) return true;
    throw error;
  }
}

class TooDeepError extends Error {}
