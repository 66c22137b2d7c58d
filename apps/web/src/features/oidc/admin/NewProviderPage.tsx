import type { OidcProviderInput } from '@bellhop/contract/oidc';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { ProviderForm } from './ProviderForm.tsx';
import { providersPath } from './provider-names.ts';

const empty = {
  provider: 'Custom' as const,
  name: '',
  provider_url: '',
  client_id: '',
  client_secret: '',
  enabled: true,
  creates_agents: false,
  agent_roles: [],
  agent_domains: [],
  ends_session: false,
  trusts_second_factor: false,
} satisfies z.input<typeof OidcProviderInput>;

/** A new provider; once it is stored, its page shows the address that it must be told. */
export function Component() {
  const navigate = useNavigate();
  const address = useRef('');
  return (
    <ProviderForm
      title={t('globals.messages.new', { name: t('globals.terms.provider', {}, 1) })}
      values={empty}
      save={async (body) => {
        address.current = await api('oidc.create', { body });
      }}
      onSaved={() => {
        const id = /\/oidc\/(\d+)\/finish$/.exec(address.current)?.[1];
        void navigate(id ? `${providersPath}/${id}/edit` : providersPath);
      }}
    />
  );
}
