import type { PushPayload } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { insertDeliveries } from './queue.queries.ts';

/** What has not reached a browser so long after it was told is no news any more. */
const livesMs = 4 * 3600_000;
/** Push services take about 4 kB, encrypted. */
const most = { title: 120, body: 300, url: 500, tag: 100 };

/**
 * Tells agents something in every browser in which they asked for it and are signed in; costs one small query when they did nowhere. The
 * desk's setting decides whether `body`, which may hold a customer's words, is shown.
 */
export async function queuePush(uow: UnitOfWork, agentIds: readonly number[], payload: PushPayload): Promise<void> {
  if (agentIds.length === 0) return;
  const tag = cut(payload.tag, most.tag);
  const bare = { title: cut(payload.title, most.title), body: '', url: cut(payload.url, most.url), tag };
  const queued = await insertDeliveries(uow.db, agentIds, {
    tag,
    bare: JSON.stringify(bare),
    whole: JSON.stringify({ ...bare, body: cut(payload.body, most.body) } satisfies PushPayload),
    now: uow.now,
    expires_at: new Date(uow.now.getTime() + livesMs),
  });
  if (queued > 0) uow.wake('bellhop_push');
}

/** In characters as people count them, nearly; half of a pair would be no text. */
function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;
}
