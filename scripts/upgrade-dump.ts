import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../apps/server/src/app/build-app.ts';
import { openProduct } from '../apps/server/src/cli/open-product.ts';
import { fillDemoDesk } from '../apps/server/src/demo/fill-demo-desk.ts';
import { readConfig } from '../apps/server/src/lib/config.ts';
import { createLog } from '../apps/server/src/lib/log.ts';
import { dumpDatabase, keptDesk, packDump } from '../apps/server/test/upgrade-dump.ts';

/**
 * `node scripts/upgrade-dump.ts <address of an empty database> [folder]`: fills it with the sample desk as this version writes it, and keeps
 * that as SQL beside the desks of earlier schemas, named after the newest migration. Needs `pg_dump` of that server's version or newer.
 */
const [address, folder = join(import.meta.dirname, '../apps/server/src/db/upgrades')] = process.argv.slice(2);
if (!address) {
  process.stderr.write('Usage: node scripts/upgrade-dump.ts <address of an empty database> [folder]\n');
  process.exit(2);
}
const data = await mkdtemp(join(tmpdir(), 'bellhop-dump-'));
try {
  const settings = {
    DATABASE_URL: address,
    BELLHOP_DATA_DIR: data,
    BELLHOP_SECRET_KEY: keptDesk.key,
    BELLHOP_ADMIN_EMAIL: keptDesk.email,
    BELLHOP_ADMIN_PASSWORD: keptDesk.password,
    LOG_LEVEL: 'warn',
  };
  const config = readConfig(settings, join(data, '.env'));
  const log = createLog('warn');
  const product = await openProduct(config, log);
  try {
    if (!product.first_admin) throw new Error('there is a desk in this database already: name an empty one');
    const app = await buildApp({ config, log, databaseUrl: product.database_url, aloneOnDatabase: false });
    await fillDemoDesk(app, keptDesk.conversations);
    await app.close();
  } finally {
    await product.close();
  }
  const packed = packDump(await dumpDatabase(address));
  const file = join(folder, `${product.schema.slice(0, 4)}.sql.gz`);
  await writeFile(file, packed);
  process.stdout.write(`${file}: ${Math.ceil(packed.length / 1000)} KB\n`);
} finally {
  await rm(data, { recursive: true, force: true });
}
