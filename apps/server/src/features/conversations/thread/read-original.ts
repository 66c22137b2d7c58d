import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { OriginalMail } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Deps } from '../../../core/deps.ts';
import { contentDisposition, parseUuid, safetyHeaders } from '../../media/index.ts';
import { loadVisible } from '../access.ts';
import { findOriginal } from './original.queries.ts';

type Needed = Pick<Deps, 'db' | 'storage' | 'channel'>;

/** Bytes of the source that are shown; a mail may hold many megabytes of files. */
const mostShown = 1024 * 1024;

/**
 * Header fields and source of a message as it travelled, the source cut at 1 MB. Throws conversation.not_found,
 * message.not_found, message.no_original.
 */
export async function readOriginal(deps: Needed, actor: Actor, at: MessagePath): Promise<OriginalMail> {
  const raw = await buffer(await load(deps, actor, at, mostShown));
  return { ...deps.channel.describe(raw.subarray(0, mostShown)), is_cut: raw.length > mostShown };
}

/** The mail as a file to be saved, byte for byte, as it comes from the storage. Throws the same. */
export async function downloadOriginal(
  deps: Needed,
  actor: Actor,
  at: MessagePath,
  reply: FastifyReply,
): Promise<Readable> {
  const raw = await load(deps, actor, at);
  reply.headers({
    ...safetyHeaders('message/rfc822'),
    'content-type': 'message/rfc822',
    'content-disposition': contentDisposition('attachment', `${at.message_uuid.toLowerCase()}.eml`),
  });
  return raw;
}

interface MessagePath {
  uuid: string;
  message_uuid: string;
}

/** One byte more than `most` tells that there is more. */
async function load(
  { db, storage, channel }: Needed,
  actor: Actor,
  { uuid, message_uuid }: MessagePath,
  most?: number,
): Promise<Readable> {
  const conversation = await loadVisible(db, actor, uuid);
  const known = parseUuid(message_uuid);
  const row = known === null ? undefined : await findOriginal(db, conversation.id, known);
  if (!row) throw new AppError('message.not_found');
  const range = most === undefined ? undefined : { start: 0, end: most };
  if (row.is_secret) throw new AppError('message.no_original');
  if (row.storage_key !== null && (await storage.has(row.storage_key))) return storage.stream(row.storage_key, range);
  const kept = row.delivery_state === 'kept_locally' ? await channel.readKept(row.uuid, range) : null;
  if (!kept) throw new AppError('message.no_original');
  return kept;
}
