import { defaultStatusNames } from 'virtual:contract';
import { useConversationChanges } from '../conversation-changes.ts';
import { durationUntil, snoozeDuration } from './snooze.ts';

const minuteMs = 60_000;

/** Snoozes a conversation for a preset's minutes, or until a moment. */
export function useSnooze(uuid: string): (choice: SnoozeChoice) => void {
  const { setStatus } = useConversationChanges(uuid);
  return (choice) => setStatus({ status: defaultStatusNames.snoozed, ...snoozeUntil(choice) });
}

/** A preset's minutes, or a moment. */
export type SnoozeChoice = number | Date;

/** What the status call is told about a choice, and when that is. */
export function snoozeUntil(choice: SnoozeChoice): { snoozed_until: string; snoozed_until_at?: string; until: Date } {
  const now = Date.now();
  if (typeof choice === 'number') {
    return { snoozed_until: snoozeDuration(choice), until: new Date(now + choice * minuteMs) };
  }
  // The contract's duration has whole hours only; the moment beside it is what Bellhop's server takes.
  const snoozed_until = durationUntil(choice, new Date(now));
  return { snoozed_until, snoozed_until_at: choice.toISOString(), until: choice };
}
