import { type BusinessHoursInput, type Holiday, keepBreaks, lastToday } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { refused } from '../../core/refused.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  type BusinessHoursFields,
  type BusinessHoursRow,
  deleteBusinessHours,
  insertBusinessHours,
  isBusinessHoursNameTaken,
  lockBusinessHours,
  patchBusinessHours,
} from './business-hours.queries.ts';

/** Creates a set of business hours (wire A 17). Throws config.name_taken, and input.invalid for a holiday that is past. */
export async function createBusinessHours(uow: UnitOfWork, input: BusinessHoursInput): Promise<true> {
  const fields = fieldsOf(input, null, uow.now);
  const id = await insertBusinessHours(uow.db, fields, uow.now);
  if (id === undefined) throw nameTaken(fields.name);
  await recordChange(uow, { entity: 'business_hours', id, name: fields.name, before: null, after: { ...fields } });
  return true;
}

/**
 * Replaces a set; breaks stay where a day is repeated without them (settled question 35), and holidays that it had may be past by
 * now. Deadlines that run are counted anew where the input says so. Throws business_hours.not_found, config.*, input.invalid.
 */
export async function updateBusinessHours(uow: UnitOfWork, id: number, input: BusinessHoursInput): Promise<true> {
  const stored = await lockBusinessHours(uow.db, id);
  if (!stored) throw new AppError('business_hours.not_found');
  assertUnchanged(stored, input);
  const fields = fieldsOf(input, stored, uow.now);
  if (await isBusinessHoursNameTaken(uow.db, fields.name, id)) throw nameTaken(fields.name);
  await patchBusinessHours(uow.db, id, fields, uow.now);
  await recordChange(uow, {
    entity: 'business_hours',
    id,
    name: fields.name,
    before: { ...stored },
    after: { ...fields },
  });
  if (input.apply_to_open) {
    await uow.enqueue('sla.recompute', { business_hours_id: id }, { key: `sla.recompute hours ${id}` });
  }
  return true;
}

/** Deletes a set; its teams, and the desk when it was the desk's, are left without. Throws business_hours.not_found. */
export async function removeBusinessHours(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockBusinessHours(uow.db, id);
  if (!stored) throw new AppError('business_hours.not_found');
  await deleteBusinessHours(uow.db, id);
  await uow.publish({ kind: 'business_hours.deleted', business_hours_id: id });
  await recordChange(uow, { entity: 'business_hours', id, name: stored.name, before: { ...stored }, after: null });
  return true;
}

/** What is stored of a body: no week where it is always open, holidays by date. */
function fieldsOf(input: BusinessHoursInput, stored: BusinessHoursRow | null, now: Date): BusinessHoursFields {
  const { name, description, is_always_open } = input;
  refusePastHolidays(input.holidays, stored?.holidays ?? [], now);
  return {
    name,
    description,
    is_always_open,
    hours: is_always_open ? {} : keepBreaks(input.hours, stored?.hours ?? {}),
    holidays: [...input.holidays].sort((one, other) => (one.date < other.date ? -1 : 1)),
  };
}

function refusePastHolidays(holidays: readonly Holiday[], known: readonly Holiday[], now: Date): void {
  const today = lastToday(now);
  const dates = new Set(known.map(({ date }) => date));
  const index = holidays.findIndex(({ date }) => date < today && !dates.has(date));
  if (index === -1) return;
  throw refused(`holidays.${index}.date`, 'it is past');
}

function nameTaken(name: string): AppError {
  return new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
}
