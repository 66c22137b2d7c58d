import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type * as z from 'zod';
import { t } from '../../lib/i18n.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { ConflictNote } from './AdminForm.tsx';
import { useAdminForm } from './use-admin-form.ts';

interface FormDialogProps<S extends z.ZodObject> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  isWide?: boolean;
  saveLabel?: string;
  /** As of useAdminForm. */
  schema: S;
  values: z.input<S>;
  basedOn?: string | undefined;
  save: (values: z.output<S>) => Promise<unknown>;
  name: (values: z.output<S>) => string;
  children: ReactNode;
}

/** A small form in a dialog: what is new begins empty each time it opens, and saving closes it. */
export function FormDialog<S extends z.ZodObject>({
  isOpen,
  onClose,
  title,
  description,
  isWide,
  ...form
}: FormDialogProps<S>) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      {...(description ? { description } : {})}
      {...(isWide ? { isWide } : {})}
    >
      {isOpen && <Body {...form} onClose={onClose} />}
    </Dialog>
  );
}

type BodyProps<S extends z.ZodObject> = Omit<FormDialogProps<S>, 'isOpen' | 'title' | 'description' | 'isWide'>;

function Body<S extends z.ZodObject>({ onClose, children, saveLabel, ...options }: BodyProps<S>) {
  const { form, submit, isSaving, problem, conflict } = useAdminForm({ ...options, onSaved: onClose });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <ConflictNote conflict={conflict} />
        {children}
        {problem && (
          <p className="admin-refusal" role="alert">
            {problem}
          </p>
        )}
        <div className="admin-dialog-foot">
          <Button onClick={onClose}>{t('globals.messages.cancel')}</Button>
          <Button type="submit" tone="main" aria-disabled={isSaving}>
            {isSaving ? t('globals.messages.saving') : (saveLabel ?? t('globals.messages.save'))}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
