import type { Deps } from '../../core/deps.ts';
import { findState, listBelow, listKnownBetween, lockState, patchState } from './facts.queries.ts';
import { refreshFacts } from './refresh-facts.ts';
import { countWrongSums, findMonthBefore, rebuildMonth, type SumsKind, sums, sumsKinds } from './rollups.queries.ts';

/** Conversations that a night looks at: the newest, and as many further down, where the night before ended. */
const checkedANight = 20_000;
const checkedAtOnce = 500;

/**
 * Job `reports.check`: holds the facts of the newest conversations and of a further part of all against their rows, and the sums of every
 * month against the facts. What differs is logged and put right.
 */
export async function checkReports(deps: Deps): Promise<void> {
  const state = await findState(deps.db);
  if (state.below !== null || sumsKinds.some((kind) => state[sums[kind].since] !== '-infinity')) return;
  const top = 2_147_483_647;
  const newest = await checkFacts(deps, top);
  const down = newest.reached === null ? null : await checkFacts(deps, state.checked_below ?? newest.reached);
  await deps.work(deps.system, (uow) => patchState(uow.db, { checked_below: down?.reached ?? null }));
  const wrong = newest.wrong + (down?.wrong ?? 0);
  if (wrong > 0) deps.log.warn({ facts: wrong }, 'reports had counted wrongly, and were put right');
  for (const kind of sumsKinds) await checkSums(deps, kind);
}

/** Looks at some conversations below a number; `reached` is the last of them, null when that was the first of all. */
async function checkFacts(deps: Deps, from: number): Promise<{ wrong: number; reached: number | null }> {
  let below: number | null = from;
  let wrong = 0;
  for (let looked = 0; below !== null && looked < checkedANight; looked += checkedAtOnce) {
    const upTo: number = below;
    below = await deps.work(deps.system, async (uow) => {
      const { time_zone } = await lockState(uow.db);
      const there = (await listBelow(uow.db, upTo, checkedAtOnce)).map(({ id }) => id);
      const last = there.length < checkedAtOnce ? null : there.at(-1)!;
      const known = await listKnownBetween(uow.db, last ?? 0, upTo);
      wrong += await refreshFacts(uow.db, [...new Set([...there, ...known])], time_zone);
      return last;
    });
  }
  return { wrong, reached: below };
}

async function checkSums(deps: Deps, kind: SumsKind): Promise<void> {
  let before = 'infinity';
  for (;;) {
    const month: string | null = await deps.work(deps.system, async (uow) => {
      const { time_zone } = await lockState(uow.db);
      const found = await findMonthBefore(uow.db, time_zone, before);
      if (found === null) return null;
      const wrong = await countWrongSums(uow.db, kind, time_zone, found);
      if (wrong > 0) {
        deps.log.warn({ month: found, sums: wrong }, 'roll-ups did not add up, and were made anew');
        await rebuildMonth(uow.db, kind, time_zone, found);
      }
      return found;
    });
    if (month === null) return;
    before = month;
  }
}
