import { dataDirHolder, embeddedDatabaseUrl } from '../db/embedded/index.ts';
import type { Config } from '../lib/config.ts';
import type { Log } from '../lib/log.ts';
import { showFirstAdmin } from './first-admin.ts';
import { openProduct } from './open-product.ts';
import { tellMigration } from './tell-migration.ts';

/** The database for a short command: the one that a running product has open on the data folder, else one of its own. */
export async function startEmbeddedOrJoin(
  config: Config,
  log: Log,
): Promise<{ database_url: string; is_running: boolean; close(): Promise<void> }> {
  if (!config.database_url && dataDirHolder(config.data_dir) !== null) {
    const url = embeddedDatabaseUrl(config.data_dir);
    if (url) return { database_url: url, is_running: true, close: async () => {} };
  }
  const product = await openProduct(config, log, { onPlan: (plan) => tellMigration(config, plan) });
  showFirstAdmin(product.first_admin);
  return { database_url: product.database_url, is_running: false, close: product.close };
}
