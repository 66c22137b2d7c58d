import type { Phrase, SearchTerm, Viewer } from '@bellhop/rules';
import type { RawBuilder, SqlBool } from 'kysely';

/** A test of a row of `message_search` under the given name; it may look at `conversations`, too. */
export type MessageTest = (name: string) => RawBuilder<SqlBool>;

/** A clause about words, as text of a `tsquery`. */
export interface WordClause {
  query: string;
  /** Whether an index can begin with it: something has to be there. */
  is_positive: boolean;
  /** Looks through all words with a beginning; for a common one that is long. */
  has_prefix: boolean;
}

/** A search that is ready to run: everything must hold. */
export interface SearchPlan {
  viewer: Viewer;
  words: readonly WordClause[];
  message_tests: readonly MessageTest[];
  conversation_tests: readonly RawBuilder<SqlBool>[];
  /** Whether results are messages; else they are conversations by their last message. */
  is_about_messages: boolean;
  /** The messages that alone come into question, where a term lists them. */
  message_ids: readonly number[] | null;
  /** Milliseconds since 1970 outside of which no message is looked for; null is no bound. */
  since: number | null;
  until: number | null;
  /** Nothing can be found. */
  is_empty: boolean;
}

/** What is marked in the texts of a result. */
export interface Highlights {
  text: readonly Phrase[];
  subject: readonly Phrase[];
}

/** A term with the rows that its value means, for a view. */
export interface ResolvedTerm extends SearchTerm {
  /** Ids of agents, teams, inboxes, statuses, priorities or contacts, by the kind; null where there are none to resolve. */
  ids: readonly number[] | null;
  /** A tag's name as it is stored. */
  name?: string;
}

/** A term, a phrase or an operator's value as text inside a `tsquery` or `tsvector`. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** The phrase as text of a `tsquery`; with a weight only where words of that weight stand. */
export function phraseQuery({ words, is_prefix }: Phrase, weight = ''): string {
  const parts = words.map((word, index) => {
    const label = `${is_prefix && index === words.length - 1 ? '*' : ''}${weight}`;
    return label ? `${quoteLexeme(word)}:${label}` : quoteLexeme(word);
  });
  return parts.length === 1 ? parts[0]! : `(${parts.join(' <-> ')})`;
}
