import { isPasswordStrong, passwordBytes } from '@bellhop/contract/passwords';
import { Unlink } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { useTitle } from '../../lib/title.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Field, PasswordInput } from '../../ui/Field.tsx';
import { Door, DoorError, focusField } from './Door.tsx';
import { PasswordRules } from './PasswordRules.tsx';
import { leavePasswordNote } from './password-note.ts';

/** Sets a password by the token of a mailed link, then leads to the login page (wire A 7.2). */
export function SetPasswordPage() {
  const title = t('globals.terms.setPassword', {}, 1);
  useTitle(title);
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const [isOver, setOver] = useState(token === '');
  return (
    <Door heading={title}>
      {isOver ? <LinkIsOver /> : <SetForm token={token} onOver={() => setOver(true)} />}
      <p className="door-way">
        <a href="/">{t('auth.backToLogin')}</a>
      </p>
    </Door>
  );
}

type Problems = Partial<Record<'password' | 'again' | 'form', string>>;

function SetForm({ token, onOver }: { token: string; onOver: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  useEffect(() => focusField(form.current, 'password'), []);
  const refuse = (found: Problems) => {
    setProblems(found);
    focusField(form.current, found.again && !found.password ? 'again' : 'password');
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const again = String(new FormData(event.currentTarget).get('again'));
    const found = check(password, again);
    if (found.password || found.again) return refuse(found);
    setProblems({});
    setBusy(true);
    try {
      await api('auth.set_password', { body: { token, password } });
      leavePasswordNote();
      window.location.replace('/');
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'password_link.invalid') return onOver();
      refuse({ form: toApiError(error).message });
    }
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p className="door-about">{t('auth.enterNewPasswordTwice')}</p>
      <DoorError text={problems.form} />
      <Field label={t('account.password.new')} error={problems.password}>
        <PasswordInput
          name="password"
          size="l"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <PasswordRules password={password} />
      <Field label={t('auth.confirmNewPassword')} error={problems.again}>
        <PasswordInput name="again" size="l" autoComplete="new-password" />
      </Field>
      <Button type="submit" tone="main" size="l" isWide aria-disabled={isBusy}>
        {isBusy ? t('auth.settingPassword') : t('auth.setNewPassword')}
      </Button>
    </form>
  );
}

/** No token, or one that opens nothing any more: what it may be, and how to get another. */
function LinkIsOver() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <div ref={box} className="door-note" tabIndex={-1} role="alert">
        <Unlink aria-hidden />
        <p>{t('errors.password_link.invalid')}</p>
      </div>
      <a className={buttonClass({ tone: 'main', size: 'l', isWide: true })} href="/reset-password">
        {t('auth.askNewLink')}
      </a>
    </>
  );
}

/** One thing at a time: a password that has to change anyway need not be repeated rightly. */
function check(password: string, again: string): Problems {
  if (!isPasswordStrong(password)) return { password: t('globals.messages.strongPassword', passwordBytes) };
  return password === again ? {} : { again: t('auth.passwordsDoNotMatch') };
}
