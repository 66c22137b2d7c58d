import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { isEmail } from '../../../../lib/email.ts';
import { t } from '../../../../lib/i18n.ts';
import { useSetStatusByName } from '../../actions/use-resolve.ts';
import { type ComposeMode, isEmptyHtml } from '../../drafts/draft.ts';
import { drafts } from '../../drafts.ts';
import { useLocalMessages } from '../local-messages.ts';
import { isFocusFree } from '../thread-focus.ts';
import { closeComposer, openComposer, reopenComposer } from './composer-state.ts';
import type { Recipients } from './reply-recipients.ts';
import { sendDraft } from './send-draft.ts';
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
}

/**
 * Sends what is written and folds the composer, which opens again when sending fails; says what is missing instead when
 * something is. Does nothing while something is on its way. Answers whether something was sent.
 */
export function useSend({ conversation, mode, proposed, onProblem }: SendOptions): (isResolving?: boolean) => boolean {
  const client = useQueryClient();
  const { uuid } = conversation;
  const isBusy = useIsBusy(uuid, mode);
  const setStatus = useSetStatusByName(conversation);
  return (isResolving = false) => {
    if (isBusy || isUploading(uuid, mode)) return false;
    const recipients = drafts().read(uuid, mode).recipients ?? proposed;
    const problem = problemOf(uuid, mode, recipients);
    if (problem) {
      onProblem(problem);
      return false;
    }
    if (isResolving && conversation.assigned_user_id === null) {
      // Says why that is not possible.
      setStatus(defaultStatusNames.resolved);
      return false;
    }
    closeComposer(uuid);
    void sendDraft(client, { uuid, mode, recipients }).then((isSent) => {
      // Whoever has not gone elsewhere goes on writing.
      if (!isSent) isFocusFree() ? openComposer(uuid, mode) : reopenComposer(uuid, mode);
      else if (isResolving) setStatus(defaultStatusNames.resolved);
    });
    return true;
  };
}

/** Whether a reply or note is on its way to the server, or files of it still are. */
export function useIsBusy(uuid: string, mode: ComposeMode): boolean {
  const isSending = useLocalMessages(uuid).some((local) => local.mode === mode);
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
