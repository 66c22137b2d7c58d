import type { SlaPolicyRow } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { api } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import type { AdminColumn } from '../../../ui/admin/AdminTable.tsx';
import { ConfigListPage } from '../../../ui/admin/ConfigListPage.tsx';
import { nameColumn, updatedAtColumn } from '../../../ui/admin/columns.tsx';
import { slaQueries } from '../sla.api.ts';
import { timesText } from './policy-text.ts';

const columns: readonly AdminColumn<SlaPolicyRow>[] = [
  nameColumn(),
  { id: 'times', title: t('admin.sla.times'), cell: timesText },
  {
    id: 'alerts',
    title: plural('globals.terms.alert'),
    cell: ({ notifications }) => count(notifications?.length ?? 0),
    sortBy: ({ notifications }) => notifications?.length ?? 0,
    isNumber: true,
    isMinor: true,
  },
  updatedAtColumn(),
];

/** SLA policies. */
export function Component() {
  return (
    <ConfigListPage
      title={plural('globals.terms.slaPolicy')}
      one={t('globals.terms.slaPolicy', {}, 1)}
      path="/admin/sla"
      query={useQuery(slaQueries.list())}
      columns={columns}
      name={({ name }) => name}
      searchText={({ name, description }) => `${name} ${description}`}
      empty={{
        icon: <Timer aria-hidden />,
        title: t('admin.sla.empty'),
        text: t('admin.sla.empty.description'),
      }}
      deletion={{
        text: t('admin.sla.deleteConfirmation'),
        entity: 'sla',
        usage: (id, signal) => api('sla.usage', { params: { id } }, { signal }),
        remove: (id) => api('sla.remove', { params: { id } }),
        renews: ['sla'],
      }}
    />
  );
}
