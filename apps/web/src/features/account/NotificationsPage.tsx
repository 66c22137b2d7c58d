import { lazy, Suspense } from 'react';
import { t } from '../../lib/i18n.ts';
import { AccountPage } from './AccountPage.tsx';
import { ChoicesSkeleton } from './ChoicesSkeleton.tsx';
import { PushSection } from './PushSection.tsx';

const NotificationChoices = lazy(() => import('./admin/NotificationChoices.tsx'));

/** What one is told of, where and when. */
export function Component() {
  return (
    <AccountPage title={t('account.notifications.title')}>
      <p className="muted">{t('account.notifications.about')}</p>
      <Suspense fallback={<ChoicesSkeleton />}>
        <NotificationChoices />
      </Suspense>
      <PushSection />
    </AccountPage>
  );
}
