import { TriangleAlert } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import type * as z from 'zod';
import { t } from '../../lib/i18n.ts';
import { Button, buttonClass } from '../Button.tsx';
import type { AdminFormState } from './use-admin-form.ts';
import './admin.css';

interface AdminFormProps<S extends z.ZodObject> {
  state: AdminFormState<S>;
  /** Name of the form, read out. */
  label: string;
  /** Where Cancel leads; a page that is nothing but a form has none. */
  back?: string;
  saveLabel?: string;
  /** At the end of the foot, such as Delete. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One column of fields with its foot, which stays in sight: Save, Cancel, and how many fields need attention. */
export function AdminForm<S extends z.ZodObject>(props: AdminFormProps<S>) {
  const { state, label, back, saveLabel, aside, children } = props;
  const { form, submit, isSaving, problem } = state;
  const wrong = countWrong(form.formState.errors);
  return (
    <FormProvider {...form}>
      <form
        className="admin-form"
        aria-label={label}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <ConflictNote conflict={state.conflict} />
        {children}
        <div className="admin-form-foot">
          <Button type="submit" tone="main" aria-disabled={isSaving}>
            {isSaving ? t('globals.messages.saving') : (saveLabel ?? t('globals.messages.save'))}
          </Button>
          {back && (
            <Link className={buttonClass({ tone: 'quiet' })} to={back}>
              {t('globals.messages.cancel')}
            </Link>
          )}
          <span className="error" role="alert">
            {(problem || wrong > 0) && <TriangleAlert aria-hidden />}
            {problem || (wrong > 0 && t('admin.form.attention', { n: wrong }, wrong))}
          </span>
          {aside && <span className="end">{aside}</span>}
        </div>
      </form>
    </FormProvider>
  );
}

/** Fields that are wrong, those inside of others included. */
function countWrong(errors: object): number {
  return Object.entries(errors).reduce((sum, [name, error]) => {
    if (name === 'ref' || typeof error !== 'object' || error === null) return sum;
    return sum + ('message' in error && typeof error.message === 'string' ? 1 : countWrong(error));
  }, 0);
}

/** Told when somebody else has saved the same thing since it was loaded; used in dialogs, too. */
export function ConflictNote({ conflict }: Pick<AdminFormState, 'conflict'>) {
  if (!conflict) return null;
  return (
    <div className="admin-conflict" role="alert">
      <p>{t('admin.form.conflict')}</p>
      <Button size="s" onClick={conflict.takeTheirs}>
        {t('admin.form.take_theirs')}
      </Button>
      <Button size="s" tone="quiet" onClick={conflict.saveMine}>
        {t('admin.form.save_mine')}
      </Button>
    </div>
  );
}

/** A part of a long form under a heading, with what it is about. */
export function FormSection({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <fieldset className="admin-section">
      <legend>{title}</legend>
      {help && <p className="help">{help}</p>}
      {children}
    </fieldset>
  );
}
