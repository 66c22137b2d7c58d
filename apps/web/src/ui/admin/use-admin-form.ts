import { refusalKey } from '@bellhop/contract/refusals';
import { toNestErrors } from '@hookform/resolvers';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod';
import { ApiError, toApiError } from '../../lib/api.ts';
import { type TextKey, t } from '../../lib/i18n.ts';
import { toast } from '../toast.ts';
import { useUnsaved } from '../unsaved.tsx';
import { issueText } from './issue-text.ts';

interface AdminFormOptions<S extends z.ZodObject> {
  /** The contract's schema of the body: the very one that the server uses. */
  schema: S;
  /** What stands in the fields: the stored thing, or the first values of a new one. When it changes on the server, untouched fields follow. */
  values: z.input<S>;
  /** `updated_at` of the stored thing; goes along as `based_on`, so that whoever saves second is told. */
  basedOn?: string | undefined;
  /** Calls the server with the checked values. */
  save: (values: z.output<S>) => Promise<unknown>;
  /** After it was saved, such as the way back to the list. */
  onSaved: (values: z.output<S>) => void;
  /** What the toast calls it. */
  name: (values: z.output<S>) => string;
}

export interface AdminFormState<S extends z.ZodObject = z.ZodObject> {
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  submit: () => void;
  isSaving: boolean;
  /** Refused by the server without naming a field. */
  problem: string;
  /** Somebody else has saved it since it was loaded: `takeTheirs` drops what was typed, `saveMine` saves all the same. */
  conflict: { takeTheirs: () => void; saveMine: () => void } | undefined;
  schema: S;
}

/**
 * A form of the admin area: checked by the contract's schema, the first wrong field gets the focus, the server's refusals stand beside
 * their fields, leaving it half-filled asks first, and a change that somebody else has overtaken is told.
 */
export function useAdminForm<S extends z.ZodObject>(options: AdminFormOptions<S>): AdminFormState<S> {
  const { schema, values, basedOn, save, onSaved, name } = options;
  const [problem, setProblem] = useState('');
  const [hasConflict, setConflict] = useState(false);
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver: bySchema(schema),
    values: values as FieldValues,
    defaultValues: values as DefaultValues<FieldValues>,
    resetOptions: { keepDirtyValues: true },
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty && !isSubmitting);

  const send = async (checked: FieldValues, based_on: string | undefined) => {
    setProblem('');
    try {
      await save({ ...checked, ...(based_on ? { based_on } : {}) } as z.output<S>);
      setConflict(false);
      form.reset(form.getValues());
      toast.success(t('globals.messages.savedSuccessfully', { name: name(checked as z.output<S>) }));
      onSaved(checked as z.output<S>);
    } catch (error) {
      refuse(error);
    }
  };
  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'config.changed_meanwhile') return setConflict(true);
    // A refusal of a member that the form does not hold would be lost beside it.
    const fields = Object.entries(refusedFields(error)).filter(([field]) =>
      Object.hasOwn(values, field.split('.')[0]!),
    );
    for (const [index, [field, reason]] of fields.entries()) {
      form.setError(field as Path<FieldValues>, { type: 'server', message: reason }, { shouldFocus: index === 0 });
    }
    if (fields.length === 0) setProblem(toApiError(error).message);
  };
  return {
    form,
    schema,
    problem,
    isSaving: isSubmitting,
    submit: () => void form.handleSubmit((checked) => send(checked, basedOn))(),
    conflict: hasConflict
      ? {
          takeTheirs: () => {
            setConflict(false);
            form.reset(values as FieldValues);
          },
          saveMine: () => void form.handleSubmit((checked) => send(checked, undefined))(),
        }
      : undefined,
  };
}

/** The members that the server refuses, each with its reason in the reader's language; those of a taken name read as the whole message does. */
function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null) return {};
  const reasons = Object.entries(error.data).filter(([, reason]) => typeof reason === 'string') as [string, string][];
  return Object.fromEntries(
    reasons.map(([field, reason]) => [field, error.code === 'input.invalid' ? refusalText(reason) : error.message]),
  );
}

/** The server says it in English, for those who call it by themselves. */
function refusalText(reason: string): string {
  const said = refusalKey(reason);
  return said ? t(said.key as TextKey, said.params) : reason;
}

function bySchema(schema: z.ZodObject): Resolver<FieldValues, unknown, FieldValues> {
  return (values, _context, options) => {
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of parsed.error.issues) {
      errors[issue.path.join('.')] ??= { type: issue.code, message: issueText(issue) };
    }
    return { values: {}, errors: toNestErrors(errors as FieldErrors, options) };
  };
}
