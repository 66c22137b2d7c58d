import type { Agent } from '@bellhop/contract';
import { isEmail } from '@bellhop/contract/formats';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { getSettings } from '../../lib/settings.ts';
import { pickTheme, useTheme } from '../../lib/theme.ts';
import { useTitle } from '../../lib/title.ts';
import { Bell } from '../../ui/Bell.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, Input, PasswordInput } from '../../ui/Field.tsx';
import { signIn } from './sign-in.ts';
import './login.css';

interface LoginPageProps {
  onSignedIn: (agent: Agent) => void;
  /** Called when a sign-in is likely, to fetch in advance what follows. */
  onSoon: () => void;
}

interface Problems {
  email?: string;
  password?: string;
  form?: string;
}

/** The login page (specification 2): email in the specified form, password not empty, the server's text when it refuses. */
export function LoginPage({ onSignedIn, onSoon }: LoginPageProps) {
  useTitle(t('login.title'));
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  useEffect(() => focus(form.current, 'email'), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const email = String(data.get('email')).trim();
    const password = String(data.get('password'));
    const found = check(email, password);
    setProblems(found);
    const first = found.email ? 'email' : found.password ? 'password' : undefined;
    if (first) return focus(form.current, first);
    setBusy(true);
    onSoon();
    try {
      onSignedIn(await signIn(email, password));
    } catch (error) {
      setBusy(false);
      setProblems({ form: toApiError(error).message });
      focus(form.current, 'password');
    }
  };

  return (
    <div className="door">
      <main>
        <div className="brand">
          <Bell className="ico brand-bell" />
          <b>Bellhop</b>
        </div>
        <h1 dir="auto">{t('login.heading', { name: getSettings()['app.site_name'] })}</h1>
        <form ref={form} noValidate onSubmit={submit}>
          <div role="alert">
            {problems.form && (
              <p className="error door-error">
                <TriangleAlert aria-hidden />
                {problems.form}
              </p>
            )}
          </div>
          <Field label={t('login.email')} error={problems.email}>
            <Input
              name="email"
              type="email"
              size="l"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <Field label={t('globals.terms.password')} error={problems.password}>
            <PasswordInput name="password" size="l" autoComplete="current-password" />
          </Field>
          <Button type="submit" tone="main" size="l" isWide aria-disabled={isBusy}>
            {isBusy ? t('auth.loggingIn') : t('auth.signInButton')}
          </Button>
        </form>
      </main>
      <DoorFooter />
    </div>
  );
}

function DoorFooter() {
  const theme = useTheme();
  return (
    <footer>
      <button type="button" onClick={() => pickTheme(theme === 'dark' ? 'light' : 'dark')}>
        {t('shell.theme')}
      </button>
      <span>{t('_.name')}</span>
    </footer>
  );
}

function check(email: string, password: string): Problems {
  return {
    ...(isEmail(email) ? {} : { email: t('globals.messages.invalidEmailAddress') }),
    ...(password ? {} : { password: t('auth.passwordRequired') }),
  };
}

function focus(form: HTMLFormElement | null, name: 'email' | 'password'): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}
