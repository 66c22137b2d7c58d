import type { OwnSecondFactor } from '@bellhop/contract';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, api, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, Input, PasswordInput } from '../../ui/Field.tsx';
import { askForPasskey, passkeyProblem } from './passkeys.ts';

interface Waiting {
  retry: () => void;
  giveUp: (error: unknown) => void;
}

/**
 * Runs what changes how somebody signs in: where the server wants to see once more who it is, it is asked for in a dialog, and the
 * change is made then. Rejects with the server's refusal, or with null when the dialog was closed.
 */
export function useConfirmed(own: OwnSecondFactor): {
  run: <T>(change: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<Waiting>();
  const run = async <T,>(change: () => Promise<T>): Promise<T> => {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'session.confirmation_needed') throw error;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      setWaiting({ retry: resolve, giveUp: reject });
      await promise;
      return change();
    }
  };
  const dialog = (
    <Dialog
      isOpen={waiting !== undefined}
      isKept
      title={t('secondFactor.confirm.title')}
      description={t('secondFactor.confirm.text')}
      onClose={() => {
        setWaiting(undefined);
        waiting?.giveUp(null);
      }}
    >
      {waiting && (
        <Confirm
          own={own}
          onConfirmed={() => {
            setWaiting(undefined);
            waiting.retry();
          }}
        />
      )}
    </Dialog>
  );
  return { run, dialog };
}

function Confirm({ own, onConfirmed }: { own: OwnSecondFactor; onConfirmed: () => void }) {
  const methods = own.confirmation_methods;
  const hasPassword = methods.includes('password');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (show: () => Promise<unknown>, tell: (error: unknown) => string | null) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await show();
      onConfirmed();
    } catch (refused) {
      setError(tell(refused) ?? undefined);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = String(new FormData(event.currentTarget).get('shown')).trim();
    if (!typed) return setError(t(hasPassword ? 'auth.passwordRequired' : 'secondFactor.code.required'));
    const body = hasPassword ? { password: typed } : { code: typed };
    void confirm(
      () => api('account.confirm', { body }),
      (refused) => toApiError(refused).message,
    );
  };
  const byPasskey = async () => {
    const passkey = await askForPasskey(await api('account.confirm_passkey_options', {}));
    await api('account.confirm', { body: { passkey } });
  };
  const asksCode = hasPassword || methods.includes('totp') || methods.includes('recovery_code');
  return (
    <div className="second-step">
      {methods.includes('passkey') && (
        <Button
          icon={<Fingerprint aria-hidden />}
          aria-disabled={isBusy}
          onClick={() => void confirm(byPasskey, passkeyProblem)}
        >
          {t('login.factor.usePasskey')}
        </Button>
      )}
      {asksCode && (
        <form noValidate onSubmit={submit}>
          <input type="text" name="username" autoComplete="username" value={own.email} readOnly hidden />
          <Field label={t(hasPassword ? 'globals.terms.password' : 'login.factor.code')} error={error}>
            {hasPassword ? (
              <PasswordInput name="shown" autoComplete="current-password" data-autofocus />
            ) : (
              <Input name="shown" dir="ltr" autoComplete="one-time-code" data-autofocus />
            )}
          </Field>
          <Button type="submit" tone="main" aria-disabled={isBusy}>
            {t('secondFactor.continue')}
          </Button>
        </form>
      )}
      {methods.length === 0 && <p className="muted">{t('secondFactor.confirm.none')}</p>}
    </div>
  );
}
