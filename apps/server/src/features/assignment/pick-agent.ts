import type { AssignmentStrategy, AvailabilityStatus } from '@bellhop/contract';

/** A member of a team as far as it decides who gets the next conversation. */
export interface PoolMember {
  id: number;
  availability_status: AvailabilityStatus;
  /** Open conversations of all teams. */
  load: number;
  /** The number of the choice that fell on the member last; null for never. */
  turn: number | null;
  /** Whether the member's roles let them read what is assigned to them. */
  can_read: boolean;
}

/** Why a member was chosen or passed over. */
export type Verdict = 'chosen' | 'free' | 'full' | 'away' | 'offline' | 'unavailable' | 'blind';

export interface Choice {
  /** Null when nobody can take it. */
  chosen: number | null;
  /** In the order of the members. */
  verdicts: Verdict[];
}

/**
 * Chooses the agent for a conversation (behaviour 3.5): of those online, else of those away, else, if `assign_to_offline` and nobody is there,
 * of those offline; never somebody who is away by choice, may not read it, or has `capacity` open conversations already (0: no limit). `rotation`
 * takes who was chosen longest ago, `fewest_open` who has the fewest, and of those again who was chosen longest ago. Of two who are both up for
 * choice for a while, `rotation` chooses neither twice more often than the other.
 */
export function pickAgent(
  members: readonly PoolMember[],
  by: { strategy: AssignmentStrategy; capacity: number; assign_to_offline: boolean },
): Choice {
  const isThere = members.some((one) => one.can_read && ['online', 'away'].includes(one.availability_status));
  const verdicts = members.map((one): Verdict => {
    if (one.availability_status === 'away_manual' || one.availability_status === 'away_and_reassigning')
      return 'unavailable';
    if (!one.can_read) return 'blind';
    if (one.availability_status === 'offline' && (isThere || !by.assign_to_offline)) return 'offline';
    return by.capacity > 0 && one.load >= by.capacity ? 'full' : 'free';
  });
  const free = members.filter((_, place) => verdicts[place] === 'free');
  const online = free.filter((one) => one.availability_status === 'online');
  const pool = online.length > 0 ? online : free;
  const [first] = pool.toSorted(
    (one, other) =>
      (by.strategy === 'fewest_open' ? one.load - other.load : 0) ||
      (one.turn ?? 0) - (other.turn ?? 0) ||
      one.id - other.id,
  );
  return {
    chosen: first?.id ?? null,
    verdicts: members.map((one, place) => {
      if (one.id === first?.id) return 'chosen';
      return verdicts[place] === 'free' && !pool.includes(one) ? 'away' : verdicts[place]!;
    }),
  };
}
