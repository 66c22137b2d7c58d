import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../core/deps.ts';
import { openConfig, SecretsUnreadableError } from './inbox-secrets.ts';
import { findCursor, upsertCursor } from './receiving.queries.ts';
import { healthRecorder } from './record-health.ts';
import { recordUnreadableMail, type StoreRawMail } from './store-raw-mail.ts';

/** The channel keeps going by itself; this is for what it gives up on, a configuration that cannot be read for example. */
const restartAfterMs = 30_000;

/** Receives for one inbox until the signal ends it; whatever goes wrong is written on the inbox and tried again. */
export async function receiveMail(
  deps: Deps,
  inbox: { id: number; config: unknown },
  storeRawMail: StoreRawMail,
  signal: AbortSignal,
): Promise<void> {
  const onState = healthRecorder(deps, inbox.id);
  while (!signal.aborted) {
    try {
      await deps.channel.receive({
        config: openConfig(deps.sealer, inbox.config),
        loadCursor: (account, mailbox) => findCursor(deps.db, inbox.id, account, mailbox),
        saveCursor: (account, mailbox, cursor) =>
          deps.work(deps.system, (uow) => upsertCursor(uow.db, { inbox_id: inbox.id, account, mailbox, ...cursor })),
        deliver: ({ raw, ...origin }) => storeRawMail(raw, [{ inbox_id: inbox.id, source: 'imap', ...origin }]),
        onUnreadable: (mail) => recordUnreadableMail(deps, inbox.id, mail),
        onState,
        signal,
      });
    } catch (error) {
      if (signal.aborted) return;
      deps.log.error({ inbox: inbox.id, err: (error as Error).message }, 'receiving ended');
      const problem = error instanceof SecretsUnreadableError ? error.problem : 'unknown';
      await onState({ state: 'error', error: (error as Error).message, problem }).catch((failure: Error) =>
        deps.log.warn({ inbox: inbox.id, err: failure.message }, 'the health of an inbox could not be stored'),
      );
    }
    await pause(restartAfterMs, undefined, { signal }).catch(() =>
      deps.log.debug({ inbox: inbox.id }, 'receiver stopped'),
    );
  }
}
