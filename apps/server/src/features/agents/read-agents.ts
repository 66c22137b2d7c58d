import type { AgentRow, Usage } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { listAgentRows, loadAgent } from '../users/index.ts';
import { findAgentUsage } from './agents.queries.ts';

/** All agents as their table shows them, latest update first (wire A 6.2). */
export async function listAgents(db: Reader): Promise<AgentRow[]> {
  const rows = await listAgentRows(db);
  return rows.map((row) => ({ ...wireTimes(row), type: 'agent', total: rows.length }));
}

/** What uses an agent. Throws agent.not_found. */
export async function agentUsage(db: Reader, id: number): Promise<Usage> {
  const { teams } = await loadAgent(db, id);
  const { users, conversations } = await findAgentUsage(db, id);
  const used = [...teams.map((team) => ({ entity: 'team' as const, id: team.id, name: team.name })), ...users];
  return { used_by: used.slice(0, 50), total: used.length, conversations };
}
