import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { loadActor } from '../../users/index.ts';
import { findConversationForUpdate } from '../conversation-rows.ts';
import { setStatus } from '../verbs/set-status.ts';
import { findMessageById } from './outbound.queries.ts';
import { noteHandover, type OutgoingMail } from './outgoing.queries.ts';

/**
 * The last step before a mail is handed over, and the first in which it counts as leaving: it can no longer be taken back, and the
 * status that was chosen with it is set, both in one unit of work, so that a crash before it repeats it and one after it does not.
 * False when the mail is no longer this process's: it must not be sent then.
 */
export async function beginHandover(deps: Deps, mail: OutgoingMail, owner: string): Promise<boolean> {
  const { message_id, set_status } = mail;
  if (set_status === null) return deps.work(deps.system, (uow) => noteHandover(uow.db, { message_id, owner }));
  return deps.work(await authorOf(deps, message_id), async (uow) => {
    // The conversation first, as everybody locks who changes a reply.
    const conversation = await findConversationForUpdate(uow, mail.conversation_id);
    if (!(await noteHandover(uow.db, { message_id, owner }))) return false;
    if (conversation) await setChosenStatus(deps, uow, conversation, set_status);
    return true;
  });
}

/** What was allowed as the reply was stored may have become impossible; the mail leaves all the same. */
async function setChosenStatus(
  deps: Deps,
  uow: UnitOfWork,
  conversation: Parameters<typeof setStatus>[1],
  status: string,
): Promise<void> {
  try {
    await setStatus(uow, conversation, { status });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ conversation: conversation.uuid, reason: error.code }, 'a status could not be set with its reply');
  }
}

/** Who wrote the reply; System for somebody who is no agent any more. */
async function authorOf(deps: Deps, messageId: number): Promise<Actor> {
  const message = await findMessageById(deps.db, messageId);
  if (!message) return deps.system;
  try {
    return await loadActor(deps.db, message.sender_id);
  } catch (error) {
    if (error instanceof AppError) return deps.system;
    throw error;
  }
}
