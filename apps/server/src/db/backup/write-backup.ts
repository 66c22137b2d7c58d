import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { sha256 } from '../../lib/crypto.ts';
import { flushFolder } from '../../lib/flush-folder.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import type { Storage } from '../../lib/storage.ts';
import { productVersion } from '../../lib/version.ts';
import {
  type BackupHead,
  type BackupManifest,
  type BackupTable,
  backupFormat,
  compress,
  entryNames,
  filesPerList,
  fingerprintOf,
  pieceBytes,
  sealKey,
} from './format.ts';
import { describeSnapshot, storedKeys } from './snapshot.ts';

export interface BackupSource {
  database_url: string;
  storage: Pick<Storage, 'get' | 'has'>;
  secret_key: string;
  /** Puts the secret key into the backup, sealed; without it the backup is restored where the key is. */
  passphrase?: string | undefined;
}

/**
 * Writes a backup of a desk that may be running: all tables as they stand at one moment, then the files that they name. It is under its
 * name only when it is whole and on the disk. Throws an OperatorError when it cannot be written.
 */
export async function writeBackup(path: string, source: BackupSource): Promise<BackupManifest> {
  const part = `${path}.part`;
  try {
    const tar = pack();
    const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    const [written, filled] = await Promise.allSettled([
      pipeline(tar, file),
      fill(tar, source).catch((error: Error) => {
        tar.destroy(error);
        throw error;
      }),
    ]);
    // Each side ends the other; what the disk says is the reason, if it says anything.
    if (written.status === 'rejected' && 'code' in written.reason) throw written.reason;
    if (filled.status === 'rejected') throw filled.reason;
    if (written.status === 'rejected') throw written.reason;
    await rename(part, path);
    await flushFolder(dirname(path));
    return filled.value;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new OperatorError(
        `${part} exists: another backup is being written, or one was broken off. Delete it first.`,
      );
    await rm(part, { force: true });
    if (code === 'ENOSPC' || code === 'EACCES' || code === 'ENOENT' || code === 'EROFS') {
      throw new OperatorError(`The backup could not be written to ${path}: ${message}.`, { cause: error });
    }
    throw error;
  }
}

async function fill(tar: Pack, source: BackupSource): Promise<BackupManifest> {
  const client = new pg.Client({ connectionString: source.database_url, application_name: 'bellhop-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query("set local timezone = 'UTC'");
    const snapshot = await describeSnapshot(client);
    const head: BackupHead = {
      format: backupFormat,
      version: productVersion,
      created_at: new Date().toISOString(),
      key: keyOf(source),
      ...snapshot,
    };
    await add(tar, entryNames.head, Buffer.from(JSON.stringify(head)));
    const tables: BackupManifest['tables'] = {};
    for (const table of snapshot.tables) tables[table.name] = await addTable(tar, client, table);
    const files = await addFiles(tar, client, source.storage);
    await client.query('commit');
    const manifest: BackupManifest = { tables, files };
    await add(tar, entryNames.manifest, Buffer.from(JSON.stringify(manifest)));
    tar.finalize();
    return manifest;
  } finally {
    await client.end();
  }
}

function keyOf({ secret_key, passphrase }: BackupSource): BackupHead['key'] {
  const fingerprint = fingerprintOf(secret_key);
  if (!passphrase) return { fingerprint, salt: null, sealed: null };
  const salt = randomBytes(16).toString('base64');
  return { fingerprint, salt, sealed: sealKey(secret_key, passphrase, salt) };
}

async function addTable(
  tar: Pack,
  client: pg.Client,
  { name, columns }: BackupTable,
): Promise<BackupManifest['tables'][string]> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyTo(`copy (select ${names} from public.${pg.escapeIdentifier(name)}) to stdout`));
  const hash = createHash('sha256');
  let count = 0;
  let pieces = 0;
  let held: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (bytes === 0) return;
    await add(tar, entryNames.piece(name, ++pieces), await compress(Buffer.concat(held)));
    held = [];
    bytes = 0;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    // A line's end inside a value is written as two characters.
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
    held.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await flush();
  }
  await flush();
  return { rows: count, sha256: hash.digest('hex') };
}

async function addFiles(
  tar: Pack,
  client: pg.Client,
  storage: BackupSource['storage'],
): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = { count: 0, bytes: 0, missing: [] };
  let lists = 0;
  let hashes: string[] = [];
  const list = async () => {
    if (hashes.length > 0) await add(tar, entryNames.hashes(++lists), Buffer.from(hashes.join('\n')));
    hashes = [];
  };
  for await (const key of storedKeys(client)) {
    const bytes = await storage.get(key).catch(async (error: Error) => {
      // It was deleted after the snapshot, or lost before.
      if (await storage.has(key)) throw error;
      return null;
    });
    if (bytes === null) {
      files.missing.push(key);
      continue;
    }
    await add(tar, entryNames.file(key), bytes);
    hashes.push(`${sha256(bytes).toString('hex')} ${key}`);
    files.count++;
    files.bytes += bytes.length;
    if (hashes.length === filesPerList) await list();
  }
  await list();
  return files;
}

/** Resolves when the file has taken the entry: the database is read no faster than the disk writes. */
function add(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
  });
}
