import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../db/pool.ts';
import { codegenArguments } from '../db/types-generator.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { generatedPages } from './docs/pages.ts';
import { describeSchema } from './docs/schema.queries.ts';
import { openProduct } from './open-product.ts';

export const generatedFolder = join(import.meta.dirname, '../../../../docs/generated');

const typesFile = join(import.meta.dirname, '../db/types.gen.ts');

/** Writes docs/generated and db/types.gen.ts; with `--check` it only compares the pages that need no database, and names the stale ones. */
export async function writeDocs(args: string[]): Promise<number> {
  const pages = generatedPages();
  if (args.includes('--check')) {
    const stale: string[] = [];
    for (const [name, text] of Object.entries(pages)) {
      const present = await readFile(join(generatedFolder, name), 'utf8').catch(() => '');
      if (present !== text) stale.push(name);
    }
    if (stale.length > 0) process.stderr.write(`docs/generated is stale: ${stale.join(', ')}. Run npm run docs.\n`);
    return stale.length > 0 ? 1 : 0;
  }
  await mkdir(generatedFolder, { recursive: true });
  pages['schema.sql'] = await fromDatabase();
  for (const [name, text] of Object.entries(pages)) await writeFile(join(generatedFolder, name), text);
  process.stdout.write(`Wrote ${Object.keys(pages).join(', ')}.\n`);
  return 0;
}

/** The schema of a database made for this and thrown away; writes the row types of the queries on the way. */
async function fromDatabase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-docs-'));
  await chmod(folder, 0o711);
  const log = createLog('warn');
  const product = await openProduct(
    readConfig({ BELLHOP_DATA_DIR: folder, BELLHOP_ADMIN_PASSWORD: 'Generated-docs-1' }),
    log,
  );
  const database = openDatabase(product.database_url, log);
  try {
    await promisify(execFile)(process.execPath, codegenArguments(product.database_url, typesFile));
    return await describeSchema(database.db);
  } finally {
    await database.db.destroy();
    await product.close();
    await rm(folder, { recursive: true, force: true });
  }
}
