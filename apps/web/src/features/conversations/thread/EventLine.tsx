import type { Message } from '@bellhop/contract';
import { AlarmClock, CircleDot, Flag, type LucideIcon, MailWarning, Tag, UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { fullDate, fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { activityLine } from './activity-line.ts';
import { messageTime } from './message-time.ts';
import type { FindSender } from './senders.ts';
import './message.css';

/** More than this many in a row show only the latest ones. */
const mostShown = 4;
const shownWhenMany = 2;

/** Activities that follow each other, one line each; of many only the latest, the others on demand. */
export function EventRun({ events, findSender }: { events: readonly Message[]; findSender: FindSender }) {
  const [isOpen, setOpen] = useState(false);
  const isMany = events.length > mostShown;
  const shown = isMany && !isOpen ? events.slice(-shownWhenMany) : events;
  const hidden = events.length - shownWhenMany;
  return (
    <>
      {isMany && (
        <button type="button" className="event event-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('thread.hide_changes') : t('thread.more_changes', { n: hidden }, hidden)}
        </button>
      )}
      {shown.map((event) => (
        <EventLine key={event.uuid} event={event} findSender={findSender} />
      ))}
    </>
  );
}

function EventLine({ event, findSender }: { event: Message; findSender: FindSender }) {
  const now = useNow(60_000);
  const Icon = iconOf(String(event.meta.activity_type));
  return (
    <p className="event">
      <Icon className="ico-14" aria-hidden />
      <span className="event-text" dir="auto">
        {activityLine(event, fullName(findSender(event)), now).map((part) =>
          part.isStrong ? <b key={part.key}>{part.text}</b> : part.text,
        )}
      </span>
      <time dateTime={event.created_at} title={fullDate(event.created_at)}>
        {messageTime(event.created_at, now)}
      </time>
    </p>
  );
}

function iconOf(kind: string): LucideIcon {
  if (kind.includes('team')) return UsersRound;
  if (kind.startsWith('tag_')) return Tag;
  if (kind === 'status_change') return CircleDot;
  if (kind === 'snoozed' || kind === 'woken') return AlarmClock;
  if (kind === 'priority_change') return Flag;
  return kind === 'bounce' ? MailWarning : UserRound;
}
