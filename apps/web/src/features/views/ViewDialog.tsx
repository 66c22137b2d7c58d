import { lazy, Suspense } from 'react';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { ViewFormProps } from './ViewForm.tsx';

/** Seldom needed, so it is fetched when it is. */
const ViewForm = lazy(() => import('./ViewForm.tsx'));

interface ViewDialogProps extends ViewFormProps {
  isOpen: boolean;
}

/** Name and filters of a view of one's own, new or changed. */
export function ViewDialog({ isOpen, onClose, view, ...rest }: ViewDialogProps) {
  const title = view ? t('views.edit') : t('views.new');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={t('view.form.description')} isWide>
      <Suspense>
        <ViewForm key={view?.id} view={view} onClose={onClose} {...rest} />
      </Suspense>
    </Dialog>
  );
}
