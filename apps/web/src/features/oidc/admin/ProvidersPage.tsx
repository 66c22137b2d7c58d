import type { OidcProvider } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { StateLabel } from '../../../ui/Badge.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { oidcQueries } from '../oidc.api.ts';
import { kindName, kindOf, providersPath } from './provider-names.ts';

const columns: readonly AdminColumn<OidcProvider>[] = [
  {
    id: 'name',
    title: t('globals.terms.name'),
    cell: ({ name, provider_url }) => (
      <>
        <span dir="auto">{name}</span>
        <small dir="ltr">{provider_url}</small>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    id: 'provider',
    title: t('globals.terms.provider', {}, 1),
    cell: (provider) => kindName(kindOf(provider)),
    sortBy: (provider) => kindName(kindOf(provider)),
    isMinor: true,
  },
  {
    id: 'enabled',
    title: t('globals.terms.status', {}, 1),
    cell: ({ enabled }) => (
      <StateLabel tone={enabled ? 'good' : 'off'}>
        {t(enabled ? 'globals.terms.enabled' : 'globals.terms.disabled')}
      </StateLabel>
    ),
    sortBy: ({ enabled }) => (enabled ? 0 : 1),
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

/** Single sign-on providers. */
export function Component() {
  const navigate = useNavigate();
  const query = useQuery(oidcQueries.list());
  const [doomed, setDoomed] = useState<OidcProvider>();
  const path = ({ id }: OidcProvider) => `${providersPath}/${id}/edit`;
  const add = (
    <Link className={buttonClass({ tone: 'main' })} to={`${providersPath}/new`}>
      <Plus aria-hidden />
      {t('globals.messages.new', { name: t('globals.terms.provider', {}, 1) })}
    </Link>
  );
  return (
    <AdminPage title={t('globals.terms.sso')} isWide actions={add}>
      <AdminTable
        label={t('globals.terms.sso')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        menu={(provider) => (
          <EditAndDelete onEdit={() => void navigate(path(provider))} onDelete={() => setDoomed(provider)} />
        )}
        empty={{ icon: <KeyRound aria-hidden />, title: t('admin.sso.empty'), text: t('admin.sso.empty.description') }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.sso.deleteConfirmation')}
        entity="oidc"
        remove={(id) => api('oidc.remove', { params: { id } })}
        renews={['oidc']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
