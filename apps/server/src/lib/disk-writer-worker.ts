import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';

export interface FileToWrite {
  path: string;
  bytes: Uint8Array;
}

/** Null: written. */
export type WriteOutcome = { message: string; code: string | undefined } | null;

parentPort!.on('message', (files: FileToWrite[]) => parentPort!.postMessage(writeFiles(files)));

/** Each is written aside, flushed and renamed; at the end each folder is flushed once, because without that a name may be lost. */
function writeFiles(files: readonly FileToWrite[]): WriteOutcome[] {
  const outcomes = files.map(({ path, bytes }) => attempt(() => replaceFile(path, bytes)));
  const folders = Map.groupBy(files.keys(), (index) => dirname(files[index]!.path));
  for (const [folder, indexes] of folders) {
    const outcome = attempt(() => flushFolder(folder));
    for (const index of indexes) outcomes[index] ??= outcome;
  }
  return outcomes;
}

function attempt(step: () => void): WriteOutcome {
  try {
    step();
    return null;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { message, code };
  }
}

function replaceFile(path: string, bytes: Uint8Array): void {
  const aside = `${path}.${randomUUID()}.part`;
  try {
    const file = create(aside);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Creates a file, and its folder when that is not there yet; the entries of new folders are flushed too. */
function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const folder = dirname(path);
    const first = mkdirSync(folder, { recursive: true });
    for (let made = folder; first && made.length >= first.length; made = dirname(made)) flushFolder(dirname(made));
    return openSync(path, 'wx', 0o600);
  }
}

function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
