import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { lockAgent, patchAgent } from './agents.queries.ts';
import { changeAvailability } from './change-availability.ts';

/** A sign of life is written at most this often per agent and process (behaviour 3.7). */
const debounceMs = 60_000;
const lastTouches = new WeakMap<Deps, Map<number, number>>();

/** Takes a socket's ping as sign of life of its agent: `last_active_at` is now, and `offline` becomes `online`. */
export async function touchLastActive(deps: Deps, actor: Actor): Promise<void> {
  let touches = lastTouches.get(deps);
  if (!touches) {
    touches = new Map();
    lastTouches.set(deps, touches);
  }
  const now = deps.clock.now().getTime();
  if (now - (touches.get(actor.id) ?? Number.NEGATIVE_INFINITY) < debounceMs) return;
  touches.set(actor.id, now);
  try {
    await deps.work(actor, async (uow) => {
      const agent = await lockAgent(uow.db, actor.id);
      if (agent?.availability_status === 'offline') await changeAvailability(uow, agent, 'online');
      else if (agent) await patchAgent(uow.db, agent.id, { last_active_at: uow.now });
    });
  } catch (error) {
    touches.delete(actor.id);
    throw error;
  }
}
