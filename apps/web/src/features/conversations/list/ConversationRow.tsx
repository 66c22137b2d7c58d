import type { CompactAgent, ConversationListItem } from '@bellhop/contract';
import { Pencil, Reply } from 'lucide-react';
import { lazy, type MouseEvent, memo, Suspense } from 'react';
import { cutPreview, fullDate, fullName, relativeTime } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { findCurrentAgent } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge, Chip } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useHasDraft } from '../drafts.ts';
import { usePresent } from '../presence.ts';
import { hasSla, RowSla } from './RowSla.tsx';

const RowPresence = lazy(() => import('./RowPresence.tsx'));

/** Relative times of the list are renewed at this pace (specification 9). */
const timePaceMs = 60_000;
const tagsShown = 3;

interface ConversationRowProps {
  row: ConversationListItem;
  to: string;
  isOpen: boolean;
  /** The row that j and k move from. */
  isCursor: boolean;
  /** Whose picture stands at the end; left out where all rows would have the same one. */
  assignee: CompactAgent | undefined;
  onApproach: (uuid: string) => void;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** One conversation of a list: name and time; subject and preview; then only the marks that exist. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { row, to, isOpen, isCursor, assignee, onApproach, onOpen } = props;
  const hasDraft = useHasDraft(row.uuid);
  const hasOthers = usePresent(row.uuid).some(({ id }) => id !== findCurrentAgent()?.id);
  const unread = row.unread_message_count;
  const hasDeadline = hasSla(row);
  const hasMarks = hasDraft || hasDeadline || row.tags.length > 0;
  const name = rowName(row);
  return (
    // No <Link>: each would be drawn anew whenever another conversation is opened.
    <a
      href={to}
      id={`row-${row.uuid}`}
      className={classNames(
        'row',
        hasMarks && 'has-marks',
        unread > 0 && 'is-unread',
        isOpen && 'is-selected',
        isCursor && 'is-cursor',
        assignee && 'has-who',
      )}
      aria-current={isOpen ? 'true' : undefined}
      onPointerEnter={() => onApproach(row.uuid)}
      onClick={onOpen}
    >
      {unread > 0 && <span className="unread" />}
      <Avatar
        first_name={row.contact.first_name || name}
        last_name={row.contact.last_name}
        avatar_url={row.contact.avatar_url}
      />
      <span className="row-main">
        <span className="row-top">
          <span className="row-name cut" dir="auto">
            {name}
          </span>
          {hasOthers && (
            <Suspense>
              <RowPresence uuid={row.uuid} />
            </Suspense>
          )}
          <RowTime at={row.last_message_at ?? row.created_at} />
        </span>
        <span className="row-mid">
          <span className="row-text" dir="auto">
            <b>{row.subject || t('list.no_subject')}</b>{' '}
            {row.last_message_sender === 'agent' && (
              <>
                <Reply className="ico-12 flips row-reply" aria-hidden />
                <span className="vh">{t('list.agent_last')}</span>
                {/* no line ends after the arrow */}
                {'\u00a0'}
              </>
            )}
            {cutPreview(row.last_message ?? '')}
          </span>
          {unread > 0 && <Badge label={t('list.unread', { n: unread }, unread)}>{unread}</Badge>}
        </span>
        {hasMarks && (
          <span className="row-marks">
            {hasDraft && (
              <span className="draft">
                <Pencil className="ico-14" aria-hidden />
                {t('list.draft')}
              </span>
            )}
            {hasDeadline && <RowSla row={row} />}
            {row.tags.slice(0, tagsShown).map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
            {row.tags.length > tagsShown && <span className="row-more">+{row.tags.length - tagsShown}</span>}
          </span>
        )}
      </span>
      {assignee && (
        <span className="row-who" title={fullName(assignee)}>
          <Avatar {...assignee} size={20} isUs />
          <span className="vh">{t('list.assigned_to', { name: fullName(assignee) })}</span>
        </span>
      )}
    </a>
  );
});

/** Whose conversation a row is: the contact's name, else the address. */
export function rowName({ contact }: ConversationListItem): string {
  return fullName(contact) || contact.email || '';
}

function RowTime({ at }: { at: string }) {
  const now = useNow(timePaceMs);
  return (
    <time dateTime={at} title={fullDate(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
