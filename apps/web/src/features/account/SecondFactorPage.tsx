import { t } from '../../lib/i18n.ts';
import { SecondFactorPanel } from '../second-factor/index.ts';
import { AccountPage } from './AccountPage.tsx';

/** What one signs in with beside the password. */
export function Component() {
  return (
    <AccountPage title={t('secondFactor.title')}>
      <p className="muted">{t('secondFactor.about')}</p>
      <SecondFactorPanel />
    </AccountPage>
  );
}
