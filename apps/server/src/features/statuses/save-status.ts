import { defaultStatusNames, type NewStatus, type StatusChange, type Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  deleteStatus,
  findStatus,
  findStatusUsage,
  forgetStatuses,
  insertStatus,
  isStatusNameTaken,
  lockStatus,
  patchStatus,
  type StatusRow,
} from './statuses.queries.ts';

const fixedNames: readonly string[] = Object.values(defaultStatusNames);

/** Creates a status. Throws config.name_taken. */
export async function createStatus(uow: UnitOfWork, { name, category }: NewStatus): Promise<true> {
  const id = await insertStatus(uow.db, { name, category, now: uow.now });
  if (id === undefined) throw nameTaken(name);
  await recordChange(uow, { entity: 'status', id, name, before: null, after: { name, category } });
  return true;
}

/**
 * Renames a status or changes its category; views, macros and rules know it by its id. The category of one that conversations have stays:
 * when they were resolved would be wrong. Throws status.not_found, status.fixed, status.category_in_use, config.*.
 */
export async function updateStatus(uow: UnitOfWork, id: number, input: StatusChange): Promise<true> {
  const status = await lockChangeable(uow, id);
  assertUnchanged(status, input);
  const { name, category = status.category } = input;
  if (await isStatusNameTaken(uow.db, name, id)) throw nameTaken(name);
  if (category !== status.category) {
    const { conversations } = await usageOf(uow.db, status);
    if (conversations > 0) throw categoryInUse(status);
  }
  await patchStatus(uow.db, id, { name, category, now: uow.now });
  const before = { name: status.name, category: status.category };
  await recordChange(uow, { entity: 'status', id, name, before, after: { name, category } });
  return true;
}

/** Deletes a status that nothing uses. Throws status.not_found, status.fixed, status.in_use with what uses it. */
export async function removeStatus(uow: UnitOfWork, id: number): Promise<true> {
  const status = await lockChangeable(uow, id);
  const usage = await usageOf(uow.db, status);
  if (usage.total > 0 || usage.conversations > 0) throw inUse(status, usage);
  await deleteStatus(uow.db, id);
  const { name, category } = status;
  await recordChange(uow, { entity: 'status', id, name, before: { name, category }, after: null });
  return true;
}

/** Lets lists and counts of this process know a change as soon as it is committed. */
export async function shownAtOnce(db: Reader, change: Promise<true>): Promise<true> {
  await change;
  forgetStatuses(db);
  return true;
}

/** What uses a status. Throws status.not_found. */
export async function statusUsage(db: Reader, id: number): Promise<Usage> {
  const status = await findStatus(db, id);
  if (!status) throw new AppError('status.not_found');
  return usageOf(db, status);
}

/** Locks a status that is not one of the four. Throws status.not_found, status.fixed. */
async function lockChangeable(uow: UnitOfWork, id: number): Promise<StatusRow> {
  const status = await lockStatus(uow.db, id);
  if (!status) throw new AppError('status.not_found');
  if (fixedNames.includes(status.name)) throw new AppError('status.fixed', { params: { name: status.name } });
  return status;
}

async function usageOf(db: Reader, status: StatusRow): Promise<Usage> {
  const { used_by, conversations } = await findStatusUsage(db, status.id);
  return { used_by: used_by.slice(0, 50), total: used_by.length, conversations };
}

function inUse({ name }: StatusRow, data: Usage): AppError {
  return new AppError('status.in_use', { params: { name }, data });
}

function categoryInUse({ name }: StatusRow): AppError {
  return new AppError('status.category_in_use', {
    params: { name },
    data: { category: 'it cannot change while conversations have the status' },
  });
}

function nameTaken(name: string): AppError {
  return new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
}
