import type { Agent, SecondFactorMethod } from '@bellhop/contract';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { setCurrentAgent, useCurrentAgent } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, PasswordInput } from '../../ui/Field.tsx';
import { methodsAfter, SecondStep } from './second-step.ts';
import { signIn } from './sign-in.ts';

const SignOnAgain = lazy(() => import('./SignOnAgain.tsx').then((found) => ({ default: found.SignOnAgain })));

interface PasswordFormProps {
  isOpen: boolean;
  onSignedIn: () => void;
}

/** The dialog that signs in once more whoever was signed in. */
export function PasswordForm({ isOpen, onSignedIn }: PasswordFormProps) {
  const { email } = useCurrentAgent();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [second, setSecond] = useState<readonly SecondFactorMethod[]>();
  const enter = (agent: Agent) => {
    setSecond(undefined);
    setError(undefined);
    setCurrentAgent(agent);
    onSignedIn();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const password = String(new FormData(event.currentTarget).get('password'));
    if (!password) return setError(t('auth.passwordRequired'));
    setBusy(true);
    try {
      enter(await signIn(email ?? '', password));
    } catch (refused) {
      const methods = methodsAfter(refused);
      setSecond(methods);
      setError(methods ? undefined : toApiError(refused).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      title={t('login.again.title')}
      description={t('login.again.text', { email: email ?? '' })}
      footer={
        <>
          <Button tone="quiet" onClick={() => window.location.assign('/logout')}>
            {t('login.again.other')}
          </Button>
          {!second && (
            <Button type="submit" form="password-again" tone="main" aria-disabled={isBusy}>
              {isBusy ? t('auth.loggingIn') : t('auth.signInButton')}
            </Button>
          )}
        </>
      }
    >
      {second ? (
        <Suspense fallback={null}>
          <SecondStep
            methods={second}
            onSignedIn={enter}
            onOver={(reason) => {
              setSecond(undefined);
              setError(reason);
            }}
          />
        </Suspense>
      ) : (
        <form id="password-again" onSubmit={submit}>
          <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
          <Field label={t('globals.terms.password')} error={error}>
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
        </form>
      )}
      {!second && (
        <Suspense>
          <SignOnAgain onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </Dialog>
  );
}
