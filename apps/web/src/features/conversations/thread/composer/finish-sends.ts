import type { Message } from '@bellhop/contract';
import { toApiError } from '../../../../lib/api.ts';
import { can } from '../../../../lib/session.ts';
import { fetchMessages, newestMessages } from '../../conversations.api.ts';
import { drafts } from '../../drafts.ts';
import {
  allLocalMessages,
  changeLocalMessage,
  isAbandoned,
  isInFlight,
  type LocalMessage,
  localMessages,
  whileInFlight,
} from '../local-messages.ts';
import { closeComposer } from './composer-state.ts';
import { finish } from './send-draft.ts';

/**
 * Looks after what an earlier page has sent and did not live to see answered: what has arrived gets the actions of its
 * macro, what has not is shown as not sent. Failures are only logged; it is looked at again with its conversation.
 */
export async function finishSends(): Promise<void> {
  for (const local of allLocalMessages().filter(isAbandoned)) {
    try {
      if (local.state === 'applying') await whileInFlight(local, () => finish(local));
      else await lookFor(local);
    } catch (error) {
      console.info(toApiError(error).message);
    }
  }
}

/**
 * Messages of a thread whose sending got no answer here, and that stand there after all: they are done, and so is a draft
 * that holds the same text.
 */
export function settleSends(uuid: string, thread: readonly Message[]): void {
  for (const { send_id, private: isPrivate } of thread) {
    if (!send_id) continue;
    const mode = isPrivate ? 'note' : 'reply';
    if (drafts().settle(uuid, mode, send_id)) closeComposer(uuid);
    const local = localMessages(uuid).find((one) => one.send_id === send_id);
    if (!local || local.state === 'applying' || isInFlight(local)) continue;
    // Another tab may be about to hear of it; whoever has failed or gone is not.
    if (local.state === 'failed' || isAbandoned(local)) void whileInFlight(local, () => settle(local));
  }
}

async function settle(local: LocalMessage): Promise<void> {
  drafts().sent(local.conversation_uuid, local.mode);
  await finish(local);
}

async function lookFor(local: LocalMessage): Promise<void> {
  const { conversation_uuid: uuid, send_id } = local;
  if (!can('messages:read')) return;
  const { results } = await fetchMessages(uuid, newestMessages);
  if (results.some((message) => message.send_id === send_id)) await whileInFlight(local, () => settle(local));
  else changeLocalMessage(local, { state: 'failed' });
}
