import type { Marks } from '@bellhop/contract';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { fullDate, fullName, relativeTime } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { conversationPath } from '../conversations/index.ts';
import { MarkedText } from './MarkedText.tsx';

const timePaceMs = 60_000;
const noMarks: Marks = [];

interface ResultRowProps {
  conversation_uuid: string;
  /** The message to jump to. */
  message_uuid?: string | null;
  contact?: { first_name: string; last_name: string; email: string | null; avatar_url?: string | null };
  reference_number: string;
  subject: string;
  subject_marks?: Marks;
  status?: string;
  /** Who wrote what is shown. */
  sender?: string | null;
  is_note?: boolean;
  text?: string;
  text_marks?: Marks;
  at: string;
}

/** One hit: whose conversation, its subject, and the words that were found. It leads to the message. */
export function ResultRow({
  conversation_uuid,
  message_uuid,
  contact,
  status,
  sender,
  is_note,
  ...row
}: ResultRowProps) {
  const now = useNow(timePaceMs);
  const name = contact ? fullName(contact) || (contact.email ?? '') : '';
  const jump = message_uuid ? `?message=${message_uuid}` : '';
  return (
    <li>
      {/* Whatever list the conversation stands in (wire B 5). */}
      <Link className="hit" to={conversationPath({ kind: 'assigned' }, conversation_uuid, jump)}>
        {contact && (
          <Avatar
            first_name={contact.first_name || name}
            last_name={contact.last_name}
            avatar_url={contact.avatar_url ?? null}
          />
        )}
        <span className="hit-main">
          <span className="hit-top">
            {name && (
              <span className="hit-name cut" dir="auto">
                {name}
              </span>
            )}
            <span className="num muted">{row.reference_number}</span>
            {status && <span className="muted">{status}</span>}
            <time className="end" dateTime={row.at} title={fullDate(row.at)}>
              {relativeTime(row.at, now)}
            </time>
          </span>
          <span className="hit-subject cut" dir="auto">
            {row.subject ? (
              <MarkedText text={row.subject} marks={row.subject_marks ?? noMarks} />
            ) : (
              t('list.no_subject')
            )}
          </span>
          {row.text && (
            <span className="hit-text" dir="auto">
              {is_note && <Lock className="ico-12" aria-label={t('globals.terms.privateNote')} />}
              {sender && <span className="hit-sender">{t('search.sender', { name: sender })}</span>}{' '}
              <MarkedText text={row.text} marks={row.text_marks ?? noMarks} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
