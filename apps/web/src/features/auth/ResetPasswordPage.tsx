import { isEmail } from '@bellhop/contract/formats';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/Field.tsx';
import { Door, DoorError, focusField } from './Door.tsx';

/** Asks for a link to set a password (wire A 7.1). Whoever has the address, the page says the same. */
export function ResetPasswordPage() {
  useTitle(t('auth.resetPassword'));
  const [isSent, setSent] = useState(false);
  return (
    <Door heading={t('auth.resetPassword')}>
      {isSent ? <Sent /> : <AskForm onSent={() => setSent(true)} />}
      <p className="door-way">
        <a href="/">{t('auth.backToLogin')}</a>
      </p>
    </Door>
  );
}

function AskForm({ onSent }: { onSent: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<{ email?: string; form?: string }>({});
  const [isBusy, setBusy] = useState(false);
  useEffect(() => focusField(form.current, 'email'), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    const found = isEmail(email) ? {} : { email: t('globals.messages.invalidEmailAddress') };
    setProblems(found);
    if (found.email) return focusField(form.current, 'email');
    setBusy(true);
    try {
      await api('auth.reset_password', { body: { email } });
      onSent();
    } catch (error) {
      setBusy(false);
      setProblems({ form: toApiError(error).message });
      focusField(form.current, 'email');
    }
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p className="door-about">{t('auth.enterEmailForReset')}</p>
      <DoorError text={problems.form} />
      <Field label={t('login.email')} error={problems.email}>
        <Input name="email" type="email" size="l" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" tone="main" size="l" isWide aria-disabled={isBusy}>
        {isBusy ? t('auth.sending') : t('auth.sendResetLink')}
      </Button>
    </form>
  );
}

function Sent() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="door-note" tabIndex={-1} role="status">
      <MailCheck aria-hidden />
      <div>
        <p>{t('auth.checkEmailForReset')}</p>
        <p className="muted">{t('auth.resetSent.help')}</p>
      </div>
    </div>
  );
}
