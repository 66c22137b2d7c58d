import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

/**
 * Puts `.br` and `.gz` beside every script and style, as small as they get: the server hands these out as they are, and
 * compresses only quickly what it must compress itself.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'bellhop-compressed-files',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(names.map((name) => compress(join(dir!, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    brotli(bytes, { params }).then((smaller) => writeFile(`${path}.br`, smaller)),
    zip(bytes, { level: 9 }).then((smaller) => writeFile(`${path}.gz`, smaller)),
  ]);
}
