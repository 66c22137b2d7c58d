import type { Webhook, WebhookDeliveryDetail } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { api, toApiError } from '../../../lib/api.ts';
import { count, fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { StateLabel } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { webhookQueries } from '../webhooks.api.ts';
import { Code } from './Code.tsx';
import { ConversationLink } from './DeliveryTable.tsx';
import { deliveryState, eventName, milliseconds, outcomeText } from './webhook-text.ts';

interface DeliveryDialogProps {
  webhook: Webhook;
  /** The one that is open, if any. */
  delivery: number | undefined;
  onClose: () => void;
}

/** One delivery: how it fared, what was sent and what came back; a finished one can be sent once more. */
export function DeliveryDialog({ webhook, delivery, onClose }: DeliveryDialogProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    ...webhookQueries.delivery(webhook.id, delivery ?? 0),
    enabled: delivery !== undefined,
  });
  const replay = async () => {
    if (isBusy || delivery === undefined) return;
    setBusy(true);
    try {
      await api('webhooks.replay', { params: { id: webhook.id, delivery_id: delivery } });
      toast.success(t('admin.webhook.replayed', { n: count(1) }, 1));
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      onClose();
    } catch (refusal) {
      toast.error(toApiError(refusal).message);
    } finally {
      setBusy(false);
    }
  };
  const mayReplay = webhook.enabled && data && data.finished_at !== null;
  return (
    <Dialog
      isOpen={delivery !== undefined}
      isKept
      isWide
      onClose={onClose}
      title={data ? eventName(data.event) : t('admin.webhook.log')}
      footer={
        <>
          {mayReplay && (
            <Button icon={<Repeat aria-hidden />} aria-disabled={isBusy} onClick={() => void replay()}>
              {t('admin.webhook.replay')}
            </Button>
          )}
          <Button tone="main" data-autofocus onClick={onClose}>
            {t('globals.messages.close')}
          </Button>
        </>
      }
    >
      {data ? (
        <Detail delivery={data} />
      ) : error ? (
        <ErrorPanel title={t('admin.page.failed')} message={toApiError(error).message} onRetry={() => void refetch()} />
      ) : (
        <div className="webhook-wait" role="status" aria-label={t('globals.terms.loading')}>
          {['62%', '88%', '74%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Detail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { request_headers, request_body, request_is_cut, response_body, response_is_cut, tries, url } = delivery;
  const { tone, text } = deliveryState(delivery);
  const isSent = tries.length > 0;
  return (
    <>
      <dl className="webhook-facts">
        <div>
          <dt>{t('admin.inbox.state')}</dt>
          <dd>
            <StateLabel tone={tone}>{text}</StateLabel>
          </dd>
        </div>
        {delivery.conversation_uuid && (
          <div>
            <dt>{t('globals.terms.conversation', {}, 1)}</dt>
            <dd>
              <ConversationLink delivery={delivery} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('admin.webhook.happened')}</dt>
          <dd>{fullDate(delivery.occurred_at)}</dd>
        </div>
        {delivery.due_at && (
          <div>
            <dt>{t('admin.webhook.next_try')}</dt>
            <dd>{fullDate(delivery.due_at)}</dd>
          </div>
        )}
        <div className="is-wide">
          <dt>{t('admin.webhook.event_id')}</dt>
          <dd dir="ltr">{delivery.event_id}</dd>
        </div>
        <div className="is-wide">
          <dt>{t('globals.terms.url', {}, 1)}</dt>
          <dd dir="ltr">{url}</dd>
        </div>
      </dl>
      {isSent && <Tries tries={tries} />}
      {isSent && response_body !== null && (
        <Code
          title={t('admin.webhook.answer')}
          text={response_body}
          isCut={response_is_cut}
          none={t('admin.webhook.answer.empty')}
        />
      )}
      <Code
        title={t(isSent ? 'admin.webhook.sent' : 'admin.webhook.to_send')}
        text={request_body}
        isCut={request_is_cut}
      />
      {Object.keys(request_headers).length > 0 && (
        <Code
          title={t('admin.webhook.headers')}
          text={Object.entries(request_headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      )}
    </>
  );
}

/** Every attempt, the first one first. */
function Tries({ tries }: Pick<WebhookDeliveryDetail, 'tries'>) {
  return (
    <div className="webhook-code">
      <h3>{t('admin.webhook.attempts')}</h3>
      <ol className="webhook-tries">
        {tries.map((one) => (
          <li key={one.at}>
            <time dateTime={one.at}>{fullDate(one.at)}</time>
            <span>
              {outcomeText(one)}
              {one.status === null && one.error && (
                <small className="soft" dir="auto">
                  {one.error}
                </small>
              )}
            </span>
            <span className="num soft">{milliseconds(one.duration_ms)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
