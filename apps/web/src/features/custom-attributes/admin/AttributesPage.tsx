import type { CustomAttribute } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import type { AdminColumn } from '../../../ui/admin/AdminTable.tsx';
import { ConfigListPage } from '../../../ui/admin/ConfigListPage.tsx';
import { keyColumn } from '../../../ui/admin/columns.tsx';
import { customAttributeQueries } from '../custom-attributes.api.ts';
import { ownerName, typeName } from './attribute-names.ts';

/** The engine of patterns is no small thing to load. */
const PatternFlag = lazy(() => import('./PatternFlag.tsx'));

const columns: readonly AdminColumn<CustomAttribute>[] = [
  {
    id: 'name',
    title: t('globals.terms.name'),
    cell: ({ name, description, regex }) => (
      <>
        <span dir="auto">{name}</span>
        <small dir="auto">{description}</small>
        {regex !== '' && (
          <Suspense>
            <PatternFlag regex={regex} />
          </Suspense>
        )}
      </>
    ),
    sortBy: ({ name }) => name,
  },
  keyColumn(t('globals.terms.key')),
  {
    id: 'applies_to',
    title: t('globals.terms.appliesTo'),
    cell: ({ applies_to }) => ownerName(applies_to),
    sortBy: ({ applies_to }) => applies_to,
  },
  {
    id: 'data_type',
    title: t('globals.terms.type'),
    cell: ({ data_type }) => typeName(data_type),
    sortBy: ({ data_type }) => typeName(data_type),
    isMinor: true,
  },
];

/** Custom attributes of contacts and conversations. */
export function Component() {
  return (
    <ConfigListPage
      title={plural('globals.terms.customAttribute')}
      one={t('globals.terms.customAttribute', {}, 1)}
      path="/admin/custom-attributes"
      query={useQuery(customAttributeQueries.list())}
      columns={columns}
      name={({ name }) => name}
      searchText={({ name, key, description }) => `${name} ${key} ${description}`}
      empty={{
        icon: <Layers aria-hidden />,
        title: t('admin.customAttributes.empty'),
        text: t('admin.customAttributes.empty.description'),
      }}
      deletion={{
        text: t('admin.customAttributes.deleteConfirmation'),
        entity: 'custom_attribute',
        usage: (id, signal) => api('custom_attributes.usage', { params: { id } }, { signal }),
        remove: (id) => api('custom_attributes.remove', { params: { id } }),
        renews: ['custom-attributes'],
      }}
    />
  );
}
