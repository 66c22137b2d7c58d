import type { Deps } from '../../core/deps.ts';
import { deleteOldVersions } from './drafts.queries.ts';

const keptDays = 30;

/** Earlier states of drafts are kept from this time on. */
export function versionsSince(now: Date): Date {
  return new Date(now.getTime() - keptDays * 86_400_000);
}

/** Drops states of drafts older than 30 days; part of the job `maintenance.tidy`. Drafts themselves stay until their writer ends them. */
export async function expireDrafts(deps: Deps): Promise<void> {
  await deps.work(deps.system, (uow) => deleteOldVersions(uow.db, versionsSince(uow.now)));
}
