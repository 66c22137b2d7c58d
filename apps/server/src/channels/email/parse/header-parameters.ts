import { decodeEncodedWords, wordReader } from './encoded-words.ts';

/** A structured header value such as Content-Type: the lower-cased value and its decoded parameters. */
export interface ParameterValue {
  value: string;
  parameters: Map<string, string>;
}

/**
 * Reads `value; name=value; …` with quoted strings, RFC 2231 continuations and charsets, and the RFC 2047 words that many
 * senders put into parameters instead. Extended values (`name*`) win over plain ones, of repeated ones the last; empty ones
 * count as absent.
 */
export function parseParameters(header: string): ParameterValue {
  const { value, params } = wordReader.parseHeaderValue(header.replaceAll(quotedOrComment, '$1'));
  const parameters = new Map<string, string>();
  for (const [name, text] of Object.entries(params)) {
    if (text !== '') parameters.set(name, decodeEncodedWords(text));
  }
  return { value: (value || '').toLowerCase(), parameters };
}

/** libmime takes a comment after a value (RFC 5322 3.2.2) for its end; those inside of quotes are text. */
const quotedOrComment = /("(?:[^"\\]|\\.?)*(?:"|$))|\s\([^()"]*\)(?=\s*(?:;|$))/gs;
