import type { OidcProvider } from '@bellhop/contract';
import { t } from '../../../lib/i18n.ts';

export const providersPath = '/admin/sso';

/** What people call providers. On the wire one of Microsoft is like any other but Google. */
export const providerKinds = ['Google', 'Microsoft', 'Custom'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** The address of each kind; Google has one for everybody, Microsoft one for each of its customers. */
export const addressOf: Record<ProviderKind, string> = {
  Google: 'https://accounts.google.com',
  Microsoft: 'https://login.microsoftonline.com/TENANT-ID/v2.0',
  Custom: '',
};

/** The kind of a provider. */
export function kindOf({ provider, provider_url }: Pick<OidcProvider, 'provider' | 'provider_url'>): ProviderKind {
  const isMicrosoft = provider === 'Custom' && /^https:\/\/login\.microsoftonline\.com\//.test(provider_url);
  return isMicrosoft ? 'Microsoft' : provider;
}

export function kindName(kind: ProviderKind): string {
  return kind === 'Custom' ? t('admin.sso.otherProvider') : kind;
}
