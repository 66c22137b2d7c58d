import type { Agent } from '@bellhop/contract';
import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { loginMethods } from './login-methods.ts';

interface PasskeyWayProps {
  onSignedIn: (agent: Agent) => void;
  onProblem: (text: string | undefined) => void;
}

/** Signing in with a passkey alone: offered once anybody has one for this desk, by browsers that can. */
export function PasskeyWay({ onSignedIn, onProblem }: PasskeyWayProps) {
  const [isOffered, setOffered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void loginMethods.then(({ passkey }) => setOffered(passkey && 'PublicKeyCredential' in window)), []);
  if (!isOffered) return null;
  const signIn = async () => {
    if (isBusy) return;
    setBusy(true);
    onProblem(undefined);
    const { passkeyProblem, signInByPasskeyAlone } = await import('../second-factor/index.ts');
    try {
      onSignedIn(await signInByPasskeyAlone());
    } catch (error) {
      setBusy(false);
      onProblem(passkeyProblem(error) ?? undefined);
    }
  };
  return (
    <div className="door-passkey">
      <Button
        tone="quiet"
        size="l"
        isWide
        icon={<Fingerprint aria-hidden />}
        aria-disabled={isBusy}
        onClick={() => void signIn()}
      >
        {t('login.passkey')}
      </Button>
    </div>
  );
}
