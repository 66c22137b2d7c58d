import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extract, type Header } from 'tar-stream';
import * as z from 'zod';
import { sha256 } from '../../lib/crypto.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { BackupHead, BackupManifest, backupFormat, decompress, entryNames } from './format.ts';

/** Who is given what a backup holds, in its order. */
export interface BackupReader {
  onHead(head: BackupHead): Promise<void>;
  /** A piece of a table as COPY wrote it; pieces of one table follow each other, and need not end with a line. */
  onRows(table: string, piece: Buffer): Promise<void>;
  onFile(key: string, bytes: Buffer): Promise<void>;
}

/**
 * Reads a backup to its end and holds every byte against its hashes. Answers what it held; throws an OperatorError when it is none, is of a
 * newer format, was cut off or was changed. What it has given away until then has to be taken back.
 */
export async function readBackup(
  path: string,
  reader: BackupReader,
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  const state = new Reading(path, reader);
  const tar = extract();
  const file = createReadStream(path);
  file.on('error', (error) => tar.destroy(error));
  file.pipe(tar);
  try {
    for await (const entry of tar) await state.take(entry.header, await bytesOf(entry as AsyncIterable<Uint8Array>));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new OperatorError(`${path} cannot be read: ${message}.`, { cause: error });
    }
    if (/tar|header|Unexpected end/i.test(message)) throw state.broken(message);
    throw error;
  } finally {
    file.destroy();
  }
  return state.end();
}

class Reading {
  #head: BackupHead | undefined;
  #manifest: BackupManifest | undefined;
  #hashes = new Map<string, { hash: ReturnType<typeof createHash>; rows: number }>();
  #unlisted = new Map<string, string>();
  #files = 0;
  readonly #path: string;
  readonly #reader: BackupReader;

  constructor(path: string, reader: BackupReader) {
    this.#path = path;
    this.#reader = reader;
  }

  broken(reason: string): OperatorError {
    return new OperatorError(`${this.#path} is no whole backup: ${reason}.`);
  }

  async take({ name }: Header, bytes: Buffer): Promise<void> {
    if (this.#manifest) throw this.broken('something follows its end');
    if (name === entryNames.head) return this.#takeHead(bytes);
    if (!this.#head) throw this.broken('it does not begin as one');
    if (name === entryNames.manifest) {
      this.#manifest = this.#parse(BackupManifest, bytes, name);
    } else if (name.startsWith('tables/')) {
      await this.#takeRows(name.split('/')[1]!, bytes, name);
    } else if (name.startsWith('files/')) {
      const key = name.slice('files/'.length);
      this.#unlisted.set(key, sha256(bytes).toString('hex'));
      this.#files++;
      await this.#reader.onFile(key, bytes);
    } else if (name.startsWith('hashes/')) {
      this.#compareFiles(bytes.toString());
    }
  }

  end(): { head: BackupHead; manifest: BackupManifest } {
    if (!this.#head || !this.#manifest) throw this.broken('it was cut off');
    const { tables, files } = this.#manifest;
    for (const { name } of this.#head.tables) {
      const read = this.#hashes.get(name);
      const wanted = tables[name];
      const sum = (read?.hash ?? createHash('sha256')).digest('hex');
      if (wanted?.sha256 !== sum || wanted.rows !== (read?.rows ?? 0))
        throw this.broken(`the table ${name} was changed`);
    }
    if (this.#unlisted.size > 0 || this.#files !== files.count) throw this.broken('files are missing');
    return { head: this.#head, manifest: this.#manifest };
  }

  async #takeHead(bytes: Buffer): Promise<void> {
    const said = this.#parse(z.looseObject({ format: z.number() }), bytes, entryNames.head);
    if (said.format > backupFormat) {
      throw new OperatorError(`${this.#path} was written by a newer Bellhop. Restore it with that version.`);
    }
    this.#head = this.#parse(BackupHead, bytes, entryNames.head);
    await this.#reader.onHead(this.#head);
  }

  async #takeRows(table: string, bytes: Buffer, name: string): Promise<void> {
    const piece = await decompress(bytes).catch((error: Error) => {
      throw this.broken(`${name}: ${error.message}`);
    });
    const state = this.#hashes.get(table) ?? { hash: createHash('sha256'), rows: 0 };
    this.#hashes.set(table, state);
    state.hash.update(piece);
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) state.rows++;
    await this.#reader.onRows(table, piece);
  }

  #compareFiles(list: string): void {
    for (const line of list.split('\n')) {
      const [hash, key = ''] = [line.slice(0, 64), line.slice(65)];
      if (this.#unlisted.get(key) !== hash) throw this.broken(`the file ${key} was changed`);
      this.#unlisted.delete(key);
    }
  }

  #parse<T extends z.ZodType>(shape: T, bytes: Buffer, name: string): z.output<T> {
    try {
      return shape.parse(JSON.parse(bytes.toString()));
    } catch (error) {
      throw new OperatorError(`${this.#path} is no whole backup: ${name} cannot be read.`, { cause: error });
    }
  }
}

async function bytesOf(entry: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of entry) parts.push(part);
  return Buffer.concat(parts);
}
