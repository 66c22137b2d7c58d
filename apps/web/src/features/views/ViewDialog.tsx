import type { FilterRow, View } from '@bellhop/contract';
import { lazy, Suspense } from 'react';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Seldom needed, so it is fetched when it is. */
const ViewForm = lazy(() => import('./ViewForm.tsx'));

export interface ViewDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Absent: a new view. */
  view?: View | undefined;
  /** Rows that a new view begins with, from a search for instance. */
  filters?: readonly FilterRow[];
  /** Called with the view as the server has it, after the dialog has closed. */
  onSaved?: (view: View) => void;
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
