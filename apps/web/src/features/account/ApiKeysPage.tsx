import { plural, t } from '../../lib/i18n.ts';
import { OwnKeys } from '../api-keys/index.ts';
import { AccountPage } from './AccountPage.tsx';

/** The keys by which programs act for oneself. */
export function Component() {
  return (
    <AccountPage title={plural('globals.terms.apiKey')}>
      <p className="muted">{t('api_keys.about')}</p>
      <OwnKeys />
    </AccountPage>
  );
}
