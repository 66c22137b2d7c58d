import type { FilterRow } from '@bellhop/contract';
import {
  type FilterCondition,
  filterFieldsWith,
  matchesFilter,
  parseFilterRows,
  parseFilterText,
} from '@bellhop/rules';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { attributeDefinitions } from '../../custom-attributes/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { knownStatuses } from '../../statuses/index.ts';

/** A filter as JSON text of a list call, or as the rows of a saved view. */
export type GivenFilter = string | readonly FilterRow[] | undefined;

/** The statuses that a filter leaves, which choose the index scans, and its other conditions. */
export interface ListFilter {
  status_ids: readonly number[];
  conditions: readonly FilterCondition[];
}

/**
 * Reads a filter for a list. There are few statuses, so conditions on them are decided here, by the rule's own evaluator. Rows
 * without field or operator are skipped. Throws input.invalid naming the member.
 */
export async function readFilter(db: Reader, given: GivenFilter): Promise<ListFilter> {
  const [all, statuses] = await Promise.all([parseFilter(db, given, 'skip'), knownStatuses(db)]);
  const isOnStatus = ({ field }: FilterCondition) =>
    field === 'conversations.status_id' || field.startsWith('conversation_statuses.');
  const onStatus = all.filter(isOnStatus);
  const left = statuses.filter(({ id, name }) =>
    matchesFilter(onStatus, {
      'conversations.status_id': id,
      'conversation_statuses.id': id,
      'conversation_statuses.name': name,
    }),
  );
  return {
    status_ids: left.map((status) => status.id),
    conditions: all.filter((condition) => !isOnStatus(condition)),
  };
}

/** Checks rows that are to be saved: each complete, at least one. Throws input.invalid naming the member (settled question 13). */
export async function checkFilterRows(db: Reader, rows: readonly FilterRow[]): Promise<void> {
  if (rows.length === 0) throw refusal('filters', 'there must be at least one');
  await parseFilter(db, rows, 'refuse');
}

async function parseFilter(db: Reader, given: GivenFilter, blankRows: 'skip' | 'refuse'): Promise<FilterCondition[]> {
  const namesAttributes = (typeof given === 'string' ? given : JSON.stringify(given ?? [])).includes('_attributes');
  const [settings, attributes] = await Promise.all([
    loadSettings(db),
    namesAttributes ? attributeDefinitions(db) : Promise.resolve([]),
  ]);
  const rules = { fields: filterFieldsWith(attributes), zone: settings['app.timezone'], blank_rows: blankRows };
  const parsed =
    given === undefined || typeof given === 'string' ? parseFilterText(given, rules) : parseFilterRows(given, rules);
  if (!parsed.ok) throw refusal(parsed.field, parsed.reason);
  return parsed.conditions;
}

function refusal(field: string, reason: string): AppError {
  return new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}
