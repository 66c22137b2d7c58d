import type { Readable } from 'node:stream';
import { type inboxRoutes, QuarantinedMail, type RouteData, type RouteInput } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { contentDisposition, safetyHeaders } from '../media/index.ts';
import {
  countQuarantined,
  findQuarantined,
  listQuarantined,
  type RawMail,
  requeueAllQuarantined,
  requeueQuarantined,
} from './raw-mails.queries.ts';
import { enqueueMailProcessing } from './store-raw-mail.ts';

type QuarantineRoute = (typeof inboxRoutes)['inboxes.quarantine'];

/** Mails whose processing failed three times, newest first. */
export async function readQuarantine(
  db: Reader,
  { page, page_size }: RouteInput<QuarantineRoute>['query'],
): Promise<RouteData<QuarantineRoute>> {
  const total = await countQuarantined(db);
  const rows = await listQuarantined(db, { limit: page_size, offset: (page - 1) * page_size });
  return {
    results: rows.map(quarantineView),
    total,
    per_page: page_size,
    total_pages: Math.ceil(total / page_size),
    page,
  };
}

/** Processes a quarantined mail again, with three new attempts. Throws `raw_mail.not_found`. */
export async function replayMail(uow: UnitOfWork, id: number): Promise<true> {
  const inboxId = await requeueQuarantined(uow.db, id, uow.now);
  if (inboxId === undefined) throw new AppError('raw_mail.not_found');
  await enqueueMailProcessing(uow, inboxId);
  return true;
}

/** Processes every quarantined mail again whose source is there. */
export async function replayAll(uow: UnitOfWork): Promise<{ replayed: number }> {
  const inboxIds = await requeueAllQuarantined(uow.db, uow.now);
  for (const id of [...new Set(inboxIds)].sort((a, b) => a - b)) await enqueueMailProcessing(uow, id);
  return { replayed: inboxIds.length };
}

/** A quarantined mail as a file to be saved, byte for byte. Throws `raw_mail.not_found`. */
export async function downloadQuarantined(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  id: number,
  reply: FastifyReply,
): Promise<Readable> {
  const mail = await findQuarantined(db, id);
  if (!mail || !hasSource(mail) || !(await storage.has(mail.storage_key))) throw new AppError('raw_mail.not_found');
  reply.headers({
    ...safetyHeaders('message/rfc822'),
    'content-type': 'message/rfc822',
    'content-disposition': contentDisposition('attachment', `quarantine-${id}.eml`),
  });
  return storage.stream(mail.storage_key);
}

function quarantineView(mail: RawMail & { inbox_name: string }): QuarantinedMail {
  return {
    id: mail.id,
    inbox_id: mail.inbox_id,
    inbox_name: mail.inbox_name,
    received_at: mail.received_at.toISOString(),
    size: mail.size,
    attempts: mail.attempts,
    step: QuarantinedMail.shape.step.safeParse(mail.failed_step).data ?? null,
    error: mail.error ?? '',
    has_source: hasSource(mail),
    message_id: mail.message_id,
    sender: mail.sender,
    subject: mail.subject,
  };
}

/** The server listed some and never handed them over. */
function hasSource(mail: RawMail): boolean {
  return mail.source_deleted_at === null && (mail.decision as { unreadable?: true }).unreadable !== true;
}
