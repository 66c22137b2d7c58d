import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from './config.ts';
import { sha256 } from './crypto.ts';
import { createS3Client, type Patience, type S3Client, type S3Request } from './s3-client.ts';
import { createStaging } from './staging.ts';
import { demandLegalKey, isLegalKey, type ListedBlob, type Storage } from './storage.ts';

interface Range {
  start: number;
  end: number;
}

/**
 * Objects of a bucket of any service that speaks S3. What is staged waits in the folder `staged`, on this machine's disk, so that no upload
 * is ever held in memory; it goes out with its length and its hash, which the service compares.
 */
export function createS3Storage(
  settings: S3Settings,
  { staged: stagedFolder, patience }: { staged: string; patience?: Patience },
): Storage {
  const client = createS3Client(settings, patience);
  const staging = createStaging(stagedFolder);
  let isTidied = false;
  const put = async (key: string, body: NonNullable<S3Request['body']>) => {
    const headers = { 'content-type': 'application/octet-stream' };
    (await client.send({ method: 'PUT', key: demandLegalKey(key), headers, body })).resume();
  };
  const open = (key: string, range?: Range) =>
    client.send({
      method: 'GET',
      key: demandLegalKey(key),
      headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
    });
  const storage: Storage = {
    kind: 's3',
    get places() {
      return [storage];
    },
    put: (key, bytes) =>
      put(key, {
        size: bytes.byteLength,
        sha256: sha256(bytes).toString('hex'),
        open: () => Readable.from([bytes], { objectMode: false }),
      }),
    async stage(bytes, maxBytes) {
      // Files of a machine are seen by nobody else, the sweep of another one included.
      if (!isTidied) void staging.removeAbandoned().catch(() => {});
      isTidied = true;
      const staged = await staging.stage(bytes, maxBytes);
      const { path, size } = staged;
      return {
        ...staged,
        async keep(key) {
          await put(key, { size, sha256: await hashOfFile(path), open: () => createReadStream(path) });
          await staged.discard();
        },
      };
    },
    get: async (key) => buffer(await storage.stream(key)),
    async stream(key, range) {
      const first = await open(key, range);
      const bytes = Readable.from(
        bytesOf(client, first, range, (rest) => open(key, rest)),
        { objectMode: false },
      );
      // Whoever leaves before the first byte has begun nothing that could end: the connection would be kept for ever.
      return bytes.once('close', () => first.destroy());
    },
    async has(key) {
      try {
        // Not HEAD: its answer can't tell whether the key is missing or the bucket.
        (await open(key, { start: 0, end: 0 })).destroy();
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return false;
        // It has no bytes.
        if (code === 'ERANGE') return true;
        throw error;
      }
    },
    list: (folder) => list(client, demandLegalKey(folder)),
    async remove(key) {
      try {
        (await client.send({ method: 'DELETE', key: demandLegalKey(key) })).resume();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    },
  };
  return storage;
}

/** The bytes of an object to their end; where the connection breaks, they go on from there on another one. */
async function* bytesOf(
  client: S3Client,
  first: IncomingMessage,
  range: Range | undefined,
  reopen: (rest: Range) => Promise<IncomingMessage>,
): AsyncGenerator<Buffer> {
  let answer = first;
  let at = range?.start ?? 0;
  const end = at + Number(first.headers['content-length']) - 1;
  for (let turn = 1; ; turn++) {
    try {
      const parts = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      for (let part = await client.read(parts); part; part = await client.read(parts)) {
        at += part.length;
        yield part;
      }
      return;
    } catch (error) {
      if (turn >= client.patience.tries || !Number.isFinite(end)) {
        throw client.unavailable((error as Error).message, error);
      }
    } finally {
      answer.destroy();
    }
    if (at > end) return;
    answer = await reopen({ start: at, end });
  }
}

/** The whole body of an answer. */
async function textOf(client: S3Client, answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  const coming = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (let part = await client.read(coming); part; part = await client.read(coming)) parts.push(part);
  } catch (error) {
    throw client.unavailable((error as Error).message, error);
  } finally {
    answer.destroy();
  }
  return Buffer.concat(parts).toString();
}

async function* list(client: S3Client, folder: string): AsyncGenerator<ListedBlob> {
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': '2', delimiter: '/', prefix: `${folder}/`, 'max-keys': '1000' };
    const answer = await client.send({
      method: 'GET',
      query: token === undefined ? query : { ...query, 'continuation-token': token },
    });
    const page = await textOf(client, answer);
    for (const [, found = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = element(found, 'Key');
      const name = key.slice(folder.length + 1);
      if (!isLegalKey(name)) continue;
      yield { key, modified_at: new Date(element(found, 'LastModified')), is_partial: name.endsWith('.part') };
    }
    token = element(page, 'NextContinuationToken') || undefined;
    if (element(page, 'IsTruncated') !== 'true' || token === undefined) return;
  }
}

/** The text of an element of the service's XML; empty when it has none. */
function element(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity]!);
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
