import type { Deps } from '../../core/deps.ts';
import { loadSettings } from '../settings/index.ts';
import { findState, listBelow, listChanges, lockState, patchState } from './facts.queries.ts';
import { refreshFacts } from './refresh-facts.ts';
import { clearRollups, findMonthBefore, rebuildMonth, setRolledFrom } from './rollups.queries.ts';
import { insertFormerTurns } from './sources.queries.ts';

/** Entries of the change log in one transaction. */
const changesAtOnce = 2_000;
/** Conversations from before there were reports, in one transaction. */
const formerAtOnce = 500;
/** One run ends after this, so that other jobs get their turn; the next minute goes on. */
export const longestRunMs = 40_000;

/**
 * Job `reports.follow`: counts what the change log tells of, then, after an upgrade, conversations from before there were reports, newest first,
 * and at last rolls up what is not rolled up yet, month by month. Each step is a transaction that also notes how far it came, so what breaks
 * off is gone on with, and nothing counts twice.
 */
export async function followChanges(deps: Deps): Promise<void> {
  const end = Date.now() + longestRunMs;
  const steps = [followStep, formerStep, rollStep];
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
      await clearRollups(uow.db);
      await setRolledFrom(uow.db, zone, 'infinity');
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

/** True when every month is rolled up. */
async function rollStep(deps: Deps): Promise<boolean> {
  if ((await findState(deps.db)).rolled_from === '-infinity') return true;
  return deps.work(deps.system, async (uow) => {
    const { rolled_from, time_zone } = await lockState(uow.db);
    if (rolled_from === '-infinity') return true;
    const month = await findMonthBefore(uow.db, time_zone, rolled_from);
    if (month !== null) await rebuildMonth(uow.db, time_zone, month);
    await setRolledFrom(uow.db, time_zone, month ?? '-infinity');
    return month === null;
  });
}

/** The desk's time zone as reports use it. */
export async function zoneNow({ db }: Pick<Deps, 'db'>): Promise<string> {
  return (await loadSettings(db))['app.timezone'] || 'UTC';
}
