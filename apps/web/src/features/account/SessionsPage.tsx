import { t } from '../../lib/i18n.ts';
import { SessionList } from '../sessions/index.ts';
import { AccountPage } from './AccountPage.tsx';

/** Where one is signed in, and the ways out. */
export function Component() {
  return (
    <AccountPage title={t('sessions.title')}>
      <p className="muted">{t('sessions.about')}</p>
      <SessionList whose="me" />
    </AccountPage>
  );
}
