import { canSeeConversation } from '@bellhop/rules';
import type { Reader } from '../../../db/types.ts';
import { loadActor } from '../../users/index.ts';

/** Whether an agent may read what is assigned to them; one who may not is assigned all the same, with a warning (behaviour 3.4). */
export async function readsOwn(db: Reader, agentId: number): Promise<boolean> {
  const agent = await loadActor(db, agentId);
  return canSeeConversation(agent, { assigned_user_id: agentId, assigned_team_id: null });
}
