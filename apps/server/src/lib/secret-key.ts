import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from './flush-folder.ts';
import { OperatorError } from './operator-error.ts';

const shortest = 16;

/**
 * The key that seals stored secrets: the setting, else one generated into the data folder, readable by its owner only. Throws an
 * OperatorError when the file there holds no key, because a new one would open none of the stored secrets.
 */
export async function loadSecretKey(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  const path = join(dataDir, 'secret.key');
  const key = (await readIfThere(path)) ?? (await generate(path, dataDir));
  if (key.length >= shortest) return key;
  throw new OperatorError(
    `${path} holds no key. Bring it back from a backup, or set BELLHOP_SECRET_KEY; when no inbox has a password yet, delete it.`,
  );
}

/** Written aside, flushed and linked: another process sees the whole key or none, and so does a start after a crash. */
async function generate(path: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const aside = `${path}.${randomUUID()}`;
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(32).toString('base64'));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(aside, path);
  } catch (error) {
    // Another process was quicker: its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
  await flushFolder(folder);
  return (await readFile(path, 'utf8')).trim();
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
