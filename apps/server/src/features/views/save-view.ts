import type { ViewInput } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { checkFilterRows } from '../conversations/index.ts';
import { countViews, deleteView, insertView, patchView } from './views.queries.ts';

/** Far above what the sidebar bears; it keeps a client that runs wild from filling the table. */
const mostViews = 1_000;

/** Saves a new view of the actor. Throws input.invalid for a row that is incomplete or cannot be filtered by, view.too_many. */
export async function createView(uow: UnitOfWork, view: ViewInput): Promise<true> {
  await checkFilterRows(uow.db, view.filters);
  if ((await countViews(uow.db, uow.actor.id)) >= mostViews) {
    throw new AppError('view.too_many', { params: { most: mostViews } });
  }
  await insertView(uow.db, { ...view, user_id: uow.actor.id, now: uow.now });
  return changed(uow);
}

/** Changes name and filters of the actor's view. Throws as `createView`, and view.not_found, another agent's included. */
export async function updateView(uow: UnitOfWork, id: number, view: ViewInput): Promise<true> {
  await checkFilterRows(uow.db, view.filters);
  if (!(await patchView(uow.db, { id, user_id: uow.actor.id }, { ...view, now: uow.now }))) {
    throw new AppError('view.not_found');
  }
  return changed(uow);
}

/** Deletes the actor's view. Throws view.not_found, another agent's included. */
export async function removeView(uow: UnitOfWork, id: number): Promise<true> {
  if (!(await deleteView(uow.db, { id, user_id: uow.actor.id }))) throw new AppError('view.not_found');
  return changed(uow);
}

/** The agent's other tabs shall see it. */
function changed(uow: UnitOfWork): true {
  uow.broadcast('views_changed', {}, { to: 'agent', agent_id: uow.actor.id });
  return true;
}
