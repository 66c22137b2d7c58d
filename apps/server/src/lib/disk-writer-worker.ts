import { randomUUID } from 'node:crypto';
import { closeSync, fsync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';

export interface FileToWrite {
  path: string;
  bytes: Uint8Array;
}

/** Null: written. */
export type WriteOutcome = { message: string; code: string | undefined } | null;

interface Aside extends FileToWrite {
  aside: string;
  file: number | null;
  outcome: WriteOutcome;
}

const flush = promisify(fsync);

parentPort!.on('message', async (files: FileToWrite[]) => parentPort!.postMessage(await writeFiles(files)));

/**
 * Each is written aside, flushed and renamed; at the end each folder is flushed once, because without that a name may be lost. Files
 * are flushed side by side, which file systems do in one go.
 */
async function writeFiles(files: readonly FileToWrite[]): Promise<WriteOutcome[]> {
  const all = files.map(
    (one): Aside => ({ ...one, aside: `${one.path}.${randomUUID()}.part`, file: null, outcome: null }),
  );
  for (const one of all) {
    await attempt([one], () => {
      one.file = create(one.aside);
      writeFileSync(one.file, one.bytes);
    });
  }
  await Promise.all(all.map((one) => attempt([one], () => flush(one.file!))));
  for (const one of all) {
    const { file } = one;
    if (file !== null) await attempt([one], () => closeSync(file), true);
    await attempt([one], () => renameSync(one.aside, one.path));
    if (one.outcome !== null) await attempt([one], () => rmSync(one.aside, { force: true }), true);
  }
  for (const [folder, group] of Map.groupBy(all, (one) => dirname(one.path))) {
    await attempt(group, () => flushFolder(folder));
  }
  return all.map((one) => one.outcome);
}

/** Does a step for files; the first failure of each counts, and what follows it is left out unless it `always` has to be. */
async function attempt(files: readonly Aside[], step: () => unknown, always = false): Promise<void> {
  const sound = files.filter((one) => one.outcome === null);
  if (sound.length === 0 && !always) return;
  try {
    await step();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    for (const one of sound) one.outcome = { message, code };
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
