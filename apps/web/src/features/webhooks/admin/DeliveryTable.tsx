import type { WebhookDelivery } from '@bellhop/contract';
import { Link } from 'react-router';
import { count, fullDate, relativeTime, timeOfDay } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { StateLabel } from '../../../ui/Badge.tsx';
import { Skeleton } from '../../../ui/Void.tsx';
import { conversationPath } from '../../conversations/index.ts';
import { deliveryState, eventName, milliseconds } from './webhook-text.ts';

interface DeliveryTableProps {
  rows: readonly WebhookDelivery[] | undefined;
  isPending: boolean;
  onOpen: (id: number) => void;
}

/** Deliveries, the newest first; the event opens what was sent. */
export function DeliveryTable({ rows, isPending, onOpen }: DeliveryTableProps) {
  return (
    <table className="admin-table" aria-label={t('admin.webhook.log')} aria-busy={isPending}>
      <thead>
        <tr>
          <th>{t('globals.terms.event', {}, 1)}</th>
          <th>{t('admin.inbox.state')}</th>
          <th className="is-minor">{t('globals.terms.conversation', {}, 1)}</th>
          <th className="num is-minor">{t('admin.webhook.happened')}</th>
          <th className="num is-minor">{t('admin.webhook.attempts')}</th>
          <th className="num is-minor">{t('admin.webhook.took')}</th>
          <th className="num">{t('admin.webhook.answer_status')}</th>
        </tr>
      </thead>
      <tbody>{rows ? rows.map((row) => <Row key={row.id} row={row} onOpen={onOpen} />) : <Bones />}</tbody>
    </table>
  );
}

function Row({ row, onOpen }: { row: WebhookDelivery; onOpen: (id: number) => void }) {
  const { tone, text } = deliveryState(row);
  return (
    <tr>
      <td>
        <button type="button" className="admin-open" onClick={() => onOpen(row.id)}>
          {eventName(row.event)}
          <small dir="ltr">{row.event}</small>
        </button>
      </td>
      <td>
        <span className="webhook-state">
          <StateLabel tone={tone}>{text}</StateLabel>
          {row.replay && <span className="muted">{t('admin.webhook.is_replay')}</span>}
        </span>
      </td>
      <td className="is-minor">
        <ConversationLink delivery={row} />
      </td>
      <td className="num is-minor">
        <time dateTime={row.occurred_at} title={fullDate(row.occurred_at)}>
          {relativeTime(row.occurred_at)}
        </time>
      </td>
      <td className="num is-minor">
        {count(row.attempts)}
        {row.due_at && row.attempts > 0 && (
          <small className="webhook-next">
            {t('admin.webhook.next_try')}: <time dateTime={row.due_at}>{timeOfDay(row.due_at)}</time>
          </small>
        )}
      </td>
      <td className="num is-minor">{milliseconds(row.duration_ms)}</td>
      <td className="num">{row.status ?? (row.error === null ? '' : '–')}</td>
    </tr>
  );
}

/** Leads to what the event is about; those of contacts are about none. */
export function ConversationLink({ delivery }: { delivery: WebhookDelivery }) {
  const { conversation_uuid: uuid, reference_number } = delivery;
  if (!uuid) return null;
  return (
    <Link className="link num" to={conversationPath({ kind: 'all' }, uuid)}>
      #{reference_number}
    </Link>
  );
}

function Bones() {
  return [1, 2, 3, 4, 5].map((line) => (
    <tr key={line}>
      <td>
        <Skeleton width={`${40 + line * 8}%`} />
      </td>
      <td>
        <Skeleton width="72px" />
      </td>
      {[1, 2, 3, 4].map((cell) => (
        <td key={cell} className="num is-minor">
          <Skeleton width="48px" />
        </td>
      ))}
      <td className="num">
        <Skeleton width="32px" />
      </td>
    </tr>
  ));
}
