import type { Agent, AvailabilityStatus, CompactAgent } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { unionOf } from './actors.queries.ts';
import { findAgent, listCompactAgents } from './agents.queries.ts';

/** The full agent of wire A 5.1, with roles, permissions and teams. Throws `agent.not_found`. */
export async function loadAgent(db: Reader, id: number): Promise<Agent> {
  const row = await findAgent(db, id);
  if (!row) throw new AppError('agent.not_found');
  const { grants, ...agent } = row;
  return {
    ...wireTimes(agent),
    ...unionOf(grants),
    type: 'agent',
    availability_status: row.availability_status as AvailabilityStatus,
    meta: null,
    custom_attributes: null,
  };
}

/** All agents in the short form of wire A 6.1. */
export async function compactAgents(db: Reader): Promise<CompactAgent[]> {
  return (await listCompactAgents(db)).map((row) => ({ ...row, type: 'agent' }));
}
