import type { Notification } from '@bellhop/contract';
import { Link } from 'react-router';
import { fullDate, fullName, relativeTime } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { conversationPath } from '../conversations/index.ts';

interface NotificationRowProps {
  notification: Notification;
  now: number;
  onOpen: (notification: Notification) => void;
}

/** Who did what, where and when. It leads to the message. */
export function NotificationRow({ notification: one, now, onOpen }: NotificationRowProps) {
  const { conversation, message_uuid, actor, created_at } = one;
  const isUnread = one.read_at === null;
  // Whatever list the conversation stands in (wire B 5).
  const to = conversationPath({ kind: 'assigned' }, conversation.uuid, message_uuid ? `?message=${message_uuid}` : '');
  return (
    <li>
      <Link className={classNames('news-row', isUnread && 'is-unread')} to={to} onClick={() => onOpen(one)}>
        <Avatar {...actor} size={28} isUs />
        <span className="news-main">
          <span className="news-top">
            <span className="news-what" dir="auto">
              {isUnread && <span className="vh">{t('notifications.unread')}</span>} {whatOf(one)}
            </span>
            <time dateTime={created_at} title={fullDate(created_at)}>
              {relativeTime(created_at, now)}
            </time>
          </span>
          <span className="news-where cut" dir="auto">
            {conversation.subject || t('list.no_subject')} · {fullName(conversation.contact)}
          </span>
          {one.preview && (
            <span className="news-preview" dir="auto">
              {one.preview}
            </span>
          )}
        </span>
        <span className="news-dot" aria-hidden="true" />
      </Link>
    </li>
  );
}

function whatOf({ kind, actor, team }: Notification): string {
  const name = fullName(actor);
  if (kind === 'assignment') return t('notifications.assignment', { name });
  return team ? t('notifications.mention_team', { name, team: team.name }) : t('notifications.mention', { name });
}
