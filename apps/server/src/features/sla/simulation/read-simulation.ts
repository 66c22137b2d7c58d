import {
  type SimulationSample,
  type SlaSimulation,
  type SlaSimulationResult,
  simulationSamples,
} from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { wireTimes } from '../../../lib/wire-times.ts';
import { findVisibleUuids } from '../../conversations/index.ts';
import {
  findSimulation,
  loadSampled,
  loadTeamNames,
  type SimulationRow,
  type StoredResult,
} from './simulation.queries.ts';
import type { Flip } from './tally.ts';

/** A simulation as its reader may see it. Throws sla.simulation_not_found. */
export async function getSimulation(db: Reader, actor: Actor, id: number): Promise<SlaSimulation> {
  const row = await findSimulation(db, id);
  if (!row) throw new AppError('sla.simulation_not_found');
  return readSimulation(db, actor, row);
}

/** A stored simulation with what is only known when it is read: the names of teams, and which samples the reader may see. */
export async function readSimulation(db: Reader, actor: Actor, row: SimulationRow): Promise<SlaSimulation> {
  const { id, created_at, finished_at, policy_id, state, total, done } = row;
  return {
    ...wireTimes({ id, created_at, finished_at, policy_id, state, total, done }),
    result: row.result && (await readResult(db, actor, row.result)),
  };
}

async function readResult(db: Reader, actor: Actor, stored: StoredResult): Promise<SlaSimulationResult> {
  const { flips, by_team, ...result } = stored;
  const names = await loadTeamNames(db);
  return {
    ...result,
    by_team: by_team.map((part) => ({
      ...part,
      team: part.team_id === null ? null : (names.get(part.team_id) ?? null),
    })),
    samples: await readSamples(db, actor, flips),
  };
}

async function readSamples(db: Reader, actor: Actor, flips: readonly Flip[]): Promise<SimulationSample[]> {
  const ids = [...new Set(flips.map(({ conversation_id }) => conversation_id))];
  const visible = await findVisibleUuids(db, actor, ids);
  const shown = [true, false].flatMap((isWorse) =>
    flips
      .filter(({ conversation_id, to }) => visible.has(conversation_id) && (to === 'breached') === isWorse)
      .slice(0, simulationSamples),
  );
  const rows = new Map((await loadSampled(db, [...visible.keys()])).map(({ id, ...row }) => [id, row]));
  return shown.flatMap(({ conversation_id, ...flip }) => {
    const row = rows.get(conversation_id);
    return row ? [{ ...row, ...flip }] : [];
  });
}
