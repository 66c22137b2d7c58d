import type { SlaPolicyRow } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Timer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { count, fullDate } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteDialog } from '../../../ui/admin/DeleteDialog.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
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
  const client = useQueryClient();
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
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path(policy))}>
              {t('globals.messages.edit')}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(policy)}>
              {t('globals.messages.delete')}
            </MenuItem>
          </>
        )}
        empty={{
          icon: <Timer aria-hidden />,
          title: t('admin.sla.empty'),
          text: t('admin.sla.empty.description'),
        }}
      />
      <DeleteDialog
        name={doomed?.name}
        text={t('admin.sla.deleteConfirmation')}
        {...(doomed && {
          usage: {
            key: ['sla', doomed.id],
            load: (signal) => api('sla.usage', { params: { id: doomed.id } }, { signal }),
          },
        })}
        onDelete={async () => {
          if (!doomed) return;
          await api('sla.remove', { params: { id: doomed.id } });
          await client.invalidateQueries(slaQueries.list());
        }}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
