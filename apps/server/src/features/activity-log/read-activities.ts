import {
  type ActivityActor,
  type ActivityLog,
  type ActivityLogDetail,
  type ActivityLogQuery,
  type ActivityLogSortField,
  activityLogSortFields,
} from '@bellhop/contract';
import { activityFilterFields, type FilterCondition, parseFilterText } from '@bellhop/rules';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import type { LanguagePack } from '../../http/texts.ts';
import { type ActivityRow, countActivities, findActivity, listActivities, listActors } from './activity-log.queries.ts';
import { describeActivity } from './describe-activity.ts';

/** Totals are exact up to here: the log grows for years, and nobody counts a million rows for a page of fifteen (settled question 12). */
const mostCounted = 10_000;

/** What of the desk reading needs; it lies in a later row. */
export interface Desk {
  languagePack(): LanguagePack;
  /** Zone of dates in filters. */
  timezone(): Promise<string>;
}

/** The paged shape; `total_capped` when more than 10,000 entries fit. */
export interface ActivityPage {
  results: ActivityLog[];
  total: number;
  per_page: number;
  total_pages: number;
  page: number;
  total_capped?: boolean;
}

/** A page of the log (wire A 16), in the desk's language. Throws input.invalid naming the member. */
export async function listActivityLog(db: Reader, desk: Desk, query: ActivityLogQuery): Promise<ActivityPage> {
  const sort = parseSort(query);
  const conditions = await readConditions(desk, query.filters);
  const offset = (query.page - 1) * query.page_size;
  // One more than shown tells whether more follow.
  const [count, rows] = await Promise.all([
    countActivities(db, conditions, mostCounted + 1),
    listActivities(db, conditions, { ...sort, offset, limit: query.page_size + 1 }),
  ]);
  const isCapped = count > mostCounted;
  const total = isCapped ? mostCounted : count;
  const pages = Math.ceil(total / query.page_size);
  const following = rows.length > query.page_size ? 1 : 0;
  const pack = desk.languagePack();
  return {
    results: rows.slice(0, query.page_size).map((row) => ({ ...activityView(pack, row), total })),
    total,
    per_page: query.page_size,
    total_pages: isCapped ? Math.max(pages, query.page + following) : pages,
    page: query.page,
    ...(isCapped ? { total_capped: true } : {}),
  };
}

/** One entry with what was there before and after. Throws activity_log.not_found. */
export async function readActivity(db: Reader, desk: Desk, id: number): Promise<ActivityLogDetail> {
  const row = await findActivity(db, id);
  if (!row) throw new AppError('activity_log.not_found');
  return { ...activityView(desk.languagePack(), row), changes: row.changes ?? {} };
}

/** Everybody whose deeds the log holds, each once. */
export function readActors(db: Reader): Promise<ActivityActor[]> {
  return listActors(db);
}

/** An entry as the wire shows it. */
export function activityView(pack: LanguagePack, row: ActivityRow): Omit<ActivityLog, 'total'> {
  const { deed, description } = describeActivity(pack, row);
  const created = row.created_at.toISOString();
  return {
    id: row.id,
    created_at: created,
    // Never rewritten.
    updated_at: created,
    activity_type: row.activity_type,
    activity_description: description,
    deed,
    actor_id: row.actor_id,
    actor_email: typeof row.params.actor_email === 'string' ? row.params.actor_email : '',
    target_model_type: row.target_model_type,
    target_model_id: row.target_model_id,
    ip: row.ip ?? '',
    via: typeof row.params.via === 'string' ? row.params.via : '',
    changed: row.changed,
  };
}

/** The conditions of `filters`; rows without field or operator count for nothing (wire A 1.4). Throws input.invalid. */
export async function readConditions(desk: Desk, filters: string | undefined): Promise<FilterCondition[]> {
  const zone = await desk.timezone();
  const parsed = parseFilterText(filters, { fields: activityFilterFields, zone, blank_rows: 'skip' });
  if (parsed.ok) return parsed.conditions;
  throw wrong(parsed.field, parsed.reason);
}

function parseSort(query: Pick<ActivityLogQuery, 'order_by' | 'order'>): {
  field: ActivityLogSortField;
  direction: 'asc' | 'desc';
} {
  const field = activityLogSortFields.find((known) => known === (query.order_by || activityLogSortFields[0]));
  if (!field) throw wrong('order_by', `it must be one of ${activityLogSortFields.join(', ')}`);
  const direction = (query.order || 'desc').toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') throw wrong('order', 'it must be asc or desc');
  return { field, direction };
}

function wrong(field: string, reason: string): AppError {
  return new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}
