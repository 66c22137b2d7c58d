import type { SlaSimulation, SlaSimulationInput } from '@bellhop/contract';
import { AppError } from '../../../core/app-error.ts';
import { refused } from '../../../core/refused.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { loadCalendar } from '../../business-hours/index.ts';
import { findPolicy } from '../sla.queries.ts';
import { readSimulation } from './read-simulation.ts';
import { cancelSimulations, findSimulation, insertSimulation } from './simulation.queries.ts';

/**
 * Asks for a simulation; a job does it. One that the same agent asked for before and that is not over ends. Throws input.invalid for a policy or
 * hours that are not there.
 */
export async function startSimulation(uow: UnitOfWork, input: SlaSimulationInput): Promise<SlaSimulation> {
  const policy_id = input.policy_id ?? null;
  if (policy_id !== null && !(await findPolicy(uow.db, policy_id))) throw refused('policy_id', 'there is no such row');
  const hoursId = input.business_hours_id ?? null;
  if (hoursId !== null && !(await loadCalendar(uow.db, hoursId, 'UTC'))) {
    throw refused('business_hours_id', 'there are no such business hours');
  }
  await cancelSimulations(uow.db, { user_id: uow.actor.id }, uow.now);
  const row = await insertSimulation(uow.db, { user_id: uow.actor.id, policy_id, input, now: uow.now });
  const { id } = row;
  await uow.enqueue('sla.simulate', { id }, { key: `sla.simulate:${id}`, queue: 'sla.simulate', max_attempts: 3 });
  return readSimulation(uow.db, uow.actor, row);
}

/** Ends a simulation; one that is over stays as it is. Throws sla.simulation_not_found. */
export async function cancelSimulation(uow: UnitOfWork, id: number): Promise<true> {
  if (!(await findSimulation(uow.db, id))) throw new AppError('sla.simulation_not_found');
  await cancelSimulations(uow.db, { id }, uow.now);
  return true;
}
