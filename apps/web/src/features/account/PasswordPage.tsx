import { isPasswordStrong, passwordBytes } from '@bellhop/contract/passwords';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, PasswordInput } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.ts';
import { useUnsaved } from '../../ui/unsaved.tsx';
import { AccountPage } from './AccountPage.tsx';
import { useChangePassword } from './account.api.ts';

const noValues = { current: '', next: '', again: '' };
type Name = keyof typeof noValues;

/** Changes the own password; the other sessions end with it. */
export function Component() {
  const { email } = useCurrentAgent();
  const [values, setValues] = useState(noValues);
  const [problems, setProblems] = useState<Partial<Record<Name, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending } = useChangePassword();
  useUnsaved(Object.values(values).some((value) => value !== ''));

  const refuse = (found: Partial<Record<Name, string>>) => {
    setProblems(found);
    const [first] = Object.keys(found);
    const wrong = first && form.current?.elements.namedItem(first);
    if (wrong instanceof HTMLInputElement) wrong.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = problemsOf(values);
    if (Object.keys(found).length > 0) return refuse(found);
    mutate(
      { current_password: values.current, new_password: values.next },
      {
        onSuccess: () => {
          setValues(noValues);
          toast.success(t('account.password.changed'));
        },
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : undefined;
          const { message } = toApiError(error);
          if (code === 'agent.password_wrong') refuse({ current: message });
          else if (code === 'agent.password_weak') refuse({ next: message });
          else toast.error(message);
        },
      },
    );
  };
  const field = (name: Name, label: string, autoComplete: string, help?: string) => (
    <Field label={label} error={problems[name]} {...(help ? { help } : {})}>
      <PasswordInput
        name={name}
        value={values[name]}
        autoComplete={autoComplete}
        onChange={(event) => {
          setValues({ ...values, [name]: event.target.value });
          setProblems(({ [name]: _solved, ...rest }) => rest);
        }}
      />
    </Field>
  );
  return (
    <AccountPage title={t('account.password.title')}>
      <p className="muted">{t('account.password.about')}</p>
      <form ref={form} onSubmit={submit} noValidate>
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        {field('current', t('account.password.current'), 'current-password')}
        {field('next', t('account.password.new'), 'new-password', t('globals.messages.strongPassword', passwordBytes))}
        {field('again', t('auth.confirmNewPassword'), 'new-password')}
        <Button type="submit" tone="main" aria-disabled={isPending}>
          {isPending ? t('globals.messages.saving') : t('account.password.save')}
        </Button>
      </form>
    </AccountPage>
  );
}

function problemsOf({ current, next, again }: typeof noValues): Partial<Record<Name, string>> {
  return {
    ...(current ? {} : { current: t('auth.passwordRequired') }),
    ...(isPasswordStrong(next) ? {} : { next: t('globals.messages.strongPassword', passwordBytes) }),
    ...(next === again ? {} : { again: t('auth.passwordsDoNotMatch') }),
  };
}
