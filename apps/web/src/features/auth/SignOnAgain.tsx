import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { setCurrentAgent, useCurrentAgent } from '../../lib/session.ts';
import { SignOnWays } from './SignOnWays.tsx';

const lookMs = 2_000;

/**
 * Signing on again in the middle of work: in another tab, so that nothing written here is lost. As soon as that has given the browser a
 * session, this tab goes on with it; should it be somebody else's, it begins anew.
 */
export function SignOnAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const { id } = useCurrentAgent();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(async () => {
      const found = await api('agents.me', {}, { allowUnauthorized: true }).catch(() => undefined);
      if (!found) return;
      clearInterval(timer);
      if (found.id !== id) return window.location.assign('/');
      setCurrentAgent(found);
      onSignedIn();
    }, lookMs);
    return () => clearInterval(timer);
  }, [isAway, id, onSignedIn]);
  return <SignOnWays onLeave={() => setAway(true)} />;
}
