import type { AiUsage, AiUsageQuery } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import { loadSettings } from '../settings/index.ts';
import { deleteUsageBefore, findDay, listUsageAgents, listUsageDays } from './usage.queries.ts';

const dayMs = 24 * 3600_000;
/** As far back as usage can be asked for, and a month more. */
const keptDays = 400;

/** What was asked in the last days, by day and by agent. */
export async function readUsage(deps: Pick<Deps, 'db' | 'clock'>, query: AiUsageQuery): Promise<AiUsage> {
  const { 'app.timezone': zone } = await loadSettings(deps.db);
  const to = await findDay(deps.db, deps.clock.now(), zone);
  const from = daysBefore(to, query.days - 1);
  const range = { from, to, agent_id: query.agent_id };
  const [days, agents] = await Promise.all([listUsageDays(deps.db, range), listUsageAgents(deps.db, range)]);
  const sum = (name: 'requests' | 'failed' | 'input_tokens' | 'output_tokens') =>
    days.reduce((total, day) => total + day[name], 0);
  return {
    from,
    to,
    total: {
      requests: sum('requests'),
      failed: sum('failed'),
      input_tokens: sum('input_tokens'),
      output_tokens: sum('output_tokens'),
    },
    days,
    agents: agents.map((agent) => ({ ...agent, last_at: agent.last_at.toISOString() })),
  };
}

/** Drops what nobody can ask for any more. */
export async function tidyUsage({ work, system }: Pick<Deps, 'work' | 'system'>): Promise<void> {
  await work(system, async (uow) => {
    await deleteUsageBefore(uow.db, daysBefore(uow.now.toISOString().slice(0, 10), keptDays));
  });
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * dayMs).toISOString().slice(0, 10);
}
