import type { Mention } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import type { Reader } from '../../../db/types.ts';
import { actorOf, selectActors } from '../../users/index.ts';

/** An agent whom a note calls, and the team under whose name; null when called in person. */
export interface MentionedAgent {
  agent: Actor;
  team_id: number | null;
}

/**
 * The enabled agents among those mentioned, members of mentioned teams included, each once: in person rather than by a team.
 * System is nobody to call.
 */
export async function listMentioned(db: Reader, mentions: readonly Mention[]): Promise<MentionedAgent[]> {
  const idsOf = (type: Mention['type']) => mentions.filter((one) => one.type === type).map((one) => one.id);
  const [agentIds, teamIds] = [idsOf('agent'), idsOf('team')];
  const rows = await selectActors(db)
    .where('u.enabled', '=', true)
    .where('u.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('u.id', '=', eb.fn.any(eb.val(agentIds))),
        eb.exists(
          eb
            .selectFrom('team_members')
            .select('team_members.user_id')
            .whereRef('team_members.user_id', '=', 'u.id')
            .where('team_members.team_id', '=', eb.fn.any(eb.val(teamIds))),
        ),
      ]),
    )
    .orderBy('u.id')
    .execute();
  return rows
    .map(actorOf)
    .filter((agent) => agent.kind === 'agent')
    .map((agent) => ({
      agent,
      team_id: agentIds.includes(agent.id) ? null : agent.team_ids.find((id) => teamIds.includes(id))!,
    }));
}
