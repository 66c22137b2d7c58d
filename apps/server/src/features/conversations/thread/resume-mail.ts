import type { Deps } from '../../../core/deps.ts';
import { enqueueMailProcessing, listInboxesWithWaitingMail } from '../../inboxes/index.ts';

/** Asks for the processing of every inbox that has waiting mail: at start, in case a job went astray. */
export async function resumeMail(deps: Deps): Promise<void> {
  const inboxIds = await listInboxesWithWaitingMail(deps.db);
  if (inboxIds.length === 0) return;
  await deps.work(deps.system, async (uow) => {
    for (const inboxId of inboxIds) await enqueueMailProcessing(uow, inboxId);
  });
}
