import type { QueryClient } from '@tanstack/react-query';
import { api, toApiError } from '../../../../lib/api.ts';
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

let count = 0;

/**
 * Sends the draft of a conversation. It leaves the composer and stands in the thread at once; when the server refuses
 * it, or does not answer, the text is back in the composer and a toast says why. The actions of its macro run once it is
 * taken. Answers whether it was.
 */
export async function sendDraft(client: QueryClient, { uuid, mode, recipients }: Outgoing): Promise<boolean> {
  const draft = drafts().take(uuid, mode);
  count += 1;
  const local: LocalMessage = {
    local_id: `local-${count}`,
    conversation_uuid: uuid,
    mode,
    draft,
    to: mode === 'reply' ? recipients.to : [],
    created_at: new Date().toISOString(),
    known: knownMessages(client, uuid),
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

function bodyOf({ html, files }: Draft, mode: ComposeMode, recipients: Recipients) {
  const isNote = mode === 'note';
  return {
    message: withoutEmptyEnd(html),
    private: isNote,
    attachments: files.map((file) => file.id),
    ...(isNote ? {} : recipients),
  };
}

function knownMessages(client: QueryClient, uuid: string): ReadonlySet<string> {
  const thread = client.getQueryData(conversationQueries.messages(uuid).queryKey);
  return new Set(thread?.pages.flatMap((page) => page.results.map((message) => message.uuid)));
}
