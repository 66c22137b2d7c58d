import type { Deps } from '../../core/deps.ts';
import { loadSettings } from '../settings/index.ts';
import { findState, listBelow, listChanges, lockState, patchState } from './facts.queries.ts';
import { refreshFacts } from './refresh-facts.ts';
import { clearSums, findMonthBefore, rebuildMonth, type SumsKind, setSummedFrom, sums } from './rollups.queries.ts';
import { insertFormerTurns } from './sources.queries.ts';

/** Entries of the change log in one transaction. */
const changesAtOnce = 2_000;
/** Conversations from before there were reports, in one transaction. */
const formerAtOnce = 500;
/** One run ends after this, so that other jobs get their turn; the next minute goes on. */
export const longestRunMs = 40_000;

/**
 * Job `reports.follow`: counts what the change log tells of, then, after an upgrade, conversations from before there were reports, newest first,
 * and at last sums up what is not summed up yet, month by month. Each step is a transaction that also notes how far it came, so what breaks
 * off is gone on with, and nothing counts twice.
 */
export async function followChanges(deps: Deps): Promise<void> {
  const end = Date.now() + longestRunMs;
  const steps = [followStep, formerStep, summingStep('one'), summingStep('two'), summingStep('agents')];
  for (const step of steps) {
    let isOver = false;
    while (!isOver) {
      if (Date.now() > end) return;
      isOver = await step(deps);
    }
  }
}

/** True when the log has been followed to its end. */
async function followStep(deps: Deps): Promise<boolean> {
  const zone = await zoneNow(deps);
  return deps.work(deps.system, async (uow) => {
    const state = await lockState(uow.db);
    if (state.time_zone !== zone) {
      // Days begin at other instants now: what happened is counted into those.
      await clearSums(uow.db, zone);
    }
    const changes = await listChanges(uow.db, state.seq, changesAtOnce);
    await refreshFacts(uow.db, [...new Set(changes.flatMap((change) => change.conversation_id ?? []))], zone);
    const isOver = changes.length < changesAtOnce;
    await patchState(uow.db, {
      seq: changes.at(-1)?.seq ?? state.seq,
      followed_at: isOver ? uow.now : changes.at(-1)!.created_at,
    });
    return isOver;
  });
}

/** True when no conversation is left that has never been counted. */
async function formerStep(deps: Deps): Promise<boolean> {
  if ((await findState(deps.db)).below === null) return true;
  return deps.work(deps.system, async (uow) => {
    const { below, time_zone } = await lockState(uow.db);
    if (below === null) return true;
    const conversations = await listBelow(uow.db, below, formerAtOnce);
    const ids = conversations.map(({ id }) => id);
    await insertFormerTurns(uow.db, ids);
    await refreshFacts(uow.db, ids, time_zone);
    const last = conversations.length < formerAtOnce ? null : conversations.at(-1)!;
    await patchState(uow.db, { below: last?.id ?? null, complete_from: last?.created_at ?? null });
    return last === null;
  });
}

/** Sums up one month; true when every month has its sums. */
function summingStep(kind: SumsKind) {
  const { since } = sums[kind];
  return async (deps: Deps): Promise<boolean> => {
    if ((await findState(deps.db))[since] === '-infinity') return true;
    return deps.work(deps.system, async (uow) => {
      const state = await lockState(uow.db);
      if (state[since] === '-infinity') return true;
      const month = await findMonthBefore(uow.db, state.time_zone, state[since]);
      if (month !== null) await rebuildMonth(uow.db, kind, state.time_zone, month);
      await setSummedFrom(uow.db, kind, month ?? '-infinity');
      return month === null;
    });
  };
}

/** The desk's time zone as reports use it. */
export async function zoneNow({ db }: Pick<Deps, 'db'>): Promise<string> {
  return (await loadSettings(db))['app.timezone'] || 'UTC';
}
