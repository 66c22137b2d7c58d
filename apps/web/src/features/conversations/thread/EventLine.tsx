import type { Message } from '@bellhop/contract';
import { AlarmClock, CircleDot, Flag, type LucideIcon, MailWarning, Tag, UserRound, UsersRound } from 'lucide-react';
import { Fragment, memo, use, useId, useState } from 'react';
import { fullDate, fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useNow, useTextAt } from '../../../ui/use-now.ts';
import { activityLine } from './activity-line.ts';
import { messageTime } from './message-time.ts';
import { Ask } from './original.ts';
import type { FindSender } from './senders.ts';
import './message.css';

/** More than this many in a row show only the latest ones. */
const mostShown = 4;
const shownWhenMany = 2;

/** Entries of unfolded runs: a run may get another key when entries join it, and must not fold by that. */
const unfolded = new Set<string>();

interface EventRunProps {
  events: readonly Message[];
  findSender: FindSender;
}

/** Activities that follow each other, one line each; of many only the latest, the others on demand. */
export const EventRun = memo(function EventRun({ events, findSender }: EventRunProps) {
  const [isOpen, setOpen] = useState(() => events.some(({ uuid }) => unfolded.has(uuid)));
  const toggle = () => {
    for (const { uuid } of events) isOpen ? unfolded.delete(uuid) : unfolded.add(uuid);
    setOpen(!isOpen);
  };
  const isMany = events.length > mostShown;
  const shown = isMany && !isOpen ? events.slice(-shownWhenMany) : events;
  const hidden = events.length - shownWhenMany;
  return (
    <>
      {isMany && (
        <button type="button" className="event event-fold" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? t('thread.hide_changes') : t('thread.more_changes', { n: hidden }, hidden)}
        </button>
      )}
      {shown.map((event) => (
        <EventLine key={event.uuid} event={event} findSender={findSender} />
      ))}
    </>
  );
});

function EventLine({ event, findSender }: { event: Message; findSender: FindSender }) {
  const { cause_id } = event.meta;
  const textId = useId();
  const { snoozed_until } = (event.meta.params ?? {}) as { snoozed_until?: unknown };
  const time = useTextAt(60_000, (now) => messageTime(event.created_at, now));
  const Icon = iconOf(String(event.meta.activity_type));
  return (
    <p className="event">
      <Icon className="ico-14" aria-hidden />
      <span className="event-text" id={textId} dir="auto">
        {snoozed_until === undefined ? (
          <Sentence event={event} actor={fullName(findSender(event))} now={0} />
        ) : (
          <TimedSentence event={event} actor={fullName(findSender(event))} />
        )}
      </span>
      {typeof cause_id === 'number' && <Why causeId={cause_id} of={textId} />}
      <time dateTime={event.created_at} title={fullDate(event.created_at)}>
        {time}
      </time>
    </p>
  );
}

/** Asks why something happened that nobody did by hand. */
function Why({ causeId, of }: { causeId: number; of: string }) {
  const ask = use(Ask);
  return (
    <button
      type="button"
      className="event-why"
      aria-haspopup="dialog"
      aria-describedby={of}
      onClick={() => ask({ about: 'cause', cause_id: causeId })}
    >
      {t('causes.ask')}
    </button>
  );
}

/** A sentence in which a moment is named by its distance from now. */
function TimedSentence(props: { event: Message; actor: string }) {
  return <Sentence {...props} now={useNow(60_000)} />;
}

function Sentence({ event, actor, now }: { event: Message; actor: string; now: number }) {
  return activityLine(event, actor, now).map((part) =>
    part.isStrong ? <b key={part.key}>{part.text}</b> : <Fragment key={part.key}>{part.text}</Fragment>,
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
