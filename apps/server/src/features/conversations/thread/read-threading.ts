import { ThreadEvidence, type Threading } from '@bellhop/contract';
import * as z from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { parseUuid } from '../../media/index.ts';
import { loadVisible } from '../access.ts';
import { findArrival } from './original.queries.ts';

/** What the decision log says; an entry of another version may lack any of it. */
const Decided = z.object({
  opened: z.boolean().catch(false),
  evidence: z
    .object({ kind: ThreadEvidence, value: z.string(), closed: z.boolean().optional() })
    .nullable()
    .catch(null),
  warnings: z.array(z.string()).catch([]),
  skipped_attachments: z.array(z.object({ filename: z.string() })).catch([]),
});

/**
 * Why a mail that came in belongs to its conversation. Throws conversation.not_found, message.not_found, and message.no_original for
 * what did not come as a mail.
 */
export async function readThreading(
  db: Reader,
  actor: Actor,
  { uuid, message_uuid }: { uuid: string; message_uuid: string },
): Promise<Threading> {
  const conversation = await loadVisible(db, actor, uuid);
  const known = parseUuid(message_uuid);
  const row = known === null ? undefined : await findArrival(db, conversation.id, known);
  if (!row) throw new AppError('message.not_found');
  if (row.source === null || row.received_at === null) throw new AppError('message.no_original');
  const { opened, evidence, warnings, skipped_attachments } = Decided.parse(row.decision ?? {});
  return {
    received_at: row.received_at.toISOString(),
    source: row.source === 'imap' ? 'imap' : 'smtp',
    inbox: { id: row.inbox_id!, name: row.inbox_name! },
    opened,
    evidence: evidence && { kind: evidence.kind, value: evidence.value },
    continues_closed: evidence?.closed ?? false,
    warnings,
    left_behind: skipped_attachments.map(({ filename }) => filename),
  };
}
