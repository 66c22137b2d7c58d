import { readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { showFirstAdmin } from './first-admin.ts';
import { openProduct } from './open-product.ts';
import { tellMigration } from './tell-migration.ts';

/** Brings the database to the newest schema and ends. */
export async function runMigrate(): Promise<number> {
  const config = readConfig();
  const product = await openProduct(config, createLog(config.log_level), {
    onPlan: (plan) => tellMigration(config, plan),
  });
  showFirstAdmin(product.first_admin);
  await product.close();
  process.stdout.write(`The database is up to date: schema ${product.schema}.\n`);
  return 0;
}
