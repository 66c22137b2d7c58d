import { open } from 'node:fs/promises';

/**
 * Files that were renamed into a folder are there after a power failure only when the folder itself was flushed. Windows cannot open
 * folders and needs no such step.
 */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
