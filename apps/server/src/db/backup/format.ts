import { createHmac, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { createSealer } from '../../lib/crypto.ts';

/**
 * A backup is one tar file: `head.json`; the tables, as PostgreSQL's COPY writes them, in compressed pieces `tables/<name>/<n>.gz`; the
 * stored files under `files/`, after each thousand of them a list of their hashes; last `manifest.json`, without which it is not whole.
 */
export const backupFormat = 1;

/** Bytes of a table in one piece, before they are compressed. */
export const pieceBytes = 8 * 1024 * 1024;
/** Files between two lists of hashes. */
export const filesPerList = 1000;

export const entryNames = {
  head: 'head.json',
  manifest: 'manifest.json',
  piece: (table: string, n: number) => `tables/${table}/${String(n).padStart(6, '0')}.gz`,
  file: (key: string) => `files/${key}`,
  hashes: (n: number) => `hashes/${String(n).padStart(6, '0')}`,
};

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  partitions: z.array(z.object({ name: z.string(), bound: z.string() })),
});
export type BackupTable = z.output<typeof Table>;

const Job = z.object({
  task: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  key: z.string().nullable(),
  run_at: z.string(),
  max_attempts: z.number(),
  priority: z.number(),
});
export type BackupJob = z.output<typeof Job>;

/** What a backup is of. `key` tells by which key its secrets are sealed, and holds it when a passphrase was given. */
export const BackupHead = z.object({
  format: z.literal(backupFormat),
  version: z.string(),
  created_at: z.string(),
  migrations: z.array(z.string()).min(1),
  key: z.object({ fingerprint: z.string(), salt: z.string().nullable(), sealed: z.string().nullable() }),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  jobs: z.array(Job),
});
export type BackupHead = z.output<typeof BackupHead>;

/** What has to have been read by the end. Hashes are SHA-256, hexadecimal; `missing` are files that a row names and nobody has. */
export const BackupManifest = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  files: z.object({ count: z.number(), bytes: z.number(), missing: z.array(z.string()) }),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const compress = promisify(gzip);
export const decompress = promisify(gunzip);

/** Tells keys apart without telling anything of the key. */
export function fingerprintOf(secretKey: string): string {
  return createHmac('sha256', secretKey).update('bellhop backup').digest('hex').slice(0, 16);
}

/** The secret key under a passphrase; opened by `openKey`. */
export function sealKey(secretKey: string, passphrase: string, salt: string): string {
  return sealerOf(passphrase, salt).seal(secretKey);
}

/** Throws when the passphrase is another. */
export function openKey(sealed: string, passphrase: string, salt: string): string {
  return sealerOf(passphrase, salt).open(sealed);
}

function sealerOf(passphrase: string, salt: string) {
  const key = scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
  return createSealer(key.toString('base64'));
}
