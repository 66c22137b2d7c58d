import type { Message } from '@bellhop/contract';
import { noRecipients, type Recipients } from '@bellhop/rules/reply-recipients';
import type { QueryClient } from '@tanstack/react-query';
import { api, toApiError } from '../../../../lib/api.ts';
import { serverNow } from '../../../../lib/server-time.ts';
import { newUuid } from '../../../../lib/uuid.ts';
import { conversationQueries } from '../../conversations.api.ts';
import { putMessage } from '../../conversations.cache.ts';
import { type ComposeMode, contentOf, withoutEmptyEnd } from '../../drafts/draft.ts';
import { serverDrafts } from '../../drafts/server-drafts.ts';
import { drafts } from '../../drafts.ts';
import { noteSeen, seenSeq } from '../../seen-seq.ts';
import {
  addLocalMessage,
  changeLocalMessage,
  dropLocalMessage,
  type LocalMessage,
  whileInFlight,
} from '../local-messages.ts';
import { setCollision } from './collision.ts';
import { runMacro } from './draft-macro.ts';

export interface Outgoing {
  uuid: string;
  mode: ComposeMode;
  /** Whom a reply goes to; a note goes to nobody. */
  recipients: Recipients;
  /** Status that the conversation gets with it. */
  set_status: string | null;
  /** The writer knows that somebody else has written meanwhile. */
  isForced: boolean;
}

/** What became of a send: with `sent` the message as the server has it. */
export type SendOutcome =
  | { kind: 'sent'; message: Message; hasApplied: boolean }
  | { kind: 'failed' }
  /** Somebody answered first: the text is back in the composer, with what is new above it. */
  | { kind: 'collision' };

/**
 * Sends the draft of a conversation. It leaves the composer and stands in the thread at once; when the server refuses it, or
 * does not answer, it stays there and says why. The actions of its macro run once it is taken.
 */
export function sendDraft(client: QueryClient, { uuid, mode, recipients, ...way }: Outgoing): Promise<SendOutcome> {
  serverDrafts().hold(uuid, mode);
  const draft = drafts().take(uuid, mode, newUuid());
  const local = addLocalMessage({
    send_id: draft.attempt,
    conversation_uuid: uuid,
    mode,
    draft,
    recipients: mode === 'reply' ? recipients : noRecipients,
    set_status: way.set_status,
    based_on_seq: seenSeq(uuid) ?? null,
    created_at: new Date(serverNow()).toISOString(),
    state: 'sending',
    reason: null,
  });
  return deliver(client, local, way.isForced);
}

/**
 * Gives a message to the server once more, under the name it had: what has arrived after all is not stored twice.
 */
export function resend(client: QueryClient, local: LocalMessage): Promise<SendOutcome> {
  serverDrafts().hold(local.conversation_uuid, local.mode);
  return deliver(client, changeLocalMessage(local, { state: 'sending', reason: null }), false);
}

/** Puts a message that was not sent back into the composer. */
export function takeToComposer(local: LocalMessage): void {
  const { conversation_uuid: uuid, mode, draft, recipients, send_id } = local;
  const chosen = mode === 'reply' ? recipients : null;
  drafts().giveBack(uuid, mode, { ...draft, recipients: draft.recipients && chosen, attempt: send_id });
  dropLocalMessage(local);
}

async function deliver(client: QueryClient, local: LocalMessage, isForced: boolean): Promise<SendOutcome> {
  const { conversation_uuid: uuid, mode } = local;
  try {
    return await whileInFlight(local, async () => {
      const message = await api('messages.send', { params: { uuid }, body: bodyOf(local, isForced) });
      putMessage(client, uuid, message);
      drafts().sent(uuid, mode);
      // One's own first entry makes one a participant.
      void client.invalidateQueries({ queryKey: conversationQueries.participants(uuid).queryKey });
      return { kind: 'sent', message, hasApplied: await finish(local) };
    });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.code === 'message.newer_exists') {
      takeToComposer(local);
      setCollision(uuid, (error.data as Message[] | null) ?? []);
      learnSeq(client, uuid).catch((problem: unknown) => console.info(problem));
      return { kind: 'collision' };
    }
    changeLocalMessage(local, { state: 'failed', reason: error.message });
    return { kind: 'failed' };
  } finally {
    serverDrafts().release(uuid, mode);
  }
}

/**
 * The server has the message: the actions of its macro run, and it is kept until they have. Without actions the macro only
 * counts as used; what fails is told. Answers whether some were applied.
 */
export async function finish(local: LocalMessage): Promise<boolean> {
  const { macro } = local.draft;
  if (!macro) {
    dropLocalMessage(local);
    return false;
  }
  changeLocalMessage(local, { state: 'applying' });
  const isApplied = await runMacro(local.conversation_uuid, macro);
  dropLocalMessage(local);
  return isApplied && macro.actions.length > 0;
}

/** What the agent is shown is what the next send is based on. */
async function learnSeq(client: QueryClient, uuid: string): Promise<void> {
  const { queryKey } = conversationQueries.messages(uuid);
  const [detail] = await Promise.all([
    api('conversations.get', { params: { uuid } }),
    client.invalidateQueries({ queryKey }),
  ]);
  noteSeen(uuid, detail.last_seq);
}

function bodyOf({ draft, mode, recipients, send_id, set_status, based_on_seq }: LocalMessage, isForced: boolean) {
  const isNote = mode === 'note';
  return {
    message: withoutEmptyEnd(draft.html),
    private: isNote,
    send_id,
    attachments: draft.files.map((file) => file.id),
    draft: { ...contentOf(draft), ...(isNote ? {} : { recipients }) },
    ...(set_status === null ? {} : { set_status }),
    ...(isNote ? {} : { ...recipients, undo: true }),
    ...(isNote || based_on_seq === null || isForced ? {} : { based_on_seq }),
    ...(isForced ? { force: true } : {}),
  };
}
