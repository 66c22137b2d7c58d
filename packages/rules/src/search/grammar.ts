import { timeSpanOf } from '../filter-dates.ts';
import { wordsOf } from './words.ts';

/** Operators whose value is a text. */
const textOperators = [
  'from',
  'to',
  'cc',
  'subject',
  'tag',
  'assignee',
  'team',
  'inbox',
  'status',
  'priority',
  'filename',
  'ref',
] as const;
export type TextOperator = (typeof textOperators)[number];

/** What a term asks for. */
export type SearchCondition =
  /** Words that follow each other; with `is_prefix` the last one may go on. */
  | { kind: 'words'; text: string; is_prefix: boolean }
  | { kind: TextOperator; value: string }
  | { kind: 'has_attachment' }
  /** `at` is in milliseconds since 1970: earlier than it, or not earlier. */
  | { kind: 'before' | 'after'; at: number; value: string };

/** One term as it was typed, and its meaning. */
export interface SearchTerm {
  source: string;
  is_negated: boolean;
  condition: SearchCondition;
}

/** Every clause must hold; of a clause's terms one is enough. */
export interface SearchQuery {
  clauses: SearchTerm[][];
}

const mostTerms = 40;

/**
 * Reads what somebody typed: `word`, `beginning*`, `"a phrase"`, `operator:value`, `operator:"a value"`; `-` before any of them turns it
 * round, `OR` between two lets either be enough and binds closer than the blank. What is no such thing is words: unknown operators,
 * dates that are none, quotes that do not end. No text makes it fail. `zone` is where dates lie.
 */
export function parseSearch(text: string, zone: string): SearchQuery {
  const clauses: SearchTerm[][] = [];
  let isAlternative = false;
  let count = 0;
  for (const token of tokensOf(text)) {
    if (token === 'OR' || token === '|') {
      isAlternative = clauses.length > 0;
      continue;
    }
    const term = termOf(token, zone);
    if (!term) continue;
    if (isAlternative) clauses.at(-1)!.push(term);
    else clauses.push([term]);
    isAlternative = false;
    count += 1;
    if (count >= mostTerms) break;
  }
  return { clauses };
}

/** A quote begins a token or follows an operator's colon; elsewhere it is a sign like others. */
const token = /-?(?:[A-Za-z]+:)?"[^"]*"\*?|\S+/g;

function tokensOf(text: string): string[] {
  return text.replaceAll(/[“”„‟«»]/g, '"').match(token) ?? [];
}

function termOf(source: string, zone: string): SearchTerm | null {
  const isNegated = source.startsWith('-') && source.length > 1;
  const body = isNegated ? source.slice(1) : source;
  const [, name, value] = /^([A-Za-z]+):(.*)$/s.exec(body) ?? [];
  const condition = (name && operatorOf(name.toLowerCase(), unquoted(value!), zone)) || wordsIn(body);
  return condition && { source, is_negated: isNegated, condition };
}

function operatorOf(name: string, value: string, zone: string): SearchCondition | null {
  if (value === '') return null;
  if (name === 'has') return /^attachments?$/i.test(value) ? { kind: 'has_attachment' } : null;
  if (name === 'before' || name === 'after') {
    const span = timeSpanOf(value, zone);
    return span && { kind: name, at: span.from, value };
  }
  const kind = textOperators.find((known) => known === name);
  if (!kind) return null;
  // A number is meant with and without its sign.
  return { kind, value: kind === 'ref' ? value.replace(/^#/, '') : value };
}

function wordsIn(body: string): SearchCondition | null {
  const isPrefix = body.endsWith('*');
  const text = unquoted(isPrefix ? body.slice(0, -1) : body);
  return wordsOf(text).length === 0 ? null : { kind: 'words', text, is_prefix: isPrefix };
}

function unquoted(text: string): string {
  return text.replaceAll('"', ' ').trim();
}
