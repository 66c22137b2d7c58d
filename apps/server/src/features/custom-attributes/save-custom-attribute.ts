import type { CustomAttributeChange, CustomAttributeInput } from '@bellhop/contract';
import { patternProblem } from '@bellhop/rules/pattern';
import { AppError } from '../../core/app-error.ts';
import { refused } from '../../core/refused.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  type AttributeDefinition,
  deleteAttribute,
  insertAttribute,
  isKeyTaken,
  lockAttribute,
  patchAttribute,
} from './custom-attributes.queries.ts';

/** Defines an attribute. Throws input.invalid naming the key when it is taken, or the pattern when it can't be used (wire A 20). */
export async function createCustomAttribute(uow: UnitOfWork, input: CustomAttributeInput): Promise<true> {
  refusePattern(input.regex);
  const id = await insertAttribute(uow.db, { ...input, now: uow.now });
  if (id === undefined) throw refused('key', 'it is taken');
  await recordChange(uow, { entity: 'custom_attribute', id, name: input.name, before: null, after: input });
  return true;
}

/**
 * Changes a definition; values that are stored stay as they are. Throws custom_attribute.not_found, config.changed_meanwhile,
 * input.invalid naming the member.
 */
export async function updateCustomAttribute(
  uow: UnitOfWork,
  id: number,
  { based_on, ...change }: CustomAttributeChange,
): Promise<true> {
  const stored = await lockStored(uow, id);
  assertUnchanged(stored, { based_on });
  // One that was stored before patterns were checked may stay, so that everything else can be changed.
  if (change.regex !== stored.regex) refusePattern(change.regex);
  if (stored.data_type === 'list' && change.values.length === 0) throw refused('values', 'it must not be empty');
  if (await isKeyTaken(uow.db, { ...stored, applies_to: change.applies_to }))
    throw refused('applies_to', 'it is taken');
  await patchAttribute(uow.db, id, { ...change, now: uow.now });
  const after = { ...stored, ...change };
  await recordChange(uow, { entity: 'custom_attribute', id, name: change.name, before: { ...stored }, after });
  return true;
}

/** Deletes a definition; values that are stored stay and can be read (wire B 8). Throws custom_attribute.not_found. */
export async function removeCustomAttribute(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockStored(uow, id);
  await deleteAttribute(uow.db, id);
  await recordChange(uow, { entity: 'custom_attribute', id, name: stored.name, before: { ...stored }, after: null });
  return true;
}

async function lockStored(uow: UnitOfWork, id: number): Promise<AttributeDefinition> {
  const stored = await lockAttribute(uow.db, id);
  if (!stored) throw new AppError('custom_attribute.not_found');
  return stored;
}

function refusePattern(regex: string): void {
  const problem = regex === '' ? null : patternProblem(regex);
  if (!problem) return;
  const { reason } = problem;
  throw new AppError('input.invalid', { params: { field: 'regex', reason }, data: { regex: reason } });
}
