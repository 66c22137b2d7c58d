import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { flushFolder } from '../../../lib/flush-folder.ts';
import type { DeliveryReceipt } from '../../channel.ts';

/**
 * Keeps an outgoing mail as `<directory>/<message uuid>.eml`, byte for byte as it would go over the wire (running.md, local
 * mail). The file appears complete and durable or not at all; writing the same message again replaces it.
 */
export async function writeToOutbox(directory: string, messageUuid: string, raw: Buffer): Promise<DeliveryReceipt> {
  if (!/^[0-9a-f-]{36}$/i.test(messageUuid)) throw new Error(`"${messageUuid}" is no message uuid`);
  const made = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (made !== undefined) await flushFolder(dirname(made));
  const temporary = join(directory, `.${messageUuid}.${randomUUID()}.tmp`);
  try {
    await writeDurably(temporary, raw);
    await rename(temporary, join(directory, `${messageUuid.toLowerCase()}.eml`));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(directory);
  return { response: 'kept locally', relay_external_id: null };
}

/** No write takes as long, in milliseconds. */
const partialMs = 3_600_000;

/** Removes what writes have left in the outbox folder that were broken off more than an hour ago. */
export async function sweepOutbox(directory: string, now = Date.now()): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => /^\.[0-9a-f-]{36}\.[0-9a-f-]{36}\.tmp$/i.test(one))) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > partialMs) await rm(path, { force: true });
  }
}

/** The mail that was kept for a message, or the bytes from `start` to `end`; null when there is none, or it has been cleared away. */
export async function readFromOutbox(
  directory: string,
  messageUuid: string,
  range: { start?: number; end?: number } = {},
): Promise<Readable | null> {
  if (!/^[0-9a-f-]{36}$/i.test(messageUuid)) throw new Error(`"${messageUuid}" is no message uuid`);
  const file = await open(join(directory, `${messageUuid.toLowerCase()}.eml`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return file && file.createReadStream(range);
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
