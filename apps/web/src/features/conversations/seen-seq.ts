/**
 * The number of the last change in a conversation that the agent has seen (settled question 17): what a reply is based on.
 * A message that came while it stood below the visible part of the thread, or in a hidden tab, has not been seen.
 */
const arrived = new Map<string, number>();
const seen = new Map<string, number>();

/** A change of a conversation has come to this page. */
export function noteArrival(uuid: string, seq: number | undefined): void {
  if (seq !== undefined) arrived.set(uuid, Math.max(seq, arrived.get(uuid) ?? 0));
}

/** Everything that has come so far stands before the agent's eyes; `lastSeq` is what the conversation was fetched with. */
export function noteSeen(uuid: string, lastSeq: number): void {
  seen.set(uuid, Math.max(lastSeq, arrived.get(uuid) ?? 0, seen.get(uuid) ?? 0));
}

/** What a reply written now is based on; undefined before the conversation was on screen. */
export function seenSeq(uuid: string): number | undefined {
  return seen.get(uuid);
}
