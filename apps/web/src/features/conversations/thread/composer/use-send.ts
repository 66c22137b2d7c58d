import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { isEmail } from '@bellhop/contract/formats';
import type { Recipients } from '@bellhop/rules/reply-recipients';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { t } from '../../../../lib/i18n.ts';
import { toast } from '../../../../ui/toast.ts';
import { useSetStatusByName } from '../../actions/use-resolve.ts';
import { type ComposeMode, isEmptyHtml } from '../../drafts/draft.ts';
import { drafts } from '../../drafts.ts';
import { isInFlight, useLocalMessages } from '../local-messages.ts';
import { offerUndo } from '../offer-undo.tsx';
import { showSendStatus } from '../show-send-status.ts';
import { isFocusFree } from '../thread-focus.ts';
import { isAiWriting } from './ai/ai-wishes.ts';
import { setCollision } from './collision.ts';
import { closeComposer, openComposer, reopenComposer, setSendStatus } from './composer-state.ts';
import { type SendOutcome, sendDraft } from './send-draft.ts';
import { isUploading, useUploads } from './uploads.ts';

/** What keeps a draft from being sent. */
export interface SendProblem {
  field: 'text' | 'recipients';
  text: string;
}

interface SendOptions {
  conversation: Conversation;
  mode: ComposeMode;
  /** Proposed recipients, for a draft in which nobody has changed them. */
  proposed: Recipients;
  onProblem: (problem: SendProblem) => void;
  /** Asks what there is to ask before it leaves (use-send-check.ts); answers whether it has to wait for that. */
  holdsBack: (recipients: Recipients, way: SendWay) => boolean;
}

/** How to send: the status that the conversation gets with it, and whether the writer knows that others have written. */
export interface SendWay {
  status?: string | null;
  isForced?: boolean;
}

/**
 * Sends what is written and folds the composer; says what is missing instead when something is. Does nothing while
 * something is on its way. Answers whether something was sent.
 */
export function useSend({
  conversation,
  mode,
  proposed,
  onProblem,
  holdsBack,
}: SendOptions): (way?: SendWay) => boolean {
  const { uuid } = conversation;
  const isBusy = useIsBusy(uuid, mode);
  const setStatus = useSetStatusByName(conversation);
  const settle = useSettle(uuid);
  const client = useQueryClient();
  return ({ status = null, isForced = false } = {}) => {
    if (isBusy || isUploading(uuid, mode)) return false;
    const recipients = drafts().read(uuid, mode).recipients ?? proposed;
    const problem = problemOf(uuid, mode, recipients);
    if (problem) {
      onProblem(problem);
      return false;
    }
    if (status === defaultStatusNames.resolved && conversation.assigned_user_id === null) {
      // Says why that is not possible.
      setStatus(status);
      return false;
    }
    if (isAiWriting(uuid, mode)) {
      // What would leave is not what stands there.
      onProblem({ field: 'text', text: t('ai.still_writing') });
      return false;
    }
    if (holdsBack(recipients, { status, isForced })) return false;
    const from = window.location.pathname + window.location.search;
    closeComposer(uuid);
    setSendStatus(uuid, null);
    setCollision(uuid, undefined);
    const set_status = status === conversation.status ? null : status;
    void sendDraft(client, { uuid, mode, recipients, set_status, isForced }).then((outcome) =>
      settle(outcome, { mode, set_status, from }),
    );
    return true;
  };
}

interface SentFrom {
  mode: ComposeMode;
  set_status: string | null;
  /** Address of the page on which it was sent. */
  from: string;
}

/** What follows a send: the undo and the status of one that went through, the composer of one that somebody was faster than. */
export function useSettle(uuid: string): (outcome: SendOutcome, sent: SentFrom) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (outcome, { mode, set_status, from }) => {
    const goTo = () => void navigate(from, { flushSync: true });
    if (outcome.kind === 'sent') {
      offerUndo(client, { ...outcome, conversation_uuid: uuid, goTo });
      if (set_status !== null) showSendStatus(client, uuid, set_status, outcome.message);
    } else if (outcome.kind === 'collision') {
      setSendStatus(uuid, set_status);
      const isHere = window.location.pathname.includes(uuid);
      // Whoever has not gone elsewhere decides now.
      if (isHere && isFocusFree()) openComposer(uuid, mode);
      else reopenComposer(uuid, mode);
      if (isHere) return;
      const action = { label: t('hotkeys.open'), onClick: goTo };
      toast.error(t('collision.elsewhere'), { id: `collision-${uuid}`, action });
    }
  };
}

/** Whether a reply or note is on its way to the server, or files of it still are. */
export function useIsBusy(uuid: string, mode: ComposeMode): boolean {
  const isSending = useLocalMessages(uuid).some((local) => local.mode === mode && isInFlight(local));
  return useUploads(uuid, mode).length > 0 || isSending;
}

function problemOf(uuid: string, mode: ComposeMode, { to, cc, bcc }: Recipients): SendProblem | undefined {
  const { html, files } = drafts().read(uuid, mode);
  if (isEmptyHtml(html) && files.length === 0) return { field: 'text', text: t('errors.message.empty') };
  if (mode === 'note') return undefined;
  if ([...to, ...cc, ...bcc].some((address) => !isEmail(address))) {
    return { field: 'recipients', text: t('globals.messages.correctEmailErrors') };
  }
  return to.length === 0 ? { field: 'recipients', text: t('errors.message.no_recipient') } : undefined;
}
