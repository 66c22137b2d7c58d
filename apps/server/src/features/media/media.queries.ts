import { type Selectable, sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type MediaRow = Selectable<DB['media']>;

/** What a new row needs; the rest has defaults. */
export interface NewMedia {
  uuid: string;
  store: 'fs' | 's3';
  storage_key: string;
  filename: string;
  content_type: string;
  size: number;
  disposition: 'inline' | 'attachment';
  content_id: string | null;
  meta: MediaMeta;
  uploaded_by: number | null;
  model_type: 'messages' | 'users' | null;
  model_id: number | null;
  conversation_id: number | null;
}

/** `has_thumbnail` is missing until somebody tried to make one. */
export interface MediaMeta {
  width?: number;
  height?: number;
  has_thumbnail?: boolean;
  /** The file's extension is not allowed here: kept, but marked (behaviour 1.6 limits). */
  quarantine_reason?: string;
}

export function findMediaByUuid(db: Reader, uuid: string): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

export function listMediaByUuids(db: Reader, uuids: readonly string[]): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('uuid', 'in', [...uuids])
    .orderBy('id')
    .execute();
}

export async function listMediaByIds(db: Reader, ids: readonly number[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

/** Files of messages, by file name. */
export function listMessageMedia(db: Reader, messageIds: readonly number[]): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('model_type', '=', 'messages')
    .where('model_id', 'in', [...messageIds])
    .orderBy('filename')
    .orderBy('id')
    .execute();
}

/** Files with a content id that belong to a message of the conversations; the latest last. */
export function listInlineMedia(db: Reader, conversationIds: readonly number[]): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('conversation_id', 'in', [...conversationIds])
    .where('content_id', 'is not', null)
    .where('model_id', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Links uploads of one agent that belong to nothing yet; others are left alone. */
export function linkUnlinkedMedia(
  db: Transaction,
  ids: readonly number[],
  owner: { message_id: number; conversation_id: number; uploaded_by: number },
): Promise<MediaRow[]> {
  return db
    .updateTable('media')
    .set({ model_type: 'messages', model_id: owner.message_id, conversation_id: owner.conversation_id })
    .where('id', 'in', [...ids])
    .where('model_id', 'is', null)
    .where('uploaded_by', '=', owner.uploaded_by)
    .returningAll()
    .execute();
}

/** Takes a message's files away from it; a picture in its text is an ordinary file again. */
export async function unlinkMedia(db: Transaction, messageId: number): Promise<void> {
  await sql`update media set model_id = null, conversation_id = null, content_id = null,
    disposition = case when content_id is null then disposition else 'attachment' end
    where model_type = 'messages' and model_id = ${messageId}`.execute(db);
}

export function lockMediaByUuid(db: Transaction, uuids: readonly string[]): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('uuid', 'in', [...uuids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function patchMedia(
  db: Transaction,
  id: number,
  patch: { content_id?: string; disposition?: 'inline' | 'attachment'; meta?: MediaMeta },
): Promise<void> {
  const { meta, ...plain } = patch;
  await db
    .updateTable('media')
    .set({ ...plain, ...(meta && { meta: sql`meta || ${JSON.stringify(meta)}::jsonb` }) })
    .where('id', '=', id)
    .execute();
}

export async function insertMedia(db: Transaction, rows: readonly NewMedia[]): Promise<MediaRow[]> {
  const inserted = await sql<MediaRow>`
    insert into media (uuid, store, storage_key, filename, content_type, size, disposition, content_id, meta, uploaded_by,
      model_type, model_id, conversation_id)
    select * from json_to_recordset(${jsonRows(rows)}::json) as file (
      uuid uuid, store text, storage_key text, filename text, content_type text, size int, disposition text,
      content_id text, meta jsonb, uploaded_by int, model_type text, model_id bigint, conversation_id int)
    returning *`.execute(db);
  return inserted.rows;
}

/**
 * A draft or an earlier state of one holds on to the file. Counted, and with the condition of the partial indexes, because of `exists`
 * the planner expects a hit after a few rows and reads the whole table for each file that nobody holds.
 */
const isDrafted = sql<boolean>`((select count(*) from drafts
    where media_uuids <> '{}' and media_uuids @> array[media.uuid]) > 0
  or (select count(*) from draft_versions
    where media_uuids <> '{}' and media_uuids @> array[media.uuid]) > 0)`;

/**
 * Picks files that are unlinked since before the given time or whose message is gone, and takes their uploader away: only
 * the uploader can claim a file, so nobody can any more. Rows that another collector holds are left to it.
 */
export async function condemnAbandonedMedia(
  db: Transaction,
  options: { unlinked_before: Date; limit: number },
): Promise<Pick<MediaRow, 'id' | 'storage_key'>[]> {
  const abandoned = await db
    .selectFrom('media')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('model_id', 'is', null), eb('created_at', '<', options.unlinked_before), eb.not(isDrafted)]),
        eb.and([
          eb('model_type', '=', 'messages'),
          eb('model_id', 'is not', null),
          eb.not(
            eb.exists(eb.selectFrom('messages').select('messages.id').whereRef('messages.id', '=', 'media.model_id')),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(options.limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (abandoned.length === 0) return [];
  return db
    .updateTable('media')
    .set({ uploaded_by: null })
    .where(
      'id',
      'in',
      abandoned.map((row) => row.id),
    )
    .returning(['id', 'storage_key'])
    .execute();
}

export async function deleteMedia(db: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('media')
      .where('id', 'in', [...ids])
      .execute();
}

/** Drops the rows of somebody's avatars; answers where their bytes lie. */
export function deleteAvatarsOf(db: Transaction, userId: number): Promise<Pick<MediaRow, 'storage_key'>[]> {
  return db
    .deleteFrom('media')
    .where('model_type', '=', 'users')
    .where('model_id', '=', userId)
    .returning('storage_key')
    .execute();
}
