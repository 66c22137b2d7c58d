import type { QuarantinedMail } from '@bellhop/contract';
import type * as z from 'zod';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { listQuarantined, requeueQuarantined } from './raw-mails.queries.ts';
import { enqueueMailProcessing } from './store-raw-mail.ts';

/** More than this nobody reads; solving the first ones brings up the rest. */
const longestList = 500;

/** Mails whose processing failed three times, newest first. */
export async function readQuarantine(deps: Deps): Promise<z.output<typeof QuarantinedMail>[]> {
  return (await listQuarantined(deps.db, longestList)).map((mail) => ({
    id: mail.id,
    inbox_id: mail.inbox_id,
    received_at: mail.received_at.toISOString(),
    size: mail.size,
    attempts: mail.attempts,
    error: mail.error ?? '',
    message_id: mail.message_id,
    sender: mail.sender,
    subject: mail.subject,
  }));
}

/** Processes a quarantined mail again, with three new attempts. Throws `raw_mail.not_found`. */
export async function replayMail(deps: Deps, actor: Actor, id: number): Promise<void> {
  await deps.work(actor, async (uow) => {
    const inboxId = await requeueQuarantined(uow.db, id, uow.now);
    if (inboxId === undefined) throw new AppError('raw_mail.not_found');
    await enqueueMailProcessing(uow, inboxId);
  });
}
