import { AtSign, UserCheck } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { AccountPage } from './AccountPage.tsx';
import { PushSection } from './PushSection.tsx';

/** What one is told of, and where; nothing of it can be chosen yet, and the page says so. */
export function Component() {
  return (
    <AccountPage title={t('account.notifications.title')}>
      <p className="muted">{t('account.notifications.about')}</p>
      <ul className="told">
        <li>
          <AtSign aria-hidden />
          <span>
            <strong>{t('account.notifications.mention')}</strong>
            <span className="help">{t('account.notifications.mention_help')}</span>
          </span>
        </li>
        <li>
          <UserCheck aria-hidden />
          <span>
            <strong>{t('account.notifications.assignment')}</strong>
            <span className="help">{t('account.notifications.assignment_help')}</span>
          </span>
        </li>
      </ul>
      <p className="help">{t('account.notifications.no_choice')}</p>
      <PushSection />
    </AccountPage>
  );
}
