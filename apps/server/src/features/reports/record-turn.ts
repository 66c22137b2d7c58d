import type { Subscriber } from '../../core/unit-of-work.ts';
import { insertTurn } from './sources.queries.ts';

/** A conversation was resolved, or is open again: when, and whose it was then, is told by nothing else later. */
export const recordTurn: Subscriber<'conversation.status_changed'> = async (uow, event) => {
  const is_resolved = event.to_category === 'resolved';
  if (is_resolved === (event.from_category === 'resolved')) return;
  await insertTurn(uow.db, { conversation_id: event.conversation_id, at: uow.now, is_resolved });
};
