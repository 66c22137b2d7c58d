import type { BusinessHours } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { api } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import type { AdminColumn } from '../../../ui/admin/AdminTable.tsx';
import { ConfigListPage } from '../../../ui/admin/ConfigListPage.tsx';
import { nameColumn, updatedAtColumn } from '../../../ui/admin/columns.tsx';
import { businessHoursQueries } from '../business-hours.api.ts';
import { weekText } from './week-text.ts';

const columns: readonly AdminColumn<BusinessHours>[] = [
  nameColumn(),
  { id: 'week', title: t('admin.businessHours.week'), cell: weekText },
  {
    id: 'holidays',
    title: plural('globals.terms.holiday'),
    cell: ({ holidays }) => count(holidays.length),
    sortBy: ({ holidays }) => holidays.length,
    isNumber: true,
    isMinor: true,
  },
  updatedAtColumn(),
];

/** Sets of business hours. */
export function Component() {
  return (
    <ConfigListPage
      title={plural('globals.terms.businessHour')}
      one={plural('globals.terms.businessHour')}
      path="/admin/business-hours"
      query={useQuery(businessHoursQueries.list())}
      columns={columns}
      name={({ name }) => name}
      searchText={({ name, description }) => `${name} ${description}`}
      empty={{
        icon: <Clock aria-hidden />,
        title: t('admin.businessHours.empty'),
        text: t('admin.businessHours.empty.description'),
      }}
      deletion={{
        text: t('admin.businessHours.deleteConfirmation'),
        entity: 'business_hours',
        usage: (id, signal) => api('business_hours.usage', { params: { id } }, { signal }),
        remove: (id) => api('business_hours.remove', { params: { id } }),
        renews: ['business-hours'],
      }}
    />
  );
}
