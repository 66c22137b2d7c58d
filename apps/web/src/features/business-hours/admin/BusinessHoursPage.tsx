import type { BusinessHours } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { count, fullDate } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
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
  const _client = useQueryClient();
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
        menu={(hours) => <EditAndDelete onEdit={() => void navigate(path(hours))} onDelete={() => setDoomed(hours)} />}
        empty={{
          icon: <Clock aria-hidden />,
          title: t('admin.businessHours.empty'),
          text: t('admin.businessHours.empty.description'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.businessHours.deleteConfirmation')}
        entity="business_hours"
        usage={(id, signal) => api('business_hours.usage', { params: { id } }, { signal })}
        remove={(id) => api('business_hours.remove', { params: { id } })}
        renews={['business-hours']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
