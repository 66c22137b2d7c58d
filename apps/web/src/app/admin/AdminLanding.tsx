import { SlidersHorizontal } from 'lucide-react';
import { mayAdminister } from '../../lib/admin-access.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { AdminPage } from '../../ui/admin/AdminPage.tsx';
import { EmptyState } from '../../ui/Void.tsx';

/** Where those come who may not open the general settings (specification 2). */
export function Component() {
  const isAllowed = mayAdminister(useCurrentAgent());
  return (
    <AdminPage title={t('globals.terms.admin')}>
      <EmptyState
        icon={<SlidersHorizontal aria-hidden />}
        title={isAllowed ? t('admin.empty') : t('admin.nothing_allowed')}
        text={isAllowed ? t('admin.empty.description') : t('admin.nothing_allowed.description')}
      />
    </AdminPage>
  );
}
