import type { Conversation } from '@bellhop/contract';
import { type Recipients, withoutPart } from '@bellhop/rules/reply-recipients';
import { checkBeforeSend, type SendWarning } from '@bellhop/rules/send-check';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { inboxQueries } from '../../../inboxes/index.ts';
import type { ComposeMode, Draft } from '../../drafts/draft.ts';
import { drafts, useDraft } from '../../drafts.ts';
import type { RecipientsState } from './use-recipients.ts';
import type { SendWay } from './use-send.ts';
import { useUnresolved } from './use-unresolved.ts';

interface SendCheckOptions {
  uuid: string;
  mode: ComposeMode;
  contact_email: string | null;
  inbox_mail: string;
  /** Whom it was proposed for, and who was on the mails of the thread. */
  proposed: Recipients;
  people: readonly string[];
  /** Names of variables in the text that stand for nothing. */
  unresolvedIn: (html: string) => readonly string[];
}

export interface SendCheck<Way> {
  /** What to ask before it leaves; none once it was asked, and as long as nobody wants to send. */
  warnings: readonly SendWarning[];
  /**
   * Whether a reply has to wait for an answer to its warnings; the way in which it was about to be sent is kept then. What was
   * answered with yes is not asked again for the same recipients.
   */
  holdsBack: (recipients: Recipients, way: Way) => boolean;
  /** It shall leave after all; answers the way in which it was about to be sent. */
  confirm: () => Way | undefined;
  /** Back to writing. */
  dismiss: () => void;
}

/** What a careful colleague would ask, asked once before a reply leaves. Notes are never asked about: they go nowhere. */
export function useSendCheck<Way>(options: SendCheckOptions): SendCheck<Way> {
  const { uuid, mode, contact_email, inbox_mail, proposed, people, unresolvedIn } = options;
  const { data: inboxes } = useQuery(inboxQueries.list());
  const [asked, setAsked] = useState<{ warnings: readonly SendWarning[]; way: Way; sign: string; draft: Draft }>();
  const answered = useRef<string>(undefined);
  // Whoever writes on has gone back to the text.
  const isOpen = asked?.draft === useDraft(uuid, mode);
  return {
    warnings: asked && isOpen ? asked.warnings : [],
    holdsBack: (recipients, way) => {
      if (mode === 'note') return false;
      const draft = drafts().read(uuid, mode);
      const { html, files } = draft;
      const own = [inbox_mail, ...(inboxes ?? []).map(({ address }) => address)].map((address) =>
        address.toLowerCase(),
      );
      const warnings = checkBeforeSend(
        { ...recipients, html, file_count: files.length, unresolved: unresolvedIn(html) },
        { contact_email, proposed, people, own_addresses: [...new Set(own)].map(withoutPart) },
      );
      const sign = JSON.stringify([warnings, recipients]);
      if (warnings.length === 0 || answered.current === sign) return false;
      setAsked({ warnings, way, sign, draft });
      return true;
    },
    confirm: () => {
      answered.current = asked?.sign;
      setAsked(undefined);
      return asked?.way;
    },
    dismiss: () => setAsked(undefined),
  };
}

/** The check of a reply to a conversation; a note has none. */
export function useReplyCheck(
  conversation: Conversation,
  mode: ComposeMode,
  { proposed, people }: Pick<RecipientsState, 'proposed' | 'people'>,
): SendCheck<SendWay> {
  const { uuid, contact, inbox_mail } = conversation;
  const unresolvedIn = useUnresolved(conversation);
  return useSendCheck({ uuid, mode, contact_email: contact.email, inbox_mail, proposed, people, unresolvedIn });
}
