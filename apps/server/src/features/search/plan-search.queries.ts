import { phraseOf, type SearchQuery, type Viewer } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { isAboutMessages, type Meaning, resolveTerm } from './resolve-term.queries.ts';
import type { Highlights, MessageTest, ResolvedTerm, SearchPlan, WordClause } from './search-plan.ts';

/** A search ready to run, with what it is made of. */
export interface PlannedSearch {
  plan: SearchPlan;
  clauses: ResolvedTerm[][];
  highlights: Highlights;
}

type Found = ResolvedTerm & { meaning: Meaning };

/** Looks up the names in a query and makes a plan of it; null when `deadline` (milliseconds since 1970) comes before the last name. */
export async function planSearch(
  db: Reader,
  viewer: Viewer,
  query: SearchQuery,
  deadline: number,
): Promise<PlannedSearch | null> {
  const isOnMessages = query.clauses.flat().some(isAboutMessages);
  const clauses: Found[][] = [];
  for (const clause of query.clauses) {
    const terms: Found[] = [];
    for (const term of clause) {
      if (Date.now() > deadline) return null;
      terms.push(await resolveTerm(db, viewer, term, isOnMessages));
    }
    clauses.push(terms);
  }
  const words: WordClause[] = [];
  const messageTests: MessageTest[] = [];
  const conversationTests: RawBuilder<SqlBool>[] = [];
  let isEmpty = clauses.length === 0;
  for (const clause of clauses) {
    if (clause.some(({ is_negated, meaning }) => meaning.kind === 'never' && is_negated)) continue;
    const terms = clause.filter(({ meaning }) => meaning.kind !== 'never');
    if (terms.length === 0) isEmpty = true;
    else if (terms.every(({ meaning }) => meaning.kind === 'words')) words.push(wordClause(terms));
    else if (terms.every(({ meaning }) => meaning.kind === 'conversation')) {
      conversationTests.push(testOf(terms, 'conversations'));
    } else messageTests.push((name) => testOf(terms, name));
  }
  return {
    plan: {
      viewer,
      words,
      message_tests: messageTests,
      conversation_tests: conversationTests,
      is_about_messages: isOnMessages,
      message_ids: listedIds(clauses),
      since: boundOf(clauses, 'after'),
      until: boundOf(clauses, 'before'),
      is_empty: isEmpty,
    },
    clauses,
    highlights: highlightsOf(clauses.flat()),
  };
}

function wordClause(terms: readonly Found[]): WordClause {
  const parts = terms.map(({ meaning, is_negated }) =>
    meaning.kind === 'words' ? `${is_negated ? '!' : ''}(${meaning.query})` : '',
  );
  return {
    query: `(${parts.join(' | ')})`,
    is_positive: terms.every((term) => !term.is_negated),
    has_prefix: terms.some(({ meaning }) => meaning.kind === 'words' && meaning.has_prefix),
  };
}

function testOf(terms: readonly Found[], name: string): RawBuilder<SqlBool> {
  const tests = terms.map(({ meaning, is_negated }) => {
    const test = single(meaning, name);
    return is_negated ? sql`(${test}) is not true` : sql`(${test})`;
  });
  return sql`(${sql.join(tests, sql` or `)})`;
}

function single(meaning: Meaning, name: string): RawBuilder<SqlBool> {
  switch (meaning.kind) {
    case 'words':
      return sql`${sql.ref(`${name}.words`)} @@ ${meaning.query}::tsquery`;
    case 'message':
      return meaning.test(name);
    case 'conversation':
      return meaning.test;
    case 'never':
      return sql`false`;
  }
}

/** The time that a clause of its own sets. */
function boundOf(clauses: readonly Found[][], kind: 'before' | 'after'): number | null {
  const times = clauses.flatMap((clause) => {
    const [term] = clause;
    const isAlone = clause.length === 1 && !term!.is_negated;
    return isAlone && term!.condition.kind === kind ? [term!.condition.at] : [];
  });
  if (times.length === 0) return null;
  return kind === 'before' ? Math.min(...times) : Math.max(...times);
}

function listedIds(clauses: readonly Found[][]): readonly number[] | null {
  for (const clause of clauses) {
    const [term] = clause;
    if (clause.length === 1 && !term!.is_negated && term!.meaning.kind === 'message' && term!.meaning.ids) {
      return term!.meaning.ids;
    }
  }
  return null;
}

function highlightsOf(terms: readonly Found[]): Highlights {
  const phrasesOf = (kind: 'words' | 'subject') =>
    terms.flatMap(({ condition, is_negated }) => {
      if (is_negated || condition.kind !== kind) return [];
      const phrase =
        condition.kind === 'words' ? phraseOf(condition.text, condition.is_prefix) : phraseOf(condition.value, true);
      return phrase ?? [];
    });
  const text = phrasesOf('words');
  return { text, subject: [...text, ...phrasesOf('subject')] };
}
