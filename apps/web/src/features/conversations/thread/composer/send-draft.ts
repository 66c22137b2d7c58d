import type { QueryClient } from '@tanstack/react-query';
import { api, toApiError } from '../../../../lib/api.ts';
import { newUuid } from '../../../../lib/uuid.ts';
import { toast } from '../../../../ui/toast.ts';
import { conversationQueries } from '../../conversations.api.ts';
import { putMessage } from '../../conversations.cache.ts';
import { type ComposeMode, type Draft, withoutEmptyEnd } from '../../drafts/draft.ts';
import { drafts } from '../../drafts.ts';
import { addLocalMessage, dropLocalMessage, type LocalMessage } from '../local-messages.ts';
import { runMacro } from './draft-macro.ts';
import type { Recipients } from './reply-recipients.ts';

interface Outgoing {
  uuid: string;
  mode: ComposeMode;
  /** Whom a reply goes to; a note goes to nobody. */
  recipients: Recipients;
}

/**
 * Sends the draft of a conversation. It leaves the composer and stands in the thread at once; when the server refuses
 * it, or does not answer, the text is back in the composer and a toast says why. Sent again unchanged it goes under the same
 * name, so that the server stores it once even if only its answer was lost. The actions of its macro run once it is
 * taken. Answers whether it was.
 */
export async function sendDraft(client: QueryClient, { uuid, mode, recipients }: Outgoing): Promise<boolean> {
  const draft = drafts().take(uuid, mode, newUuid());
  const local: LocalMessage = {
    send_id: draft.attempt,
    conversation_uuid: uuid,
    mode,
    draft,
    to: mode === 'reply' ? recipients.to : [],
    created_at: new Date().toISOString(),
  };
  addLocalMessage(local);
  try {
    putMessage(client, uuid, await api('messages.send', { params: { uuid }, body: bodyOf(draft, mode, recipients) }));
    drafts().sent(uuid, mode);
    // One's own first entry makes one a participant.
    void client.invalidateQueries({ queryKey: conversationQueries.participants(uuid).queryKey });
  } catch (error) {
    drafts().giveBack(uuid, mode);
    toast.error(toApiError(error).message);
    return false;
  } finally {
    dropLocalMessage(local);
  }
  // Without actions it only counts as used; what fails is told, the message stays sent.
  if (draft.macro) await runMacro(uuid, draft.macro);
  return true;
}

function bodyOf({ html, files, attempt }: Draft & { attempt: string }, mode: ComposeMode, recipients: Recipients) {
  const isNote = mode === 'note';
  return {
    message: withoutEmptyEnd(html),
    private: isNote,
    send_id: attempt,
    attachments: files.map((file) => file.id),
    ...(isNote ? {} : recipients),
  };
}
