import type { OidcProvider } from '@bellhop/contract';
import { t } from '../../../lib/i18n.ts';

export const providersPath = '/admin/sso';

/** What people call a kind of provider. */
export function kindName(kind: OidcProvider['provider']): string {
  return kind === 'Google' ? 'Google' : t('admin.sso.otherProvider');
}
