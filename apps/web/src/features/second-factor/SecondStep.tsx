import type { Agent, SecondFactorMethod } from '@bellhop/contract';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/Field.tsx';
import { askForPasskey, passkeyProblem } from './passkeys.ts';
import './second-factor.css';

interface SecondStepProps {
  /** What the agent has and works here. */
  methods: readonly SecondFactorMethod[];
  onSignedIn: (agent: Agent) => void;
  /** The sign-in took too long, or too many codes were wrong: it begins anew, with the reason. */
  onOver: (reason: string) => void;
}

const unasked = { allowUnauthorized: true };

/** The second step of a sign-in: a code of an app, a passkey or a recovery code. */
export function SecondStep({ methods, onSignedIn, onOver }: SecondStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const hasApp = methods.includes('totp');
  const [isRecovery, setRecovery] = useState(
    !hasApp && methods.includes('recovery_code') && !methods.includes('passkey'),
  );
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const codeOf = isRecovery ? 'recovery' : hasApp ? 'app' : null;
  useEffect(() => {
    // The other kind of code has a field of its own; without the focus, what is typed next went to the button that changed them.
    if (codeOf) form.current?.querySelector('input')?.focus();
  }, [codeOf]);

  const attempt = async (prove: () => Promise<Agent>, tell: (error: unknown) => string | null) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      onSignedIn(await prove());
    } catch (refused) {
      setBusy(false);
      const text = tell(refused);
      if (refused instanceof ApiError && refused.code === 'login.challenge_over') onOver(refused.message);
      else if (text) setError(text);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = form.current?.querySelector('input');
    const code = field?.value.trim();
    if (!code) return setError(t('secondFactor.code.required'));
    void attempt(
      () => api('login.second_factor', { body: { code } }, unasked),
      (refused) => {
        field?.select();
        return toApiError(refused).message;
      },
    );
  };
  const byPasskey = () => void attempt(signInByPasskey, passkeyProblem);
  return (
    <div className="second-step">
      {methods.length === 0 && <p className="error">{t('login.factor.none')}</p>}
      {methods.includes('passkey') && (
        <Button
          size="l"
          isWide
          tone={codeOf ? 'plain' : 'main'}
          icon={<Fingerprint aria-hidden />}
          aria-disabled={isBusy}
          onClick={byPasskey}
        >
          {t('login.factor.usePasskey')}
        </Button>
      )}
      {codeOf ? (
        <form ref={form} noValidate onSubmit={submit}>
          <Field
            key={String(isRecovery)}
            label={t(isRecovery ? 'login.factor.recovery' : 'login.factor.code')}
            help={t(isRecovery ? 'login.factor.recovery.help' : 'login.factor.code.help')}
            error={error}
          >
            <Input
              name="code"
              size="l"
              dir="ltr"
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
            />
          </Field>
          <Button type="submit" tone="main" size="l" isWide aria-disabled={isBusy}>
            {isBusy ? t('auth.loggingIn') : t('auth.signInButton')}
          </Button>
        </form>
      ) : (
        error && (
          <p className="error" role="alert">
            {error}
          </p>
        )
      )}
      {methods.includes('recovery_code') && (hasApp || !isRecovery) && (
        <Button
          tone="quiet"
          onClick={() => {
            setError(undefined);
            setRecovery(!isRecovery);
          }}
        >
          {t(isRecovery ? 'login.factor.useApp' : 'login.factor.useRecovery')}
        </Button>
      )}
    </div>
  );
}

async function signInByPasskey(): Promise<Agent> {
  const options = await api('login.passkey_options', { body: {} }, unasked);
  return api('login.passkey_verify', { body: { response: await askForPasskey(options) } }, unasked);
}

/** Signs in with a passkey in place of the password. Throws what `passkeyProblem` tells. */
export async function signInByPasskeyAlone(): Promise<Agent> {
  const options = await api('login.passkey_options', { body: { alone: true } }, unasked);
  return api('login.passkey_verify', { body: { response: await askForPasskey(options) } }, unasked);
}
