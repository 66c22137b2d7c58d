import type { Conversation } from '@bellhop/contract';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { memo } from 'react';
import { t } from '../../../lib/i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { AttributeFields } from './AttributeFields.tsx';
import { ContactBlock } from './ContactBlock.tsx';
import { ConversationFacts } from './ConversationFacts.tsx';
import { InformationFacts } from './InformationFacts.tsx';
import { PanelEdge } from './PanelEdge.tsx';
import { Participants } from './Participants.tsx';
import { PreviousConversations } from './PreviousConversations.tsx';
import { Section } from './Section.tsx';
import { SlaFacts } from './SlaFacts.tsx';
import '../../../ui/facts.css';
import './panel.css';

interface DetailsPanelProps {
  conversation: Conversation;
  onClose: () => void;
  /** Snoozed was chosen as status: a time has to be asked for. */
  onSnooze: () => void;
  onResize: (width: number | null) => void;
}

interface DetailsOverlayProps extends Omit<DetailsPanelProps, 'onResize'> {
  isOpen: boolean;
  onCloseAutoFocus: (event: Event) => void;
}

/** What is known about the contact and the conversation, beside the thread. By itself: it waits while the next thread is drawn. */
export const DetailsPanel = memo(function DetailsPanel({
  conversation,
  onClose,
  onSnooze,
  onResize,
}: DetailsPanelProps) {
  return (
    <aside className="panel" aria-label={t('details.title')}>
      <PanelEdge onResize={onResize} />
      <div className="panel-scroll scroll">
        <div className="bar">
          <h2 className="grow">{t('details.title')}</h2>
          <IconButton label={t('details.hide')} icon={<X aria-hidden />} onClick={onClose} />
        </div>
        <Sections conversation={conversation} onSnooze={onSnooze} />
      </div>
    </aside>
  );
});

/** The same over the page, where there is no room beside the thread. */
export function DetailsOverlay({ conversation, isOpen, onClose, onSnooze, onCloseAutoFocus }: DetailsOverlayProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className="panel is-over panel-scroll scroll"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // The sheet itself: its first button would show its tooltip, and a phone its keyboard.
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onEscapeKeyDown={(event) => {
            // In a field Escape takes back what was typed; the sheet stays.
            if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
          }}
        >
          <div className="bar">
            <Radix.Title className="grow">{t('details.title')}</Radix.Title>
            <IconButton label={t('details.hide')} icon={<X aria-hidden />} onClick={onClose} />
          </div>
          <Sections conversation={conversation} onSnooze={onSnooze} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Sections({ conversation, onSnooze }: Pick<DetailsPanelProps, 'conversation' | 'onSnooze'>) {
  return (
    <>
      <ContactBlock conversation={conversation} />
      <Section name="conversation" title={t('globals.terms.conversation')}>
        <ConversationFacts conversation={conversation} onSnooze={onSnooze} />
        <AttributeFields conversation={conversation} owner="conversation" />
      </Section>
      <SlaFacts conversation={conversation} />
      <InformationFacts conversation={conversation} />
      <AttributeFields conversation={conversation} owner="contact">
        {(fields) => (
          <Section name="contact" title={t('conversation.sidebar.contactAttributes')}>
            {fields}
          </Section>
        )}
      </AttributeFields>
      <Participants conversation={conversation} />
      <Section name="previous" title={t('conversation.sidebar.previousConvo')}>
        <PreviousConversations conversation={conversation} />
      </Section>
    </>
  );
}
