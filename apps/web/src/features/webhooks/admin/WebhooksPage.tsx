import type { Webhook } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Pencil, Plus, Power, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, toApiError } from '../../../lib/api.ts';
import { count, fullDate, relativeTime } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow } from '../../../ui/admin/DeleteRow.tsx';
import { StateLabel } from '../../../ui/Badge.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { Switch } from '../../../ui/Toggle.tsx';
import { toast } from '../../../ui/toast.ts';
import { webhookQueries } from '../webhooks.api.ts';
import { TestDialog } from './TestDialog.tsx';
import { eventsInWords, webhookState, webhooksPath } from './webhook-text.ts';
import './webhooks.css';

/** Webhooks and how they are doing. */
export function Component() {
  const navigate = useNavigate();
  const query = useQuery(webhookQueries.list());
  const [doomed, setDoomed] = useState<Webhook>();
  const [tested, setTested] = useState<Webhook>();
  const toggle = useToggle();
  const columns = useMemo(() => columnsOf(toggle), [toggle]);
  const path = ({ id }: Webhook, page = 'edit') => `${webhooksPath}/${id}/${page}`;
  return (
    <AdminPage
      title={plural('globals.terms.webhook')}
      isWide
      actions={
        <Link className={buttonClass({ tone: 'main' })} to={`${webhooksPath}/new`}>
          <Plus aria-hidden />
          {t('globals.messages.new', { name: t('globals.terms.webhook', {}, 1) })}
        </Link>
      }
    >
      <AdminTable
        label={plural('globals.terms.webhook')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name, url, description }) => `${name} ${url} ${description}`}
        menu={(webhook) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path(webhook))}>
              {t('globals.messages.edit')}
            </MenuItem>
            <MenuItem icon={<ListChecks aria-hidden />} onSelect={() => void navigate(path(webhook, 'deliveries'))}>
              {t('admin.webhook.log')}
            </MenuItem>
            <MenuItem icon={<Send aria-hidden />} onSelect={() => setTested(webhook)}>
              {t('admin.webhook.test')}
            </MenuItem>
            <MenuItem icon={<Power aria-hidden />} onSelect={() => void toggle(webhook)}>
              {t(webhook.enabled ? 'admin.inbox.switchOff' : 'admin.inbox.switchOn')}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(webhook)}>
              {t('globals.messages.delete')}
            </MenuItem>
          </>
        )}
        empty={{
          icon: <WebhookIcon aria-hidden />,
          title: t('admin.webhook.empty'),
          text: t('admin.webhook.empty.description'),
        }}
      />
      <TestDialog webhook={tested} onClose={() => setTested(undefined)} />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={
          doomed && doomed.waiting > 0
            ? t('admin.webhook.delete.waiting', { n: count(doomed.waiting) }, doomed.waiting)
            : t('admin.webhook.delete')
        }
        entity="webhook"
        remove={(id) => api('webhooks.remove', { params: { id } })}
        renews={['webhooks']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}

/** Switches a webhook on or off, and says what that has cancelled. */
function useToggle(): (webhook: Webhook) => Promise<void> {
  const client = useQueryClient();
  return useMemo(
    () =>
      async ({ id, name, enabled, waiting, updated_at }) => {
        try {
          await api('webhooks.toggle', { params: { id }, body: { enabled: !enabled, based_on: updated_at } });
          if (enabled && waiting > 0) toast.plain(t('admin.webhook.cancelled', { name, n: count(waiting) }, waiting));
        } catch (error) {
          toast.error(toApiError(error).message);
        }
        await client.invalidateQueries({ queryKey: ['webhooks'] });
      },
    [client],
  );
}

function columnsOf(toggle: (webhook: Webhook) => Promise<void>): readonly AdminColumn<Webhook>[] {
  return [
    {
      id: 'name',
      title: t('globals.terms.name'),
      cell: ({ name, url }) => (
        <>
          <span dir="auto">{name}</span>
          <small dir="ltr" className="webhook-url">
            {url}
          </small>
        </>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'events',
      title: plural('globals.terms.event'),
      cell: ({ events }) => eventsInWords(events),
      isMinor: true,
    },
    {
      id: 'state',
      title: t('admin.inbox.state'),
      cell: (webhook) => <State webhook={webhook} />,
      sortBy: (webhook) => webhookState(webhook).text,
    },
    {
      id: 'last_success',
      title: t('admin.webhook.last_success'),
      cell: ({ last_success_at }) => <When at={last_success_at} />,
      sortBy: ({ last_success_at }) => last_success_at ?? '',
      isNumber: true,
      isMinor: true,
    },
    {
      id: 'last_failure',
      title: t('admin.webhook.last_failure'),
      cell: ({ last_failure_at }) => <When at={last_failure_at} />,
      sortBy: ({ last_failure_at }) => last_failure_at ?? '',
      isNumber: true,
      isMinor: true,
    },
    {
      id: 'enabled',
      title: t('globals.terms.enabled'),
      cell: (webhook) => (
        <Switch
          aria-label={`${t('globals.terms.enabled')}: ${webhook.name}`}
          checked={webhook.enabled}
          onChange={() => void toggle(webhook)}
        />
      ),
      isMinor: true,
    },
  ];
}

/** The state in a word, and below it the way to what waits and what failed. */
function State({ webhook }: { webhook: Webhook }) {
  const { id, waiting, failed } = webhook;
  const { tone, text } = webhookState(webhook);
  const log = `${webhooksPath}/${id}/deliveries`;
  return (
    <span className="webhook-state">
      <StateLabel tone={tone}>{text}</StateLabel>
      {waiting > 0 && (
        <Link className="link num" to={`${log}?state=waiting`}>
          {t('admin.webhook.waiting', { n: count(waiting) }, waiting)}
        </Link>
      )}
      {failed > 0 && (
        <Link className="link num" to={`${log}?state=failed`}>
          {t('admin.webhook.failed', { n: count(failed) }, failed)}
        </Link>
      )}
    </span>
  );
}

function When({ at }: { at: string | null }) {
  if (at === null) return <span className="muted">{t('admin.inbox.never')}</span>;
  return (
    <time dateTime={at} title={fullDate(at)}>
      {relativeTime(at)}
    </time>
  );
}
