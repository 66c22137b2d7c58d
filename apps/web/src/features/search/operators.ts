import { type TextKey, t } from '../../lib/i18n.ts';

/** The operators of the search, each with what it asks for. */
const texts: Readonly<Record<string, TextKey>> = {
  'from:': 'search.op.from',
  'to:': 'search.op.to',
  'cc:': 'search.op.cc',
  'subject:': 'search.op.subject',
  'tag:': 'search.op.tag',
  'assignee:': 'search.op.assignee',
  'team:': 'search.op.team',
  'inbox:': 'search.op.inbox',
  'status:': 'search.op.status',
  'priority:': 'search.op.priority',
  'has:attachment': 'search.op.has',
  'filename:': 'search.op.filename',
  'before:': 'search.op.before',
  'after:': 'search.op.after',
  'ref:': 'search.op.ref',
};

/** Operators by their beginning, with their meaning in the reader's language. */
export function operatorHints(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([operator, key]) => [operator, t(key)]));
}

/** Whether a query uses what only the operator search understands. */
export function hasOperators(query: string): boolean {
  const names = Object.keys(texts).map((operator) => operator.replace(/:.*/, ''));
  return new RegExp(`(?:^|\\s)-?(?:(?:${names.join('|')}):\\S|")|(?:^|\\s)-\\S|\\sOR\\s`, 'i').test(query);
}
