import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { touchSession } from './sessions.queries.ts';

/** The time of last use is written at most this often per session. */
const debounceMs = 60_000;
/** So many sessions are remembered; more than any desk has at a time. */
const mostRemembered = 10_000;

/**
 * Makes what notes when a session was last used: once a minute at most, and of requests at the same moment the first alone, so that
 * nearly every request writes nothing.
 */
export function createTouchSession({
  work,
}: Pick<Deps, 'work'>): (actor: Actor, session: { id_hash: Buffer; last_seen_at: Date }, now: Date) => Promise<void> {
  const touches = new Map<string, number>();
  return async (actor, { id_hash, last_seen_at }, now) => {
    const isDue = (last: number) => now.getTime() - last >= debounceMs;
    if (!isDue(last_seen_at.getTime())) return;
    const key = id_hash.toString('base64');
    if (!isDue(touches.get(key) ?? Number.NEGATIVE_INFINITY)) return;
    if (touches.size >= mostRemembered) touches.clear();
    touches.set(key, now.getTime());
    await work(actor, (uow) => touchSession(uow.db, id_hash, now));
  };
}
