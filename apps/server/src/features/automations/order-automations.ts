import type { AutomationWeights, ExecutionMode } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  type AutomationRow,
  listAutomations,
  lockAutomations,
  lockOrder,
  patchMode,
  patchWeights,
} from './automations.queries.ts';

/**
 * Puts rules in order, all or none (behaviour 4.6). Each list that comes into another order is one entry of the activity log, with
 * the names of its rules. Throws automation.not_found when one of them is gone.
 */
export async function setWeights(uow: UnitOfWork, weights: AutomationWeights): Promise<true> {
  const places = new Map(Object.entries(weights).map(([id, weight]) => [Number(id), weight]));
  await lockOrder(uow.db);
  const rows = await lockAutomations(uow.db, [...places.keys()]);
  if (rows.length < places.size) throw new AppError('automation.not_found');
  const types = [...new Set(rows.map(({ type }) => type))];
  const before = new Map<string, AutomationRow[]>();
  for (const type of types) before.set(type, await listAutomations(uow.db, type));
  await patchWeights(uow.db, places);
  for (const type of types) {
    const after = await listAutomations(uow.db, type);
    await recordChange(uow, {
      entity: 'automation',
      id: after[0]!.id,
      name: type,
      before: { order: before.get(type)!.map(({ name }) => name) },
      after: { order: after.map(({ name }) => name) },
    });
  }
  return true;
}

/**
 * Sets whether all rules that match a new conversation run or only the first. Clients put back the mode that they have just read
 * (wire B 12.2): then nothing happens.
 */
export async function setMode(uow: UnitOfWork, mode: ExecutionMode): Promise<true> {
  await lockOrder(uow.db);
  const [first] = await listAutomations(uow.db, 'new_conversation');
  if (!first) return true;
  await patchMode(uow.db, mode);
  await recordChange(uow, {
    entity: 'automation',
    id: first.id,
    name: first.type,
    before: { execution_mode: first.execution_mode },
    after: { execution_mode: mode },
  });
  return true;
}
