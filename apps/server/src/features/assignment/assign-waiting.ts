import type { CauseTrace } from '@bellhop/contract';
import { because, recordCause } from '../../core/cause.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { assignUser, type ConversationRow } from '../conversations/index.ts';
import { loadSettings } from '../settings/index.ts';
import {
  type AssigningTeam,
  claimWaiting,
  findAssigningTeam,
  listPool,
  listWaiting,
  lockAssignment,
  noteTurn,
} from './assignment.queries.ts';
import { type Choice, pickAgent } from './pick-agent.ts';

/** How many conversations one look takes up; the next look follows while it was full. */
const batch = 100;
/** So many agents stand in a cause record. */
const mostTold = 40;

/**
 * Gives the waiting conversations of a team that assigns by itself to its agents, oldest first, until nobody has room (behaviour 3.5). Each is a
 * unit of its own: what somebody assigns by hand meanwhile is theirs, and one that cannot be assigned holds up no other. `event` is what began it.
 * Answers how many were assigned.
 */
export async function assignWaiting(deps: Deps, teamId: number, event: string): Promise<number> {
  const { db, work, system, log } = deps;
  const { 'app.assign_to_offline': assign_to_offline } = await loadSettings(db);
  const passedOver: number[] = [];
  let assigned = 0;
  for (;;) {
    const ids = await listWaiting(db, teamId, { limit: batch, without: passedOver });
    for (const id of ids) {
      try {
        const outcome = await work(system, (uow) => assignOne(uow, { id, teamId, event, assign_to_offline }));
        if (outcome === 'nobody') return assigned;
        if (outcome === 'assigned') assigned++;
        else passedOver.push(id);
      } catch (error) {
        passedOver.push(id);
        log.error({ err: error, conversation_id: id }, 'a conversation could not be assigned to one of its team');
      }
    }
    if (ids.length < batch) return assigned;
  }
}

async function assignOne(
  uow: UnitOfWork,
  { id, teamId, event, assign_to_offline }: { id: number; teamId: number; event: string; assign_to_offline: boolean },
): Promise<'assigned' | 'taken' | 'nobody'> {
  await lockAssignment(uow.db);
  const team = await findAssigningTeam(uow.db, teamId);
  if (!team) return 'nobody';
  const conversation = await claimWaiting(uow.db, id, teamId);
  if (!conversation) return 'taken';
  const pool = await listPool(uow.db, teamId);
  const choice = pickAgent(pool, {
    strategy: team.assignment_strategy,
    capacity: team.max_auto_assigned_conversations,
    assign_to_offline,
  });
  if (choice.chosen === null) return 'nobody';
  await noteTurn(uow.db, teamId, choice.chosen);
  await give(uow, conversation, { agent: choice.chosen, trace: traceOf(uow, { event, team, pool, choice }) });
  return 'assigned';
}

async function give(
  uow: UnitOfWork,
  conversation: ConversationRow,
  { agent, trace }: { agent: number; trace: Partial<CauseTrace> },
): Promise<void> {
  const cause = await recordCause(uow, { kind: 'assignment', conversation_id: conversation.id, trace });
  await because(uow, cause, () => assignUser(uow, conversation, agent));
}

/** The whole choice: who had how much, and why the others were passed over. */
function traceOf(
  uow: UnitOfWork,
  by: { event: string; team: AssigningTeam; pool: Awaited<ReturnType<typeof listPool>>; choice: Choice },
): Partial<CauseTrace> {
  const { team, pool, choice } = by;
  const chosen = pool.find(({ id }) => id === choice.chosen)!;
  const agents = pool.map(({ name, load }, place) => ({
    name: `agent_${choice.verdicts[place]}`,
    value: `${name} (${load})`,
  }));
  agents.sort((one, other) => Number(other.name === 'agent_chosen') - Number(one.name === 'agent_chosen'));
  const left = agents.length - mostTold;
  const capacity = team.max_auto_assigned_conversations;
  return {
    event: { kind: by.event, at: uow.now.toISOString() },
    facts: [
      { name: team.assignment_strategy === 'rotation' ? 'assigned_in_turn' : 'assigned_to_fewest', value: team.name },
      ...(capacity > 0 ? [{ name: 'most_open', value: String(capacity) }] : []),
      ...agents.slice(0, mostTold),
      ...(left > 0 ? [{ name: 'agents_more', value: String(left) }] : []),
    ],
    actions: [{ type: 'assign_user', value: [String(chosen.id)], result: 'done', code: null, error: null }],
  };
}
