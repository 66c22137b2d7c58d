import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { LeaveQuestion } from '../../ui/Dialog.tsx';
import { dropUnsaved, hasUnsaved } from '../../ui/unsaved.tsx';

/** Asks before a page is left on which something is not saved: by a link, a key, the browser's buttons or by closing it. */
export function LeaveGuard() {
  const blocker = useBlocker(wouldLose);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => hasUnsaved({ isDialog: true }) && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => {
        dropUnsaved();
        blocker.proceed?.();
      }}
    />
  );
}

/** What moves on by itself with a dialog open has saved it; only the browser's buttons reach past one. */
const wouldLose: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  currentLocation.pathname !== nextLocation.pathname && hasUnsaved({ isDialog: historyAction === 'POP' });
