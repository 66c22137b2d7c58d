import type { Conversation, Message } from '@bellhop/contract';
import { UsersRound } from 'lucide-react';
import { cutPreview, fullName } from '../../../../lib/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { dayAndTime } from '../message-time.ts';
import { useSenders } from '../senders.ts';
import { setCollision, useCollision } from './collision.ts';

interface CollisionPanelProps {
  conversation: Conversation;
  onSendAnyway: () => void;
  onDiscard: () => void;
}

/** Somebody has written while this reply was being written: what is new, and three ways on. The text stays as it is. */
export function CollisionPanel({ conversation, onSendAnyway, onDiscard }: CollisionPanelProps) {
  const { uuid } = conversation;
  const messages = useCollision(uuid);
  if (!messages) return null;
  return (
    <section className="collision" role="alert" aria-label={t('collision.title')}>
      <p className="collision-title">
        <UsersRound className="ico-14" aria-hidden />
        {t('collision.title')}
      </p>
      {messages.length === 0 && <p>{t('collision.hidden')}</p>}
      <ul>
        {messages.map((message) => (
          <NewMessage key={message.uuid} message={message} conversation={conversation} />
        ))}
      </ul>
      <div className="collision-ways">
        <Button size="s" tone="quiet" onClick={onDiscard}>
          {t('collision.discard')}
        </Button>
        <Button size="s" onClick={() => setCollision(uuid, undefined)}>
          {t('collision.edit')}
        </Button>
        <Button size="s" tone="main" onClick={onSendAnyway}>
          {t('collision.send_anyway')}
        </Button>
      </div>
    </section>
  );
}

function NewMessage({ message, conversation }: { message: Message; conversation: Conversation }) {
  const now = useNow(60_000);
  const sender = useSenders(conversation)(message);
  return (
    <li>
      <b dir="auto">{fullName(sender)}</b>{' '}
      <time dateTime={message.created_at}>{dayAndTime(new Date(message.created_at), now)}</time>
      <span className="collision-text" dir="auto">
        {cutPreview(message.text_content)}
      </span>
    </li>
  );
}
