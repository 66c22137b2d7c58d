import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { oidcQueries } from '../oidc.api.ts';
import { ProviderForm } from './ProviderForm.tsx';
import { providersPath } from './provider-names.ts';

/** An existing provider, with the address that it must be told. */
export function Component() {
  const id = Number(useParams().id);
  const navigate = useNavigate();
  const query = useQuery(oidcQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: t('globals.terms.sso'), to: providersPath }}>
      {(provider) => (
        <ProviderForm
          title={provider.name}
          values={{ ...provider, client_id: provider.client_id ?? '', client_secret: provider.client_secret ?? '' }}
          basedOn={provider.updated_at}
          redirectUri={provider.redirect_uri}
          save={(body) => api('oidc.update', { params: { id }, body })}
          onSaved={() => void navigate(providersPath)}
        />
      )}
    </LoadedPage>
  );
}
