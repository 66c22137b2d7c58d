import type { oidcRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { discoverProvider } from './discover-provider.ts';
import { getProvider, listEnabledProviders, listProviders } from './read-providers.ts';
import { createProvider, removeProvider, updateProvider } from './save-provider.ts';
import { createSignOnHandlers } from './sign-on.handlers.ts';

/** Every route of single sign-on providers and what answers it. */
export function createOidcHandlers(deps: Deps): Handlers<typeof oidcRoutes> {
  const { db, work } = deps;
  return {
    ...createSignOnHandlers(deps),
    'oidc.enabled': () => listEnabledProviders(db),
    'oidc.list': () => listProviders(db),
    'oidc.get': ({ params }) => getProvider(db, params.id),
    'oidc.test': ({ body }) => discoverProvider(db, body.provider_url),
    'oidc.create': ({ actor, body }) => createProvider(deps, actor, body),
    'oidc.update': ({ actor, params, body }) => updateProvider(deps, actor, params.id, body),
    'oidc.remove': ({ actor, params }) => work(actor, (uow) => removeProvider(uow, params.id)),
  };
}
