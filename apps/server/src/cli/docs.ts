import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../db/pool.ts';
import { codegenArguments } from '../db/types-generator.ts';
import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { clientModule } from './docs/client-module.ts';
import { notesModule } from './docs/contract-notes.ts';
import { generatedPages } from './docs/pages.ts';
import { describeSchema } from './docs/schema.queries.ts';
import { openProduct } from './open-product.ts';

export const root = join(import.meta.dirname, '../../../..');
export const generatedFolder = join(root, 'docs/generated');

const notesFile = 'apps/server/src/http/openapi/notes.gen.ts';

/** The files that are made of the contract: path from the root of the repository to text. */
export function generatedFiles(): Record<string, string> {
  const pages = Object.entries(generatedPages()).map(([name, text]) => [`docs/generated/${name}`, text]);
  return {
    ...Object.fromEntries(pages),
    [notesFile]: notesModule(),
    'packages/client/src/api.gen.ts': clientModule(),
  };
}

const typesFile = join(import.meta.dirname, '../db/types.gen.ts');

/** Writes docs/generated and the modules `*.gen.ts`; with `--check` it only compares what needs no database, and names what is stale. */
export async function writeDocs(args: string[]): Promise<number> {
  const files = generatedFiles();
  if (args.includes('--check')) {
    const stale: string[] = [];
    for (const [path, text] of Object.entries(files)) {
      const present = await readFile(join(root, path), 'utf8').catch(() => '');
      if (present !== text) stale.push(path);
    }
    if (stale.length > 0) process.stderr.write(`Stale: ${stale.join(', ')}. Run npm run docs.\n`);
    return stale.length > 0 ? 1 : 0;
  }
  if ((await readFile(join(root, notesFile), 'utf8').catch(() => '')) !== files[notesFile]) {
    await writeFile(join(root, notesFile), files[notesFile]!);
    // The rest is made of the notes too, and this process has read those of before.
    const { stdout } = await promisify(execFile)(process.execPath, process.argv.slice(1));
    process.stdout.write(stdout);
    return 0;
  }
  await mkdir(generatedFolder, { recursive: true });
  files['docs/generated/schema.sql'] = await fromDatabase();
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text);
  process.stdout.write(`Wrote ${Object.keys(files).join(', ')}.\n`);
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
