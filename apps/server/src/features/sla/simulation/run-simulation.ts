import { setImmediate as breathe } from 'node:timers/promises';
import { isTimeZone, simulatedConversations, simulatedDays } from '@bellhop/contract';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '../../../core/deps.ts';
import { loadSettings } from '../../settings/index.ts';
import { knownStatuses } from '../../statuses/index.ts';
import { loadPolicies } from '../sla.queries.ts';
import { replay, simulatedTerms, type Terms } from './replay.ts';
import { simulatedHours } from './simulated-hours.ts';
import {
  deleteSimulationsBefore,
  failSimulationsBefore,
  findSimulation,
  loadHistories,
  patchSimulation,
  pickConversations,
  type SimulatedConversation,
  type SimulationRow,
} from './simulation.queries.ts';
import { createTally, type Judged } from './tally.ts';

const dayMs = 86_400_000;
const keptDays = 7;
/** Longer than any simulation: one that has not ended by then has lost its job. */
const longestMs = 3_600_000;

/** How much a simulation looks at, altogether and at a time. */
export interface Bounds {
  conversations: number;
  batch: number;
}
const usual: Bounds = { conversations: simulatedConversations, batch: 400 };

/**
 * Does one simulation. It reads, and writes nothing but its own row; a job that was ended in the middle begins anew. It ends as soon as somebody
 * has cancelled it.
 */
export async function runSimulation(deps: Deps, { id }: { id: number }, bounds = usual): Promise<void> {
  const row = await findSimulation(deps.db, id);
  if (!row) return;
  try {
    await simulate(deps, row, bounds);
  } catch (error) {
    deps.log.error({ err: error, simulation: id }, 'an SLA simulation failed');
    await write(deps, id, { state: 'failed', finished_at: deps.clock.now() });
  }
}

async function simulate(deps: Deps, row: SimulationRow, bounds: Bounds): Promise<void> {
  const { id, input, created_at } = row;
  if (!(await write(deps, id, { state: 'running', done: 0 }))) return;
  const since = new Date(created_at.getTime() - simulatedDays * dayMs);
  const picked = await pickConversations(deps.db, input, {
    since,
    until: created_at,
    limit: bounds.conversations + 1,
  });
  const ids = picked.slice(0, bounds.conversations);
  if (!(await write(deps, id, { total: ids.length }))) return;
  const judge = await createJudge(deps, row);
  const tally = createTally();
  for (let done = 0; done < ids.length; done += bounds.batch) {
    const batch = ids.slice(done, done + bounds.batch);
    for (const judged of await judge(batch)) tally.add(judged);
    if (!(await write(deps, id, { done: done + batch.length }))) return;
    await breathe();
  }
  const result = { ...tally.result(), capped: picked.length > ids.length };
  await write(deps, id, { state: 'done', result, finished_at: deps.clock.now() });
}

/** Judges conversations in their order, as they are promised and as they would have been; time ends for both when it was asked. */
async function createJudge(deps: Deps, { input, created_at }: SimulationRow) {
  const { db, system } = deps;
  const settings = await loadSettings(db);
  const zone = isTimeZone(settings['app.timezone']) ? settings['app.timezone'] : 'UTC';
  const statuses = await knownStatuses(db);
  const categories = new Map(statuses.map(({ name, category }) => [name.toLowerCase(), category]));
  const policies = new Map((await loadPolicies(db)).map((policy) => [policy.id, simulatedTerms(policy)]));
  const hoursOf = simulatedHours(db, input.business_hours_id ?? null);
  const edited = simulatedTerms(input.policy);
  const presentOf = ({ policy_id }: SimulatedConversation): Terms | undefined =>
    policies.get(input.policy_id ?? policy_id ?? 0);

  return async (ids: readonly number[]): Promise<Judged[]> => {
    const histories = await loadHistories(db, ids, { systemId: system.id, categories });
    const byId = new Map(histories.map((history) => [history.id, history]));
    const judged: Judged[] = [];
    for (const id of ids) {
      const history = byId.get(id);
      if (!history) continue;
      const hours = await hoursOf(history.team_id);
      const present = presentOf(history);
      judged.push({
        id,
        team_id: history.team_id,
        week: mondayOf(history.created_at, zone),
        before: present && hours.before ? replay(history, present, hours.before, created_at) : null,
        after: hours.after && replay(history, edited, hours.after, created_at),
      });
    }
    return judged;
  };
}

function mondayOf(at: Date, zone: string): string {
  const date = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

function write(deps: Deps, id: number, patch: Parameters<typeof patchSimulation>[2]): Promise<boolean> {
  return deps.work(deps.system, (uow) => patchSimulation(uow.db, id, patch));
}

/** Forgets simulations after seven days; those whose job was lost have failed. */
export async function tidySimulations(deps: Deps): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    await deleteSimulationsBefore(uow.db, new Date(uow.now.getTime() - keptDays * dayMs));
    await failSimulationsBefore(uow.db, new Date(uow.now.getTime() - longestMs), uow.now);
  });
}
