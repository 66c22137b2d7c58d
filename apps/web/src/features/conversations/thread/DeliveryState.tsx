import type { Message } from '@bellhop/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, Check, Clock, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { useCan, useCurrentAgent } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { putMessage } from '../conversations.cache.ts';
import { dayAndTime } from './message-time.ts';

const UndoMark = lazy(() => import('./UndoMark.tsx'));

/** How the delivery of a reply stands, in a word or a mark beside its time. Problems stand below the text. */
export function DeliveryMark({ message, conversation_uuid }: { message: Message; conversation_uuid: string }) {
  const me = useCurrentAgent();
  if (message.type !== 'outgoing' || message.private) return null;
  const state = message.delivery?.state;
  const until = Date.parse(message.delivery?.undo_until ?? '');
  if (message.sender_id === me.id && until > serverNow()) {
    return (
      <Suspense>
        <UndoMark conversation_uuid={conversation_uuid} message_uuid={message.uuid} until={until} />
      </Suspense>
    );
  }
  if (message.status === 'pending') {
    if (state === 'retrying') return null;
    return (
      <span className="delivery">
        <LoaderCircle className="ico-14 turns" aria-hidden />
        {t('delivery.sending')}
      </span>
    );
  }
  if (message.status !== 'sent') return null;
  if (state === 'kept_locally') {
    return (
      <Tooltip label={t('delivery.kept_help')}>
        <button type="button" className="delivery" aria-description={t('delivery.kept_help')}>
          <Archive className="ico-14" aria-hidden />
          <span className="delivery-word">{t('delivery.kept')}</span>
        </button>
      </Tooltip>
    );
  }
  return (
    <span className="delivery" title={t('delivery.sent')}>
      <Check className="ico-14" aria-hidden />
      <span className="vh">{t('delivery.sent')}</span>
    </span>
  );
}

/** Why a reply has not left, and the button that tries again now: for failed ones, and between two tries. */
export function DeliveryProblem({ message, conversation_uuid }: { message: Message; conversation_uuid: string }) {
  const now = useNow(30_000);
  const retry = useRetry(conversation_uuid);
  const mayRetry = useCan('messages:write');
  const { delivery, status } = message;
  const isFailed = status === 'failed';
  if (message.type !== 'outgoing' || message.private || (!isFailed && delivery?.state !== 'retrying')) return null;
  const due = delivery?.due_at ? dayAndTime(new Date(delivery.due_at), now) : undefined;
  return (
    <div className={isFailed ? 'failed' : 'failed is-waiting'} role={isFailed ? 'alert' : 'status'}>
      {isFailed ? <TriangleAlert aria-hidden /> : <Clock aria-hidden />}
      <span className="grow">
        <b>
          {isFailed ? t('delivery.failed') : due ? t('delivery.retrying_at', { time: due }) : t('delivery.retrying')}
        </b>{' '}
        <span dir="auto">{delivery?.error ?? (isFailed ? t('delivery.no_reason') : '')}</span>
      </span>
      {mayRetry && (
        <Button size="s" icon={<RotateCw aria-hidden />} onClick={() => retry(message)}>
          {isFailed ? t('delivery.retry') : t('delivery.retry_now')}
        </Button>
      )}
    </div>
  );
}

function useRetry(conversationUuid: string): (message: Message) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (message: Message) =>
      api('messages.retry', { params: { uuid: conversationUuid, message_uuid: message.uuid } }),
    onMutate: (message) => {
      const delivery = message.delivery && { ...message.delivery, state: 'queued' as const };
      putMessage(client, conversationUuid, { ...message, status: 'pending', delivery });
    },
    onError: (_error, message) => putMessage(client, conversationUuid, message),
  });
  return mutate;
}
