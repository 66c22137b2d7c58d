import type { Webhook, WebhookTest } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { Code } from './Code.tsx';
import { milliseconds, outcomeText } from './webhook-text.ts';
import './webhooks.css';
import '../../../ui/admin/note.css';

type Tested = Pick<Webhook, 'id' | 'name' | 'enabled'>;

/** Sends a sample event as it opens, and shows what came back. */
export function TestDialog({ webhook, onClose }: { webhook: Tested | undefined; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['webhook-test', webhook?.id],
    queryFn: () => api('webhooks.test', { params: { id: webhook?.id ?? 0 } }),
    enabled: webhook !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
  return (
    <Dialog
      isOpen={webhook !== undefined}
      isKept
      isWide
      onClose={onClose}
      title={t('admin.webhook.test.title', { name: webhook?.name ?? '' })}
      footer={
        <>
          <Button aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
            {t('admin.webhook.test.again')}
          </Button>
          <Button tone="main" data-autofocus onClick={onClose}>
            {t('globals.messages.close')}
          </Button>
        </>
      }
    >
      {webhook && !webhook.enabled && (
        <p className="admin-note">
          <Info aria-hidden />
          {t('admin.webhook.test.off')}
        </p>
      )}
      <div role="status">
        {isFetching ? (
          <div className="webhook-wait">
            <span>{t('admin.webhook.test.running')}</span>
            <Skeleton width="70%" />
            <Skeleton width="45%" />
          </div>
        ) : (
          data && <Outcome result={data} />
        )}
      </div>
      {error && !isFetching && (
        <ErrorPanel title={t('admin.page.failed')} message={toApiError(error).message} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

function Outcome({ result }: { result: WebhookTest }) {
  const { ok, duration_ms, error, response_body, request_body } = result;
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <>
      <div className={ok ? 'admin-note is-good' : 'admin-note is-bad'}>
        <Icon aria-hidden />
        <div>
          <strong>{outcomeText(result)}</strong> <span className="num">({milliseconds(duration_ms)})</span>
          {result.status === null && error && <p dir="auto">{error}</p>}
        </div>
      </div>
      {response_body !== null && (
        <Code title={t('admin.webhook.answer')} text={response_body} none={t('admin.webhook.answer.empty')} />
      )}
      <Code title={t('admin.webhook.sent')} text={request_body} />
    </>
  );
}
