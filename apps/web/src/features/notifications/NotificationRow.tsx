import type { Notification, NotificationEvent } from '@bellhop/contract';
import { eventOfKind, whatWasTold, whyTold } from '@bellhop/rules/notification-words';
import { AlarmClock, BellRing, MailWarning, Webhook, Workflow } from 'lucide-react';
import { Link } from 'react-router';
import { fullDate, fullName, relativeTime } from '../../lib/format.ts';
import { type TextKey, t } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { conversationPath } from '../conversations/index.ts';

interface NotificationRowProps {
  notification: Notification;
  now: number;
  onOpen: (notification: Notification) => void;
}

/** What stands for those whom no person did. */
const signs: { [E in NotificationEvent]?: typeof Webhook } = {
  mailbox_trouble: MailWarning,
  webhook_off: Webhook,
  sla_warning: AlarmClock,
  sla_breach: AlarmClock,
  snooze_woken: BellRing,
  rule: Workflow,
};

/** Who did what, where and when; it leads to the message. Or which mailbox or webhook needs somebody; it leads there. */
export function NotificationRow({ notification: one, now, onOpen }: NotificationRowProps) {
  const { actor, created_at } = one;
  const Sign = signs[eventOfKind(one.kind)];
  const isUnread = one.read_at === null;
  return (
    <li>
      <Link className={classNames('news-row', isUnread && 'is-unread')} to={placeOf(one)} onClick={() => onOpen(one)}>
        {Sign ? (
          <span className="news-sign" aria-hidden="true">
            <Sign />
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
          <span className="news-why" dir="auto">
            {whyOf(one)}
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

/** What happened, and how much more of it. */
function whatOf(one: Notification): string {
  const metric = one.sla ? t(`notifications.metric.${one.sla.metric}`) : '';
  const { key, params } = whatWasTold({ ...one, metric }, fullName(one.actor));
  const what = t(key as TextKey, params);
  return one.count > 1 ? t('notifications.and_more', { what, n: one.count - 1 }) : what;
}

/** Why the agent was told. */
function whyOf(one: Notification): string {
  const { key, params } = whyTold(one);
  return t(key as TextKey, params);
}
