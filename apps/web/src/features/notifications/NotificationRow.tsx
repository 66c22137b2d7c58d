import type { Notification } from '@bellhop/contract';
import { MailWarning, Webhook } from 'lucide-react';
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

/** Who did what, where and when; it leads to the message. Or which mailbox or webhook needs somebody; it leads there. */
export function NotificationRow({ notification: one, now, onOpen }: NotificationRowProps) {
  const { inbox, webhook, actor, created_at } = one;
  const isUnread = one.read_at === null;
  return (
    <li>
      <Link className={classNames('news-row', isUnread && 'is-unread')} to={placeOf(one)} onClick={() => onOpen(one)}>
        {inbox || webhook ? (
          <span className="news-sign" aria-hidden="true">
            {webhook ? <Webhook /> : <MailWarning />}
          </span>
        ) : (
          <Avatar {...actor} size={28} isUs />
        )}
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
            {whereOf(one)}
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

/** A conversation is shown in whatever list it stands (wire B 5). */
function placeOf({ conversation, inbox, webhook, message_uuid }: Notification): string {
  if (webhook) return '/admin/webhooks';
  if (!conversation) return inbox ? `/admin/inboxes/${inbox.id}/edit` : '/admin/inboxes';
  return conversationPath({ kind: 'assigned' }, conversation.uuid, message_uuid ? `?message=${message_uuid}` : '');
}

function whereOf({ conversation, inbox, webhook }: Notification): string {
  if (!conversation) return (inbox ?? webhook)?.name ?? '';
  return `${conversation.subject || t('list.no_subject')} · ${fullName(conversation.contact)}`;
}

function whatOf({ kind, actor, team }: Notification): string {
  const name = fullName(actor);
  if (kind === 'mailbox_stopped') return t('notifications.mailbox_stopped');
  if (kind === 'mailbox_silent') return t('notifications.mailbox_silent');
  if (kind === 'webhook_off') return t('notifications.webhook_off');
  if (kind === 'assignment') return t('notifications.assignment', { name });
  return team ? t('notifications.mention_team', { name, team: team.name }) : t('notifications.mention', { name });
}
