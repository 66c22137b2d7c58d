import type { Webhook } from '@bellhop/contract';
import { deliveryStates, type WebhookDeliveryState, webhookEvents } from '@bellhop/contract/webhooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListChecks, RotateCw, SearchX } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Combobox.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/Void.tsx';
import { type LogFilter, webhookQueries } from '../webhooks.api.ts';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { DeliveryTable } from './DeliveryTable.tsx';
import { ReplayFailed } from './ReplayFailed.tsx';
import { WebhookNotice } from './WebhookNotice.tsx';
import { eventName, webhooksPath } from './webhook-text.ts';
import './webhooks.css';

/** What was sent to a webhook in the last 7 days, and what came of it; what it is narrowed to and what is open stand in the address. */
export function Component() {
  const query = useQuery(webhookQueries.detail(Number(useParams().id)));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.webhook'), to: webhooksPath }}>
      {(webhook) => <Log webhook={webhook} />}
    </LoadedPage>
  );
}

function Log({ webhook }: { webhook: Webhook }) {
  const { id, name, enabled } = webhook;
  const [search, setSearch] = useSearchParams();
  const state = deliveryStates.find((one) => one === search.get('state'));
  const event = webhookEvents.find((one) => one === search.get('event'));
  const change = (member: string, value: string) =>
    setSearch(
      (before) => {
        if (value === '') before.delete(member);
        else before.set(member, value);
        return before;
      },
      { replace: true },
    );
  const query = useInfiniteQuery(webhookQueries.deliveries(id, { ...(state && { state }), ...(event && { event }) }));
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const rows = data?.pages.flatMap(({ results }) => results);
  const open = Number(search.get('delivery')) || undefined;
  return (
    <AdminPage
      title={t('admin.webhook.log_of', { name })}
      parent={{ title: plural('globals.terms.webhook'), to: webhooksPath }}
      isWide
      actions={
        <>
          {enabled && <ReplayFailed id={id} />}
          <Button icon={<RotateCw aria-hidden />} aria-disabled={isFetching} onClick={() => void refetch()}>
            <span className="webhook-word">{t('admin.webhook.log.reload')}</span>
          </Button>
        </>
      }
    >
      <WebhookNotice webhook={webhook} />
      <Filters state={state} event={event} onChange={change} />
      {error && !data ? (
        <ErrorPanel
          title={t('admin.list.failed', { name: t('admin.webhook.log') })}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : rows?.length === 0 ? (
        <Nothing isFiltered={Boolean(state ?? event)} />
      ) : (
        <DeliveryTable rows={rows} isPending={isPending} onOpen={(delivery) => change('delivery', String(delivery))} />
      )}
      {rows && rows.length > 0 && (
        <div className="admin-foot">
          <span role="status" className="num">
            {hasNextPage
              ? t('admin.webhook.log.newest', { n: count(rows.length) })
              : t('admin.webhook.log.shown', { n: count(rows.length) }, rows.length)}
          </span>
          {hasNextPage && (
            <Button
              size="s"
              aria-disabled={isFetchingNextPage}
              onClick={() => !isFetchingNextPage && void fetchNextPage()}
            >
              {t('admin.webhook.log.older')}
            </Button>
          )}
        </div>
      )}
      <DeliveryDialog webhook={webhook} delivery={open} onClose={() => change('delivery', '')} />
    </AdminPage>
  );
}

interface FiltersProps extends LogFilter {
  state: WebhookDeliveryState | undefined;
  event: string | undefined;
  onChange: (member: 'state' | 'event', value: string) => void;
}

/** What an option says that narrows nothing. */
const everything = 'all';

function Filters({ state, event, onChange }: FiltersProps) {
  const chosen = (value: string) => (value === everything ? '' : value);
  return (
    <div className="admin-tools webhook-filters">
      <Select
        label={t('admin.inbox.state')}
        value={state ?? everything}
        options={[
          { value: everything, label: t('admin.webhook.all_states') },
          ...deliveryStates.map((one) => ({ value: one, label: t(`admin.webhook.state.${one}`) })),
        ]}
        onChange={(value) => onChange('state', chosen(value))}
      />
      <Select
        label={t('globals.terms.event', {}, 1)}
        value={event ?? everything}
        options={[
          { value: everything, label: t('admin.webhook.all_events') },
          ...webhookEvents.map((one) => ({ value: one, label: eventName(one), also: one })),
        ]}
        onChange={(value) => onChange('event', chosen(value))}
      />
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('admin.list.none_found')}
        text={t('conversation.tryAdjustingFilters')}
      />
    );
  }
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title={t('admin.webhook.log.empty')}
      text={t('admin.webhook.log.empty.description')}
    />
  );
}
