import { defaultStatusNames } from '@bellhop/contract';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { knownStatuses } from '../../statuses/index.ts';
import { patchConversation } from '../conversation-patch.ts';
import type { ConversationRow } from '../conversations.queries.ts';

type Status = Awaited<ReturnType<typeof knownStatuses>>[number];

/** The times that a status decides; each is a prop of its own on the wire. */
type StatusTimes = Pick<ConversationRow, 'resolved_at' | 'closed_at' | 'snoozed_until'>;

/**
 * Moves a conversation to a status: row, event, and the job that ends a snooze. The answer's `props` are what the viewers are to
 * hear. Resolving sets resolved_at once until it is reopened, closing closed_at; leaving the category clears both and keeps
 * first_resolved_at; snoozed_until lives in Snoozed only (behaviour 3.1, settled question 27).
 */
export async function changeStatus(
  uow: UnitOfWork,
  conversation: ConversationRow,
  to: Status,
  snoozedUntil: Date | null = null,
): Promise<{ conversation: ConversationRow; props: Record<string, unknown> }> {
  const isResolved = to.category === 'resolved';
  const times: StatusTimes = {
    resolved_at: isResolved ? (conversation.resolved_at ?? uow.now) : null,
    closed_at: isResolved ? (conversation.closed_at ?? (to.name === defaultStatusNames.closed ? uow.now : null)) : null,
    snoozed_until: snoozedUntil,
  };
  const patched = await patchConversation(uow, conversation, {
    status_id: to.id,
    ...times,
    first_resolved_at: conversation.first_resolved_at ?? times.resolved_at,
  });
  if (snoozedUntil) {
    await uow.enqueue(
      'conversation.unsnooze',
      {},
      { run_at: snoozedUntil, key: `conversation.unsnooze ${conversation.uuid}` },
    );
  }
  if (conversation.status_id !== to.id) {
    await uow.publish({
      kind: 'conversation.status_changed',
      conversation_id: conversation.id,
      from: conversation.status_id,
      to: to.id,
      from_category: await categoryOf(uow, conversation.status_id),
      to_category: to.category,
    });
  }
  const changed = (['resolved_at', 'closed_at', 'snoozed_until'] as const).filter(
    (name) => times[name]?.getTime() !== conversation[name]?.getTime(),
  );
  return {
    conversation: patched,
    props: {
      ...(conversation.status_id === to.id ? {} : { status: to.name }),
      ...Object.fromEntries(changed.map((name) => [name, times[name]])),
    },
  };
}

/** The category of a conversation's status: what "open" and "resolved" mean is asked here, never by name. */
export async function categoryOf(uow: UnitOfWork, statusId: number): Promise<Status['category']> {
  return (await knownStatuses(uow.db)).find((status) => status.id === statusId)!.category;
}
