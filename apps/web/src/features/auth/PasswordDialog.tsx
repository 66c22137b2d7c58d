import type { Agent, SecondFactorMethod } from '@bellhop/contract';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnded, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { setCurrentAgent, useCurrentAgent } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, PasswordInput } from '../../ui/Field.tsx';
import { methodsAfter, SecondStep } from './second-step.ts';
import { signIn } from './sign-in.ts';

const SignOnAgain = lazy(() => import('./SignOnAgain.tsx').then((found) => ({ default: found.SignOnAgain })));

interface Wait {
  promise: Promise<void>;
  done: () => void;
}

/**
 * Asks for the password where one stands when the session has ended (settled question 5). Calls that met the 401 wait
 * and are repeated, so that nothing typed is lost. `onSignedIn` is told when it is over.
 */
export function PasswordDialog({ onSignedIn }: { onSignedIn: () => void }) {
  const [wait, setWait] = useState<Wait>();
  useEffect(() => {
    let current: Wait | undefined;
    onSessionEnded(() => {
      if (!current) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const done = () => {
          current = undefined;
          setWait(undefined);
          resolve();
        };
        current = { promise, done };
        setWait(current);
      }
      return current.promise;
    });
  }, []);
  return (
    <PasswordForm
      isOpen={wait !== undefined}
      onSignedIn={() => {
        wait?.done();
        onSignedIn();
      }}
    />
  );
}

function PasswordForm({ isOpen, onSignedIn }: { isOpen: boolean; onSignedIn: () => void }) {
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
