import type { AvailabilityStatus } from '@bellhop/contract';
import type { NotificationTimes } from './preferences.queries.ts';
import { quietUntil } from './quiet-hours.ts';

/** What keeps something back: it is not sent at all, or looked at again at a time, earlier when the agent comes back (`is_held`). */
export type Wait = { kind: 'drop' } | { kind: 'until'; due_at: Date; is_held: boolean };

/** Whoever stays away is looked at so often; coming back is told at once. */
const heldMs = 3_600_000;

/** Whether a mail or a push waits by what the agent chose; null when it may go. */
export function waitOf(
  { quiet_hours, mail_when }: Pick<NotificationTimes, 'quiet_hours' | 'mail_when'>,
  { channel, availability, now }: { channel: 'mail' | 'push'; availability: AvailabilityStatus; now: Date },
): Wait | null {
  const isOnline = availability === 'online';
  if (channel === 'mail' && mail_when === 'not_online' && isOnline) return { kind: 'drop' };
  const quiet = quiet_hours && quietUntil(quiet_hours, now);
  if (quiet) return { kind: 'until', due_at: quiet, is_held: false };
  if (mail_when === 'when_back' && !isOnline) {
    return { kind: 'until', due_at: new Date(now.getTime() + heldMs), is_held: true };
  }
  return null;
}
