import type { FilterRow } from '@bellhop/contract';
import type { SearchCondition } from '@bellhop/rules';
import type { ResolvedTerm } from './search-plan.ts';

/** A search as the filter of a view: null when it is empty or some terms can't be one, which are named. */
export interface SearchAsView {
  view_filters: FilterRow[] | null;
  view_blockers: string[];
}

/** Fields of what is compared by row ids. */
const idFields: Partial<Record<SearchCondition['kind'], string>> = {
  assignee: 'assigned_user_id',
  team: 'assigned_team_id',
  inbox: 'inbox_id',
  status: 'status_id',
  priority: 'priority_id',
};

/**
 * Turns clauses into rows. Views know conversations alone: words and what is asked of single messages can't be part of one; `from:`
 * becomes the conversation's contact, times those of the last message.
 */
export function viewOfSearch(clauses: readonly (readonly ResolvedTerm[])[]): SearchAsView {
  const rows: FilterRow[] = [];
  const blockers: string[] = [];
  for (const clause of clauses) {
    const found = clause.length === 1 ? rowsOf(clause[0]!) : rowOfAlternatives(clause);
    if (found) rows.push(...found);
    else blockers.push(clause.map((term) => term.source).join(' OR '));
  }
  return { view_filters: blockers.length > 0 || rows.length === 0 ? null : rows, view_blockers: blockers };
}

function rowsOf(term: ResolvedTerm): FilterRow[] | null {
  const { condition, is_negated: isNegated } = term;
  const equality = isNegated ? 'not equals' : 'equals';
  const containment = isNegated ? 'not contains' : 'contains';
  switch (condition.kind) {
    case 'words':
    case 'to':
    case 'cc':
    case 'has_attachment':
    case 'filename':
      return null;
    case 'from':
      return [row('contacts', /[@.]/.test(condition.value) ? 'email' : 'name', containment, condition.value)];
    case 'subject':
      return [row('conversations', 'subject', containment, condition.value)];
    case 'ref':
      return [row('conversations', 'reference_number', equality, condition.value)];
    case 'tag':
      return [row('conversations', 'tags', equality, term.name ?? condition.value)];
    case 'before':
    case 'after':
      return [timeRow(condition, (condition.kind === 'before') !== isNegated)];
    default:
      return idRows(idFields[condition.kind]!, term.ids ?? [], isNegated);
  }
}

/** `ids` of [0] stand for none. */
function idRows(field: string, ids: readonly number[], isNegated: boolean): FilterRow[] | null {
  if (ids.length === 0) return null;
  if (ids[0] === 0) return [row('conversations', field, isNegated ? 'set' : 'not set', '')];
  if (isNegated) return ids.map((id) => row('conversations', field, 'not equals', String(id)));
  return [anyOf(field, ids.map(String))];
}

/** Alternatives of one kind are one row; rows of different fields must all hold. */
function rowOfAlternatives(clause: readonly ResolvedTerm[]): FilterRow[] | null {
  const { kind } = clause[0]!.condition;
  if (!clause.every((term) => term.condition.kind === kind && !term.is_negated)) return null;
  if (kind === 'tag')
    return [
      anyOf(
        'tags',
        clause.map((term) => term.name ?? typedValue(term)),
      ),
    ];
  if (kind === 'ref') return [anyOf('reference_number', clause.map(typedValue))];
  const field = idFields[kind];
  const ids = clause.flatMap((term) => term.ids ?? []);
  if (!field || ids.length === 0 || ids.includes(0)) return null;
  return [anyOf(field, [...new Set(ids)].map(String))];
}

function typedValue({ condition }: ResolvedTerm): string {
  return 'value' in condition ? condition.value : '';
}

function anyOf(field: string, values: readonly string[]): FilterRow {
  if (values.length === 1) return row('conversations', field, 'equals', values[0]!);
  return row('conversations', field, 'in', JSON.stringify(values));
}

const dayMs = 86_400_000;

/** "Not before a day" is "later than the day before" in the words of a filter; for times it is the millisecond before. */
function timeRow({ at, value }: { at: number; value: string }, isBefore: boolean): FilterRow {
  if (isBefore) return row('conversations', 'last_message_at', 'less than', value);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const before = isDay
    ? new Date(Date.parse(`${value}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
    : new Date(at - 1).toISOString();
  return row('conversations', 'last_message_at', 'greater than', before);
}

function row(model: string, field: string, operator: string, value: string): FilterRow {
  return { model, field, operator, value };
}
