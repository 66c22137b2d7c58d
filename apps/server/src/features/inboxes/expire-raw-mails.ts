import type { Deps } from '../../core/deps.ts';
import { loadSettings } from '../settings/index.ts';
import { listExpiredSources, markSourcesDeleted } from './raw-mails.queries.ts';

const batch = 200;
/** Batches of one run; what is left waits for the next hour. */
const mostBatches = 50;

/**
 * Job `raw_mails.expire`: deletes the stored source of mails that were processed, or left out, more than
 * `app.raw_mail_retention_days` ago (0: never). The rows stay: they say what became of the mails. Quarantined and waiting mails keep
 * theirs. Bytes go first, so that a crash in between leaves nothing that is not deleted next time.
 */
export async function expireRawMails(deps: Deps): Promise<void> {
  const days = (await loadSettings(deps.db))['app.raw_mail_retention_days'];
  if (days === 0) return;
  const before = new Date(deps.clock.now().getTime() - days * 86_400_000);
  for (let round = 0; round < mostBatches; round++) {
    const expired = await listExpiredSources(deps.db, before, batch);
    for (const { storage_key, is_shared } of expired) if (!is_shared) await deps.storage.remove(storage_key);
    await deps.work(deps.system, (uow) =>
      markSourcesDeleted(
        uow.db,
        expired.map((mail) => mail.id),
        uow.now,
      ),
    );
    if (expired.length < batch) return;
  }
}
