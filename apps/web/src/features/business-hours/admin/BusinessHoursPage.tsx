import type { BusinessHours } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, Pencil, Plus, Trash2 } from 'lucide-react';
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
import { businessHoursQueries } from '../business-hours.api.ts';
import { weekText } from './week-text.ts';

const columns: readonly AdminColumn<BusinessHours>[] = [
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
  { id: 'week', title: t('admin.businessHours.week'), cell: weekText },
  {
    id: 'holidays',
    title: plural('globals.terms.holiday'),
    cell: ({ holidays }) => count(holidays.length),
    sortBy: ({ holidays }) => holidays.length,
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

/** Sets of business hours. */
export function Component() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(businessHoursQueries.list());
  const [doomed, setDoomed] = useState<BusinessHours>();
  const path = ({ id }: BusinessHours) => `/admin/business-hours/${id}/edit`;
  return (
    <AdminPage
      title={plural('globals.terms.businessHour')}
      isWide
      actions={
        <Link className={buttonClass({ tone: 'main' })} to="/admin/business-hours/new">
          <Plus aria-hidden />
          {t('globals.messages.new', { name: plural('globals.terms.businessHour') })}
        </Link>
      }
    >
      <AdminTable
        label={plural('globals.terms.businessHour')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name, description }) => `${name} ${description}`}
        menu={(hours) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path(hours))}>
              {t('globals.messages.edit')}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(hours)}>
              {t('globals.messages.delete')}
            </MenuItem>
          </>
        )}
        empty={{
          icon: <Clock aria-hidden />,
          title: t('admin.businessHours.empty'),
          text: t('admin.businessHours.empty.description'),
        }}
      />
      <DeleteDialog
        name={doomed?.name}
        text={t('admin.businessHours.deleteConfirmation')}
        {...(doomed && {
          usage: {
            key: ['business_hours', doomed.id],
            load: (signal) => api('business_hours.usage', { params: { id: doomed.id } }, { signal }),
          },
        })}
        onDelete={async () => {
          if (!doomed) return;
          await api('business_hours.remove', { params: { id: doomed.id } });
          await client.invalidateQueries(businessHoursQueries.list());
        }}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
