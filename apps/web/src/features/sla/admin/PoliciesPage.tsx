import type { SlaPolicyRow } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Timer } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { count, fullDate } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { slaQueries } from '../sla.api.ts';
import { timesText } from './policy-text.ts';

const columns: readonly AdminColumn<SlaPolicyRow>[] = [
  {
    id: 'name',
    title: t('globals.terms.name'),
    cell: ({ name, description }) => (
      <>
        <span dir="auto">{name}</span>
        <small dir="auto">{description}</small>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  { id: 'times', title: t('admin.sla.times'), cell: timesText },
  {
    id: 'alerts',
    title: plural('globals.terms.alert'),
    cell: ({ notifications }) => count(notifications?.length ?? 0),
    sortBy: ({ notifications }) => notifications?.length ?? 0,
    isNumber: true,
    isMinor: true,
  },
  {
    id: 'updated_at',
    title: t('globals.terms.updatedAt'),
    cell: ({ updated_at }) => fullDate(updated_at),
    sortBy: ({ updated_at }) => updated_at,
    isNumber: true,
    isMinor: true,
  },
];

/** SLA policies. */
export function Component() {
  const _client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(slaQueries.list());
  const [doomed, setDoomed] = useState<SlaPolicyRow>();
  const path = ({ id }: SlaPolicyRow) => `/admin/sla/${id}/edit`;
  return (
    <AdminPage
      title={plural('globals.terms.slaPolicy')}
      isWide
      actions={
        <Link className={buttonClass({ tone: 'main' })} to="/admin/sla/new">
          <Plus aria-hidden />
          {t('globals.messages.new', { name: t('globals.terms.slaPolicy', {}, 1) })}
        </Link>
      }
    >
      <AdminTable
        label={plural('globals.terms.slaPolicy')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name, description }) => `${name} ${description}`}
        menu={(policy) => (
          <EditAndDelete onEdit={() => void navigate(path(policy))} onDelete={() => setDoomed(policy)} />
        )}
        empty={{
          icon: <Timer aria-hidden />,
          title: t('admin.sla.empty'),
          text: t('admin.sla.empty.description'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.sla.deleteConfirmation')}
        entity="sla"
        usage={(id, signal) => api('sla.usage', { params: { id } }, { signal })}
        remove={(id) => api('sla.remove', { params: { id } })}
        renews={['sla']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
