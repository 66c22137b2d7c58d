import type { Agent, SecondFactorMethod } from '@bellhop/contract';
import { isEmail } from '@bellhop/contract/formats';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { getSettings } from '../../lib/settings.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input, PasswordInput } from '../../ui/Field.tsx';
import { Door, DoorError, focusField } from './Door.tsx';
import { loginMethods } from './login-methods.ts';
import { PasskeyWay } from './PasskeyWay.tsx';
import { dropPasswordNote, hasPasswordNote } from './password-note.ts';
import { forgetProblem, SignOnWays, signOnProblem } from './SignOnWays.tsx';
import { methodsAfter, SecondStep } from './second-step.ts';
import { signIn } from './sign-in.ts';

interface LoginPageProps {
  onSignedIn: (agent: Agent) => void;
  /** Called when a sign-in is likely, to fetch in advance what follows. */
  onSoon: () => void;
}

interface Problems {
  email?: string;
  password?: string;
  form?: string;
  /** The number under which the server's log has more. */
  request?: string | undefined;
}

/** The login page (specification 2): email in the specified form, password not empty, the server's text when it refuses. */
export function LoginPage({ onSignedIn, onSoon }: LoginPageProps) {
  useTitle(t('login.title'));
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>(problemsOfSignOn);
  const [isBusy, setBusy] = useState(false);
  const [second, setSecond] = useState<readonly SecondFactorMethod[]>();
  useEffect(() => {
    // Back from a provider, or the page was loaded anew in the middle.
    if (!new URLSearchParams(window.location.search).has('second_factor')) return;
    void loginMethods.then(({ second_factor }) => second_factor && setSecond(second_factor));
  }, []);
  useEffect(() => {
    focusField(form.current, 'email');
    forgetProblem();
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const email = String(data.get('email')).trim();
    const password = String(data.get('password'));
    const found = check(email, password);
    setProblems(found);
    const first = found.email ? 'email' : found.password ? 'password' : undefined;
    if (first) return focusField(form.current, first);
    setBusy(true);
    onSoon();
    try {
      const agent = await signIn(email, password);
      dropPasswordNote();
      onSignedIn(agent);
    } catch (error) {
      setBusy(false);
      const methods = methodsAfter(error);
      if (methods) return setSecond(methods);
      setProblems({ form: toApiError(error).message });
      focusField(form.current, 'password');
    }
  };

  const startAgain = (reason?: string) => {
    setSecond(undefined);
    setProblems(reason ? { form: reason } : {});
  };
  if (second) {
    return (
      <Door heading={t('login.factor.title')}>
        <Suspense fallback={null}>
          <SecondStep methods={second} onSignedIn={onSignedIn} onOver={startAgain} />
        </Suspense>
        <div className="door-again">
          <Button tone="quiet" onClick={() => startAgain()}>
            {t('auth.backToLogin')}
          </Button>
        </div>
      </Door>
    );
  }
  return (
    <Door heading={t('login.heading', { name: getSettings()['app.site_name'] })}>
      {hasPasswordNote() && (
        <p className="door-note is-good" role="status">
          <CircleCheck aria-hidden />
          {t('auth.passwordSetSuccess')}
        </p>
      )}
      <form ref={form} noValidate onSubmit={submit}>
        <DoorError text={problems.form} request={problems.request} />
        <Field label={t('login.email')} error={problems.email}>
          <Input name="email" type="email" size="l" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label={t('globals.terms.password')} error={problems.password}>
          <PasswordInput name="password" size="l" autoComplete="current-password" />
        </Field>
        <Button type="submit" tone="main" size="l" isWide aria-disabled={isBusy}>
          {isBusy ? t('auth.loggingIn') : t('auth.signInButton')}
        </Button>
        <p className="door-way">
          <a href="/reset-password">{t('auth.forgotPassword')}</a>
        </p>
      </form>
      <PasskeyWay onSignedIn={onSignedIn} onProblem={(form) => setProblems(form ? { form } : {})} />
      <SignOnWays />
    </Door>
  );
}

function problemsOfSignOn(): Problems {
  const problem = signOnProblem(window.location.search);
  return problem ? { form: problem.text, request: problem.request } : {};
}

function check(email: string, password: string): Problems {
  return {
    ...(isEmail(email) ? {} : { email: t('globals.messages.invalidEmailAddress') }),
    ...(password ? {} : { password: t('auth.passwordRequired') }),
  };
}
