import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { deleteOldAlerts, lockOpenAlerts, openAlert, patchAlert } from './alerts.queries.ts';
import { findTroubles, type Trouble } from './find-troubles.ts';
import { mailboxFacts } from './health.ts';
import { listInboxes } from './inboxes.queries.ts';

/** What comes back within this time is the same incident, and nobody is told again. */
const againMs = 30 * 60_000;
/** Days for which incidents are kept. */
const keptDays = 90;

/**
 * Job `inboxes.watch`: looks for mailboxes that stopped or fell silent, begins an incident for each and tells of it once, and ends
 * those that are over. Who shows them fetches anew (frame `config_changed`).
 */
export async function watchMailboxes(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const inboxes = await listInboxes(deps.db);
  const facts = await mailboxFacts(deps.db, inboxes, now);
  const troubles = new Map(inboxes.map(({ id }) => [id, findTroubles(facts.get(id)!, now)]));
  await deps.work(deps.system, async (uow) => {
    const ended = await endPast(uow, troubles);
    const begun = await beginNew(uow, troubles);
    if (ended || begun) uow.broadcast('config_changed', { entity: 'inbox' }, { to: 'everybody' });
    await deleteOldAlerts(uow.db, new Date(uow.now.getTime() - keptDays * 86_400_000));
  });
}

async function endPast(uow: UnitOfWork, troubles: ReadonlyMap<number, Trouble[]>): Promise<boolean> {
  let hasChanged = false;
  for (const alert of await lockOpenAlerts(uow.db)) {
    const trouble = troubles.get(alert.inbox_id)?.find(({ kind }) => kind === alert.kind);
    if (!trouble) {
      await patchAlert(uow.db, alert.id, { ended_at: uow.now });
      await uow.publish({ kind: 'inbox.recovered', inbox_id: alert.inbox_id, alert: alert.kind });
      hasChanged = true;
    } else if (trouble.problem !== alert.problem || trouble.detail !== alert.detail) {
      await patchAlert(uow.db, alert.id, { problem: trouble.problem, detail: trouble.detail });
      hasChanged = true;
    }
  }
  return hasChanged;
}

async function beginNew(uow: UnitOfWork, troubles: ReadonlyMap<number, Trouble[]>): Promise<boolean> {
  const again_since = new Date(uow.now.getTime() - againMs);
  let hasChanged = false;
  for (const [inbox_id, found] of troubles) {
    for (const trouble of found) {
      const opened = await openAlert(uow.db, { inbox_id, ...trouble, again_since });
      if (!opened) continue;
      hasChanged = true;
      if (opened.is_new) await uow.publish({ kind: 'inbox.in_trouble', inbox_id, alert: trouble.kind });
    }
  }
  return hasChanged;
}

/** Has the mailboxes looked at now, because something about one of them has changed. */
export async function watchSoon(uow: UnitOfWork): Promise<void> {
  await uow.enqueue('inboxes.watch', {}, { key: 'inboxes.watch:soon', queue: 'cron:inboxes.watch' });
}
