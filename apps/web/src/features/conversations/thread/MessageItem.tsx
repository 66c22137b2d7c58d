import type { Conversation, Message } from '@bellhop/contract';
import { listed } from '@bellhop/rules/meta-addresses';
import { memo } from 'react';
import { fileSize, fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { MessageFiles } from '../../media/index.ts';
import { DeliveryMark, DeliveryProblem } from './DeliveryState.tsx';
import { Letter } from './letter/Letter.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageHead } from './MessageHead.tsx';
import type { FindSender } from './senders.ts';
import './message.css';

interface MessageItemProps {
  message: Message;
  conversation_uuid: string;
  contact: Conversation['contact'];
  findSender: FindSender;
}

/** A letter of the thread: incoming on the page, ours tinted, a note yellow with lock and words. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, conversation_uuid, contact, findSender } = props;
  const sender = findSender(message);
  const name = fullName(sender);
  const address = listed(message.meta, 'from')[0] ?? contact.email ?? name;
  const isEmpty = message.content.trim() === '' && message.text_content.trim() === '';
  return (
    <article className={`msg ${kindOf(message)}`} aria-label={labelOf(message, name)}>
      <MessageHead
        message={message}
        contact={contact}
        sender={sender}
        state={<DeliveryMark message={message} conversation_uuid={conversation_uuid} />}
        actions={<MessageActions message={message} conversation_uuid={conversation_uuid} />}
      />
      {isEmpty && message.attachments.length === 0 && <p className="msg-empty">{t('thread.no_text')}</p>}
      {!isEmpty && <Letter message={message} address={address} name={name} />}
      <MessageFiles files={message.attachments.filter((file) => !isInText(file, message.content))} />
      {skipped(message) && <p className="msg-empty">{t('thread.skipped', { list: skipped(message) })}</p>}
      <DeliveryProblem message={message} conversation_uuid={conversation_uuid} />
    </article>
  );
});

function kindOf(message: Message): string {
  if (message.private) return 'msg-note';
  return message.type === 'incoming' ? 'msg-in' : 'msg-out';
}

/** What an entry is, and whose. */
export function labelOf(message: Pick<Message, 'private' | 'type'>, name: string): string {
  if (message.private) return t('thread.note_by', { name });
  return message.type === 'incoming' ? t('thread.message_by', { name }) : t('thread.reply_by', { name });
}

/** Files that were too large to be kept (behaviour 1.6): their names, with size. */
function skipped({ meta }: Message): string {
  const files = Array.isArray(meta.skipped_attachments) ? meta.skipped_attachments : [];
  return files.map((file) => `${file?.filename ?? ''} (${fileSize(Number(file?.size) || 0)})`).join(', ');
}

/** Pictures that stand in the text are left out of the strip (wire B 3.1); those that nothing shows are not lost in it. */
function isInText(file: Message['attachments'][number], content: string): boolean {
  return file.disposition === 'inline' && content.includes(file.uuid);
}
