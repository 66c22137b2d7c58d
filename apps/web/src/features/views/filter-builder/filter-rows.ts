import type { FilterRow } from '@bellhop/contract';

/** A row being filled in; `field` is `model.field`, '' stands for what is not chosen yet. */
export interface DraftRow {
  /** Tells rows apart while they are edited. */
  id: number;
  field: string;
  operator: string;
  value: string;
}

/** What is wrong with the rows as a whole. */
export type FilterProblem = 'selectAtLeastOne' | 'partiallyFilled';

let lastId = 0;

/** A row with nothing chosen. */
export function emptyRow(): DraftRow {
  lastId += 1;
  return { id: lastId, field: '', operator: '', value: '' };
}

/** Rows to edit from saved ones. */
export function draftRows(filters: readonly FilterRow[]): DraftRow[] {
  return filters.map(({ model, field, operator, value }) => ({
    ...emptyRow(),
    field: field ? `${model || 'conversations'}.${field}` : '',
    operator: operator ?? '',
    value: value === null || value === undefined ? '' : String(value),
  }));
}

/** Rows to save, values as text (wire B 2). */
export function filterRows(rows: readonly DraftRow[]): FilterRow[] {
  return rows.map(({ field, operator, value }) => {
    const at = field.indexOf('.');
    return {
      model: field.slice(0, at),
      field: field.slice(at + 1),
      operator,
      value: needsValue(operator) ? value.trim() : '',
    };
  });
}

/** The row with another field: operator and value begin anew (specification 5). */
export function withField(row: DraftRow, field: string): DraftRow {
  return field === row.field ? row : { ...row, field, operator: '', value: '' };
}

/** The row with another operator; a value that it does not take goes. */
export function withOperator(row: DraftRow, operator: string): DraftRow {
  const keepsValue = needsValue(operator) && isList(operator) === isList(row.operator);
  return { ...row, operator, value: keepsValue ? row.value : '' };
}

/** Without the rows in which nothing was chosen (specification 5). */
export function withoutEmpty(rows: readonly DraftRow[]): DraftRow[] {
  return rows.filter(({ field, operator, value }) => field || operator || value.trim());
}

/** Whether both say the same, apart from rows in which nothing was chosen. */
export function isSameRows(some: readonly DraftRow[], others: readonly DraftRow[]): boolean {
  const text = (rows: readonly DraftRow[]) => JSON.stringify(withoutEmpty(rows).map(({ id: _id, ...said }) => said));
  return text(some) === text(others);
}

/** Undefined when there is a row and every row is whole; a value is optional for set and not set. */
export function problemOf(rows: readonly DraftRow[]): FilterProblem | undefined {
  if (rows.length === 0) return 'selectAtLeastOne';
  return rows.every(isWhole) ? undefined : 'partiallyFilled';
}

/** Whether a row says everything that it has to. */
export function isWhole({ field, operator, value }: DraftRow): boolean {
  if (!field || !operator) return false;
  if (!needsValue(operator)) return true;
  return isList(operator) ? listOf(value).length > 0 : value.trim() !== '';
}

/** Every operator but set and not set compares with a value. */
export function needsValue(operator: string): boolean {
  return operator !== 'set' && operator !== 'not set';
}

/** Operators whose value is a list, as JSON text. */
export function isList(operator: string): boolean {
  return operator === 'in';
}

/** The values of a list in JSON text; none when it is no list. */
export function listOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
