import type { Conversation } from '@bellhop/contract';
import { fullDate } from '../../../lib/format.ts';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { useTextAt } from '../../../ui/use-now.ts';
import { dayAndTime } from '../thread/message-time.ts';
import { Section } from './Section.tsx';

/** Number, inbox, and when what happened. */
export function InformationFacts({ conversation }: { conversation: Conversation }) {
  const { reference_number, inbox_name, resolved_at, closed_at, csat } = conversation;
  return (
    <Section name="information" title={t('conversation.sidebar.information')}>
      <dl className="facts">
        <dt>{t('globals.terms.referenceNumber')}</dt>
        <dd className="is-text num">{reference_number}</dd>
        <dt>{t('globals.terms.inbox')}</dt>
        <dd className="is-text" dir="auto">
          {inbox_name}
        </dd>
        <Moment label="globals.terms.initiatedAt" at={conversation.created_at} />
        <Moment label="globals.terms.firstReplyAt" at={conversation.first_reply_at} />
        <Moment label="globals.terms.lastReplyAt" at={conversation.last_reply_at} />
        {resolved_at && <Moment label="globals.terms.resolvedAt" at={resolved_at} />}
        {closed_at && <Moment label="globals.terms.closedAt" at={closed_at} />}
        {csat && (
          <>
            <dt>{t('globals.terms.csat', {}, 1)}</dt>
            <dd className="is-text" dir="auto">
              {t('details.csat', { rating: csat.rating })}
              <br />
              {csat.feedback}
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

function Moment({ label, at }: { label: TextKey; at: string | null }) {
  const text = useTextAt(60_000, (now) => (at === null ? '' : dayAndTime(new Date(at), now)));
  return (
    <>
      <dt>{t(label)}</dt>
      <dd className="is-text">
        {at === null ? (
          <span className="muted">{t('conversation.sidebar.notAvailable')}</span>
        ) : (
          <time dateTime={at} title={fullDate(at)}>
            {text}
          </time>
        )}
      </dd>
    </>
  );
}
