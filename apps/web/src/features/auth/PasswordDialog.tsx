import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnded } from '../../lib/api.ts';

const PasswordForm = lazy(() => import('./PasswordForm.tsx').then((found) => ({ default: found.PasswordForm })));

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
  // Nobody waits for its script until a session has ended; then it stays, to give the focus back.
  const [isNeeded, setNeeded] = useState(false);
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
        setNeeded(true);
      }
      return current.promise;
    });
  }, []);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <PasswordForm
        isOpen={wait !== undefined}
        onSignedIn={() => {
          wait?.done();
          onSignedIn();
        }}
      />
    </Suspense>
  );
}
