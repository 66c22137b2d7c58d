import { plain } from '../../lib/name-match.ts';

/** A word of the query that the caret stands behind. */
export interface QueryToken {
  from: number;
  to: number;
  /** With its minus and its quote, as far as the caret. */
  text: string;
}

/** What may take the token's place. */
export interface Completion {
  /** What stands in the list. */
  label: string;
  /** What it adds, in words: "Tag", "Written on or after". */
  hint?: string;
  /** What is written in the place of the token. */
  insert: string;
  /** It is complete; otherwise a value follows. */
  isWhole: boolean;
}

/** Values to choose from, by operator. */
export type ValuesByOperator = Readonly<Record<string, readonly string[]>>;

const mostShown = 8;

/** The token that ends at the caret: a blank inside quotes does not end it. */
export function tokenAt(query: string, caret: number): QueryToken {
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at += 1) {
    if (query[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(query[at]!)) from = at + 1;
  }
  return { from, to: caret, text: query.slice(from, caret) };
}

/**
 * What could be meant by a token: an operator by its beginning, or one of an operator's values by a part of it. `hints`
 * explains each operator; its keys are the operators.
 */
export function completionsOf(
  token: string,
  hints: Readonly<Record<string, string>>,
  values: ValuesByOperator,
): readonly Completion[] {
  const [, minus = '', name = '', colon, rest = ''] = /^(-?)([A-Za-z]*)(:?)(.*)$/s.exec(token) ?? [];
  if (!colon) return rest === '' ? operatorsLike(minus, name, hints) : [];
  const wanted = plain(rest.replace(/^"/, ''));
  const known = values[name.toLowerCase()] ?? [];
  const found = known.filter((value) => plain(value).includes(wanted));
  found.sort((a, b) => Number(plain(b).startsWith(wanted)) - Number(plain(a).startsWith(wanted)));
  if (known.some((value) => value === rest)) return [];
  return found.slice(0, mostShown).map((value) => ({
    label: value,
    insert: `${minus}${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', ' ')}"` : value} `,
    isWhole: true,
  }));
}

/** The query with a completion in its token's place, and where the caret stands then. */
export function complete(query: string, { from, to }: QueryToken, { insert }: Completion) {
  const after = query.slice(to).replace(/^[^\s]*\s?/, '');
  return { query: query.slice(0, from) + insert + after, caret: from + insert.length };
}

function operatorsLike(minus: string, name: string, hints: Readonly<Record<string, string>>): readonly Completion[] {
  if (name === '') return [];
  return Object.entries(hints)
    .filter(([operator]) => operator.startsWith(name.toLowerCase()))
    .map(([operator, hint]) => ({
      label: `${minus}${operator}`,
      hint,
      insert: `${minus}${operator}${operator.endsWith(':') ? '' : ' '}`,
      isWhole: !operator.endsWith(':'),
    }));
}
