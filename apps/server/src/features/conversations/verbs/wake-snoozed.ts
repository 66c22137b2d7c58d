import { defaultStatusNames } from '@bellhop/contract';
import { because, recordCause } from '../../../core/cause.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findStatusByName } from '../../statuses/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { type ConversationRow, listDueSnoozes, lockDueSnooze } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';
import { changeStatus } from './change-status.ts';

/** How many ids one look takes up; the next look follows while it was full. */
const batch = 100;

/**
 * Opens conversations whose snooze is over, each in a unit of its own, so that one that cannot be opened holds up no other
 * (behaviour 3.3). Only those that are still Snoozed: a resolved one stays resolved.
 */
export async function wakeSnoozed({ db, work, clock, system, log }: Deps): Promise<void> {
  let after = 0;
  let failed = 0;
  for (;;) {
    const ids = await listDueSnoozes(db, { now: clock.now(), after, limit: batch });
    for (const id of ids) {
      try {
        await work(system, (uow) => wakeOne(uow, id));
      } catch (error) {
        failed++;
        log.error({ err: error, conversation_id: id }, 'a snoozed conversation could not be opened');
      }
    }
    if (ids.length < batch) break;
    after = ids.at(-1)!;
  }
  if (failed > 0) throw new Error(`${failed} snoozed conversations could not be opened`);
}

async function wakeOne(uow: UnitOfWork, id: number): Promise<ConversationRow | undefined> {
  const conversation = await lockDueSnooze(uow.db, { id, now: uow.now });
  if (!conversation) return undefined;
  const cause = await recordCause(uow, {
    kind: 'snooze',
    conversation_id: id,
    trace: {
      event: { kind: 'conversation.unsnooze', at: uow.now.toISOString() },
      facts: [{ name: 'snoozed_until', value: conversation.snoozed_until!.toISOString() }],
    },
  });
  return because(uow, cause, () => open(uow, conversation));
}

async function open(uow: UnitOfWork, snoozed: ConversationRow): Promise<ConversationRow> {
  const status = (await findStatusByName(uow.db, defaultStatusNames.open))!;
  const { conversation, props } = await changeStatus(uow, snoozed, status);
  broadcastProps(uow, conversation, props);
  await addActivity(uow, conversation, { activity_type: 'woken', params: { status: status.name } });
  await uow.publish({ kind: 'conversation.woken', conversation_id: conversation.id });
  return conversation;
}
