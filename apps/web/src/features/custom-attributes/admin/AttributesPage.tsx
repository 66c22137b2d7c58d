import type { CustomAttribute } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Layers, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
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
  {
    id: 'key',
    title: t('globals.terms.key'),
    cell: ({ key }) => <code>{key}</code>,
    sortBy: ({ key }) => key,
    isMinor: true,
  },
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
  const _client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(customAttributeQueries.list());
  const [doomed, setDoomed] = useState<CustomAttribute>();
  const path = ({ id }: CustomAttribute) => `/admin/custom-attributes/${id}/edit`;
  return (
    <AdminPage
      title={plural('globals.terms.customAttribute')}
      isWide
      actions={
        <Link className={buttonClass({ tone: 'main' })} to="/admin/custom-attributes/new">
          <Plus aria-hidden />
          {t('globals.messages.new', { name: t('globals.terms.customAttribute', {}, 1) })}
        </Link>
      }
    >
      <AdminTable
        label={plural('globals.terms.customAttribute')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name, key, description }) => `${name} ${key} ${description}`}
        menu={(attribute) => (
          <EditAndDelete onEdit={() => void navigate(path(attribute))} onDelete={() => setDoomed(attribute)} />
        )}
        empty={{
          icon: <Layers aria-hidden />,
          title: t('admin.customAttributes.empty'),
          text: t('admin.customAttributes.empty.description'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.customAttributes.deleteConfirmation')}
        entity="custom_attribute"
        usage={(id, signal) => api('custom_attributes.usage', { params: { id } }, { signal })}
        remove={(id) => api('custom_attributes.remove', { params: { id } })}
        renews={['custom-attributes']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
