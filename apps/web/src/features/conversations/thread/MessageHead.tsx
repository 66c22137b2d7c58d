import type { Conversation, Message } from '@bellhop/contract';
import { listed } from '@bellhop/rules/meta-addresses';
import { ChevronDown, Lock } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { fullDate, fullName } from '../../../lib/format.ts';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { useTextAt } from '../../../ui/use-now.ts';
import { messageTime } from './message-time.ts';
import type { Sender } from './senders.ts';

interface MessageHeadProps {
  message: Pick<Message, 'type' | 'private' | 'meta' | 'created_at'>;
  contact: Conversation['contact'];
  sender: Sender;
  /** Beside the time: how the delivery stands. */
  state?: ReactNode;
  /** Below the addresses: what else can be done with the message. */
  actions?: ReactNode;
}

/** Who wrote when to whom; the addresses in full on demand. A note says that only agents see it. */
export function MessageHead({ message, contact, sender, state, actions }: MessageHeadProps) {
  const time = useTextAt(60_000, (now) => messageTime(message.created_at, now));
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const fields = addressFields(message.meta);
  const isUs = message.type === 'outgoing';
  const summary = message.private ? '' : recipientSummary(message.meta, contact);
  return (
    <>
      <header className="msg-head">
        <Avatar {...sender} size={28} isUs={isUs} />
        <h2 className="msg-from cut" dir="auto">
          {fullName(sender)}
        </h2>
        {message.private && (
          <span className="msg-label" title={t('thread.note_label')}>
            <Lock className="ico-14" aria-hidden />
            <span className="cut" aria-hidden="true">
              {t('globals.terms.privateNote')}
            </span>
            <span className="vh">{t('thread.note_label')}</span>
          </span>
        )}
        {isAutomatic(message.meta) && <span className="msg-auto">{t('thread.automatic')}</span>}
        {(summary || (actions && !message.private)) && (
          <button
            type="button"
            className="msg-to"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="cut" dir="auto">
              {summary || t('thread.message_more')}
            </span>
            <ChevronDown className="ico-12 msg-to-mark" aria-hidden />
          </button>
        )}
        <span className="msg-when">
          {state}
          <time dateTime={message.created_at} title={fullDate(message.created_at)}>
            {time}
          </time>
        </span>
      </header>
      {isOpen && (
        <div className="msg-fields" id={id}>
          <dl>
            {fields.map(([label, value]) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
            <div>
              <dt>{t('globals.terms.date')}</dt>
              <dd>{fullDate(message.created_at)}</dd>
            </div>
          </dl>
          {actions}
        </div>
      )}
    </>
  );
}

/** Written by a machine: a rule or survey of ours, or the auto-reply of a customer. */
function isAutomatic(meta: Message['meta']): boolean {
  return meta.is_automated === true || meta.is_csat === true || meta.is_auto_reply === true;
}

/** The members of `meta` that are shown when they hold something (wire B 3.1). */
function addressFields(meta: Message['meta']): [TextKey, string][] {
  const labels: [string, TextKey][] = [
    ['from', 'thread.from'],
    ['to', 'thread.to'],
    ['cc', 'thread.cc'],
    ['bcc', 'thread.bcc'],
  ];
  const found = labels.map(([key, label]): [TextKey, string] => [label, listed(meta, key).join(', ')]);
  const subject = typeof meta.subject === 'string' ? meta.subject : '';
  return [...found, ['globals.terms.subject', subject] as [TextKey, string]].filter(([, value]) => value !== '');
}

/** "to Nora, kai@x.example, cc lea@x.example": the contact by name, others by address. */
function recipientSummary(meta: Message['meta'], contact: Conversation['contact']): string {
  const named = (address: string) =>
    address === contact.email?.toLowerCase() && contact.first_name ? contact.first_name : address;
  const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((key) => listed(meta, key).map(named).join(', '));
  const parts = [
    to && t('thread.to_list', { list: to }),
    cc && t('thread.cc_list', { list: cc }),
    bcc && t('thread.bcc_list', { list: bcc }),
  ];
  return parts.filter(Boolean).join(', ');
}
