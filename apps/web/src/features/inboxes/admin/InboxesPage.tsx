import type { InboxHealthRow } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox, Pencil, Plus, Power, ShieldAlert, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, toApiError } from '../../../lib/api.ts';
import { fullDate, relativeTime } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow } from '../../../ui/admin/DeleteRow.tsx';
import { VerdictLabel } from '../../../ui/admin/VerdictLabel.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { Switch } from '../../../ui/Toggle.tsx';
import { toast } from '../../../ui/toast.ts';
import { inboxQueries } from '../inboxes.api.ts';
import { inboxesPath } from './InboxForm.tsx';

/** Inboxes and how they are doing. */
export function Component() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(inboxQueries.health());
  const [doomed, setDoomed] = useState<InboxHealthRow>();
  const path = ({ id }: InboxHealthRow) => `${inboxesPath}/${id}/edit`;
  const renew = () => client.invalidateQueries({ queryKey: ['inboxes'] });
  const toggle = async ({ id }: InboxHealthRow) => {
    try {
      await api('inboxes.toggle', { params: { id } });
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    await renew();
  };
  const quarantined = (query.data ?? []).reduce((sum, { health }) => sum + health.quarantined, 0);
  const columns: readonly AdminColumn<InboxHealthRow>[] = [
    {
      id: 'name',
      title: t('globals.terms.name'),
      cell: ({ name, address }) => (
        <>
          <span dir="auto">{name}</span>
          <small dir="ltr">{address}</small>
        </>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'state',
      title: t('admin.inbox.state'),
      cell: ({ health }) => <VerdictLabel verdict={health.verdict} />,
      sortBy: ({ health }) => t(`admin.inbox.verdict.${health.verdict}`),
    },
    {
      id: 'last_in',
      title: t('admin.inbox.lastIn'),
      cell: ({ health }) => <When at={health.last_mail_in_at} />,
      sortBy: ({ health }) => health.last_mail_in_at ?? '',
      isNumber: true,
      isMinor: true,
    },
    {
      id: 'last_out',
      title: t('admin.inbox.lastOut'),
      cell: ({ health }) => <When at={health.last_mail_out_at} />,
      sortBy: ({ health }) => health.last_mail_out_at ?? '',
      isNumber: true,
      isMinor: true,
    },
    {
      id: 'enabled',
      title: t('globals.terms.enabled'),
      cell: (inbox) => (
        <Switch
          aria-label={`${t('globals.terms.enabled')}: ${inbox.name}`}
          checked={inbox.enabled}
          onChange={() => void toggle(inbox)}
        />
      ),
      isMinor: true,
    },
  ];
  return (
    <AdminPage
      title={plural('globals.terms.inbox')}
      isWide
      actions={
        <>
          {quarantined > 0 && (
            <Link className={buttonClass({ tone: 'quiet' })} to={`${inboxesPath}/quarantine`}>
              <ShieldAlert aria-hidden />
              {t('admin.quarantine.count', { n: quarantined }, quarantined)}
            </Link>
          )}
          <Link className={buttonClass({ tone: 'main' })} to={`${inboxesPath}/new`}>
            <Plus aria-hidden />
            {t('globals.messages.new', { name: t('globals.terms.inbox', {}, 1) })}
          </Link>
        </>
      }
    >
      <AdminTable
        label={plural('globals.terms.inbox')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name, address }) => `${name} ${address}`}
        menu={(inbox) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path(inbox))}>
              {t('globals.messages.edit')}
            </MenuItem>
            <MenuItem icon={<Power aria-hidden />} onSelect={() => void toggle(inbox)}>
              {t(inbox.enabled ? 'admin.inbox.switchOff' : 'admin.inbox.switchOn')}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(inbox)}>
              {t('globals.messages.delete')}
            </MenuItem>
          </>
        )}
        empty={{
          icon: <Inbox aria-hidden />,
          title: t('admin.inbox.empty'),
          text: t('admin.inbox.empty.description'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.inbox.deleteConfirmation')}
        entity="inbox"
        usage={(id, signal) => api('inboxes.usage', { params: { id } }, { signal })}
        remove={(id) => api('inboxes.remove', { params: { id } })}
        renews={['inboxes']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}

function When({ at }: { at: string | null }) {
  if (at === null) return t('admin.inbox.never');
  return (
    <time dateTime={at} title={fullDate(at)}>
      {relativeTime(at)}
    </time>
  );
}
