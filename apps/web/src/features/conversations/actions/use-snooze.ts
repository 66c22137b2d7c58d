import { defaultStatusNames } from 'virtual:contract';
import { useConversationChanges } from '../conversation-changes.ts';
import { durationUntil, snoozeDuration } from './snooze.ts';

const minuteMs = 60_000;

/** Snoozes a conversation for a preset's minutes, or until a moment. */
export function useSnooze(uuid: string): (choice: number | Date) => void {
  const { setStatus } = useConversationChanges(uuid);
  return (choice) => {
    const now = Date.now();
    const status = defaultStatusNames.snoozed;
    if (typeof choice === 'number') {
      setStatus({ status, snoozed_until: snoozeDuration(choice), until: new Date(now + choice * minuteMs) });
    } else {
      // The contract's duration has whole hours only; the moment beside it is what Bellhop's server takes.
      const snoozed_until = durationUntil(choice, new Date(now));
      setStatus({ status, snoozed_until, snoozed_until_at: choice.toISOString(), until: choice });
    }
  };
}
