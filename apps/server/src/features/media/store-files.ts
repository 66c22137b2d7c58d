import { randomUUID } from 'node:crypto';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { StorageUnavailableError, shardOf } from '../../lib/storage.ts';
import { contentTypeOf } from './content-type.ts';
import { displayFileName, isExtensionAllowed } from './file-name.ts';
import { insertMedia, type NewMedia } from './media.queries.ts';
import { thumbnailKey } from './thumbnail.ts';

/** A file that came with a mail; `content_id` in the form of `normaliseContentId` of lib/html-images. */
export interface IncomingFile {
  filename: string;
  content_type: string;
  disposition: 'inline' | 'attachment';
  content_id: string | null;
  content: Uint8Array;
}

/** A file whose bytes are stored and whose row is not there yet. */
export type StoredFile = Omit<NewMedia, 'model_type' | 'model_id' | 'conversation_id'>;

/**
 * Stores the bytes of a mail's files, before the transaction of their message. An extension that is not `allowed` marks the
 * file, and never costs the message (behaviour 1.6 limits). Throws when storage fails, with nothing left behind.
 */
export async function storeFiles(
  deps: Pick<Deps, 'storage' | 'clock'>,
  files: readonly IncomingFile[],
  allowed: string[] | null,
): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  try {
    for (const file of files) {
      const filename = displayFileName(file.filename);
      stored.push(
        await storeBytes(deps, {
          filename,
          content_type: await contentTypeOf(file.content, file.content_type),
          disposition: file.disposition,
          content_id: file.content_id,
          meta: isExtensionAllowed(filename, allowed) ? {} : { quarantine_reason: 'extension not allowed' },
          uploaded_by: null,
          bytes: file.content,
        }),
      );
    }
    return stored;
  } catch (error) {
    // Where the storage is away this would only fail, too, and what is left is swept one day.
    if (!(error instanceof StorageUnavailableError)) await discardFiles(deps, stored);
    throw error;
  }
}

/** A uuid, and the key under which the bytes are to lie: a new one for each file, never used again. */
export function newPlace(deps: Pick<Deps, 'storage' | 'clock'>): Pick<StoredFile, 'uuid' | 'store' | 'storage_key'> {
  const uuid = randomUUID();
  return { uuid, store: deps.storage.kind, storage_key: `media/${shardOf(deps.clock.now())}/${uuid}` };
}

/** Stores one file's bytes. */
async function storeBytes(
  deps: Pick<Deps, 'storage' | 'clock'>,
  file: Omit<StoredFile, 'uuid' | 'store' | 'storage_key' | 'size'> & { bytes: Uint8Array },
): Promise<StoredFile> {
  const { bytes, ...row } = file;
  const place = newPlace(deps);
  await deps.storage.put(place.storage_key, bytes);
  return { ...row, ...place, size: bytes.byteLength };
}

/** Removes the bytes again, when the transaction of their rows failed. */
export async function discardFiles(
  deps: Pick<Deps, 'storage'>,
  files: readonly { storage_key: string }[],
): Promise<void> {
  for (const { storage_key } of files) {
    await deps.storage.remove(thumbnailKey(storage_key));
    await deps.storage.remove(storage_key);
  }
}

/** Inserts the rows of messages' files, in the messages' transaction. */
export async function attachStoredFiles(
  uow: UnitOfWork,
  files: readonly (StoredFile & { message_id: number; conversation_id: number })[],
): Promise<void> {
  if (files.length === 0) return;
  await insertMedia(
    uow.db,
    files.map(({ message_id, ...file }) => ({ ...file, model_type: 'messages' as const, model_id: message_id })),
  );
}
