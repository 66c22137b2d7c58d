import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { findAgentsWith } from '../users/index.ts';
import { announceRead } from './mark-read.ts';
import { readOfInbox } from './notifications.queries.ts';
import { aboutNothing, tell } from './tell.ts';

type Trouble = DomainEvents['inbox.in_trouble'];

/** A mailbox stopped or fell silent: everybody who manages mailboxes is told. */
export async function notifyMailboxTrouble(uow: UnitOfWork, { inbox_id, alert }: Trouble): Promise<void> {
  const agents = await findAgentsWith(uow.db, 'inboxes:manage');
  const named = new Map(agents.map((id) => [id, null]));
  const because = 'inbox.in_trouble';
  await tell(uow, { ...aboutNothing, because, kind: kindOf(alert), conversation_id: null, inbox_id, named });
}

/** It is over: nobody need look into it any more. */
export async function readMailboxTrouble(uow: UnitOfWork, { inbox_id, alert }: Trouble): Promise<void> {
  const rows = await readOfInbox(uow.db, { inbox_id, kind: kindOf(alert), now: uow.now });
  for (const { id, agent_id } of rows) await announceRead(uow, agent_id, [id]);
}

function kindOf(alert: Trouble['alert']): 'mailbox_stopped' | 'mailbox_silent' {
  return alert === 'silent' ? 'mailbox_silent' : 'mailbox_stopped';
}
