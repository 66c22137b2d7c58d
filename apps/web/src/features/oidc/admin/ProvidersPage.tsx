import type { OidcProvider } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import type { AdminColumn } from '../../../ui/admin/AdminTable.tsx';
import { ConfigListPage } from '../../../ui/admin/ConfigListPage.tsx';
import { updatedAtColumn } from '../../../ui/admin/columns.tsx';
import { StateLabel } from '../../../ui/Badge.tsx';
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
  updatedAtColumn(),
];

/** Single sign-on providers. */
export function Component() {
  return (
    <ConfigListPage
      title={t('globals.terms.sso')}
      one={t('globals.terms.provider', {}, 1)}
      path={providersPath}
      query={useQuery(oidcQueries.list())}
      columns={columns}
      name={({ name }) => name}
      empty={{ icon: <KeyRound aria-hidden />, title: t('admin.sso.empty'), text: t('admin.sso.empty.description') }}
      deletion={{
        text: t('admin.sso.deleteConfirmation'),
        entity: 'oidc',
        remove: (id) => api('oidc.remove', { params: { id } }),
        renews: ['oidc'],
      }}
    />
  );
}
