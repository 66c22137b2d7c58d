import { defaultStatusNames } from '@bellhop/contract';
import { because, recordCause } from '../../../core/cause.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { inPieces, sideBySide } from '../../../lib/side-by-side.ts';
import { findStatusByName } from '../../statuses/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { type ConversationRow, listDueSnoozes, lockDueSnoozes } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';
import { isDatabaseTrouble } from '../thread/intake-failure.ts';
import { changeStatus } from './change-status.ts';

type Status = Parameters<typeof changeStatus>[2];

/** How many ids one look takes up; the next look follows while it was full. */
const look = 1_000;
/** So many are opened in one unit of work, and so many units are under way at a time: half as much work for each, and others still get their turn. */
const together = 20;
const width = 3;

/**
 * Opens conversations whose snooze is over. Several share a unit of work; where that fails each gets one of its own, so that one that
 * cannot be opened holds up no other (behaviour 3.3). Only those that are still Snoozed: a resolved one stays resolved.
 */
export async function wakeSnoozed(deps: Deps): Promise<void> {
  const { db, clock, log } = deps;
  let failed = 0;
  const wakePiece = async (ids: readonly number[]) => {
    try {
      await wake(deps, ids);
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error;
      log.warn({ err: error }, 'snoozed conversations could not be opened together; each is tried by itself');
      failed += await wakeEach(deps, ids);
    }
  };
  for (let after = 0; ; ) {
    const ids = await listDueSnoozes(db, { now: clock.now(), after, limit: look });
    await sideBySide(inPieces(ids, together), width, wakePiece);
    if (ids.length < look) break;
    after = ids.at(-1)!;
  }
  if (failed > 0) throw new Error(`${failed} snoozed conversations could not be opened`);
}

/** Answers for how many it failed. */
async function wakeEach(deps: Deps, ids: readonly number[]): Promise<number> {
  let failed = 0;
  for (const id of ids) {
    try {
      await wake(deps, [id]);
    } catch (error) {
      failed++;
      deps.log.error({ err: error, conversation_id: id }, 'a snoozed conversation could not be opened');
    }
  }
  return failed;
}

function wake({ work, system }: Deps, ids: readonly number[]): Promise<void> {
  return work(system, async (uow) => {
    const status = (await findStatusByName(uow.db, defaultStatusNames.open))!;
    const due = await lockDueSnoozes(uow.db, { ids, now: uow.now });
    for (const conversation of due) await wakeOne(uow, conversation, status);
  });
}

async function wakeOne(uow: UnitOfWork, conversation: ConversationRow, status: Status): Promise<void> {
  const cause = await recordCause(uow, {
    kind: 'snooze',
    conversation_id: conversation.id,
    trace: {
      event: { kind: 'conversation.unsnooze', at: uow.now.toISOString() },
      facts: [{ name: 'snoozed_until', value: conversation.snoozed_until!.toISOString() }],
    },
  });
  await because(uow, cause, () => open(uow, conversation, status));
}

async function open(uow: UnitOfWork, snoozed: ConversationRow, status: Status): Promise<void> {
  const { conversation, props } = await changeStatus(uow, snoozed, status);
  broadcastProps(uow, conversation, props);
  await addActivity(uow, conversation, { activity_type: 'woken', params: { status: status.name } });
  await uow.publish({ kind: 'conversation.woken', conversation_id: conversation.id });
}
