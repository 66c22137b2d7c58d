import type { FilterRow, View } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { demandSomeList } from '../conversations/index.ts';
import { findView, listViews } from './views.queries.ts';

/** The actor's views by name; none without `view:manage`, because every client asks at its start (settled question 10). */
export async function listOwnViews(db: Reader, actor: Actor): Promise<View[]> {
  if (!actor.permissions.has('view:manage')) return [];
  return (await listViews(db, actor.id)).map(wireTimes);
}

/**
 * The filters of the actor's view, for its conversations. Throws permission.missing for who may open no list at all, then
 * view.not_found, for another agent's too (settled questions 3 and 4).
 */
export async function loadFilters(db: Reader, actor: Actor, id: number): Promise<FilterRow[]> {
  demandSomeList(actor);
  const view = await findView(db, { id, user_id: actor.id });
  if (!view) throw new AppError('view.not_found');
  return view.filters;
}
