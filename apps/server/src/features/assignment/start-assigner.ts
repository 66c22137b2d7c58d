import type { Deps } from '../../core/deps.ts';
import type { Bus } from '../../db/bus.ts';
import { assignWaiting } from './assign-waiting.ts';
import { findTeamsWithWork } from './assignment.queries.ts';
import type { Offer } from './offer.ts';

/** The part of a process that assigns as soon as there is something to assign. */
export interface Assigner {
  /** Takes nothing more up and waits for what is under way. */
  stop(): Promise<void>;
}

/** What a sweep is called in cause records. */
const sweepEvent = 'assignment.sweep';

/**
 * Looks after the teams that assign by themselves until stopped, whenever something is offered. What is offered while it looks is looked at next, all
 * of it together. Several processes may do so side by side: choices are made one at a time.
 */
export function startAssigner(deps: Deps, bus: Bus): Assigner {
  let offers: Offer[] = [];
  let missed = false;
  let looking: Promise<void> | null = null;
  let stopped = false;

  const wake = () => {
    if (!stopped) looking ??= look();
  };
  const look = async () => {
    while ((offers.length > 0 || missed) && !stopped) {
      const taken = missed ? null : offers;
      offers = [];
      missed = false;
      await take(taken).catch((error: Error) =>
        deps.log.warn({ err: error.message }, 'teams could not be looked after'),
      );
    }
    looking = null;
  };
  const take = async (taken: readonly Offer[] | null) => {
    const idsOf = (key: 'team_id' | 'user_id' | 'conversation_id') => [
      ...new Set((taken ?? []).flatMap((one) => one[key] ?? [])),
    ];
    const concern = taken && {
      team_ids: idsOf('team_id'),
      user_ids: idsOf('user_id'),
      conversation_ids: idsOf('conversation_id'),
    };
    const event = taken?.[0]?.event ?? sweepEvent;
    for (const teamId of await findTeamsWithWork(deps.db, concern)) {
      if (stopped) return;
      await assignWaiting(deps, teamId, event);
    }
  };
  const stopHearing = [
    bus.on('bellhop_assignment', (payload) => {
      offers.push(JSON.parse(payload) as Offer);
      wake();
    }),
    bus.onGap(() => {
      missed = true;
      wake();
    }),
  ];
  return {
    async stop() {
      stopped = true;
      for (const stopOne of stopHearing) stopOne();
      await looking;
    },
  };
}

/** Job `assignment.sweep`: what no event has told is assigned all the same. */
export async function sweepAssignment(deps: Deps): Promise<void> {
  for (const teamId of await findTeamsWithWork(deps.db, null)) await assignWaiting(deps, teamId, sweepEvent);
}
