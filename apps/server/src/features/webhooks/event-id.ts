/**
 * What an event is called everywhere, made of its number and its instant: after the desk was taken back to a backup, numbers are given out
 * again, and receivers must not take the new events for known ones.
 */
export function eventId(seq: number, occurredAt: Date): string {
  return `evt_${seq}_${occurredAt.getTime().toString(36)}`;
}
