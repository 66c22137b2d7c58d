import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPasswordStrong } from '@bellhop/contract';
import { startEmbeddedPostgres } from '../db/embedded/index.ts';
import { type MigrationPlan, migrate } from '../db/migrate.ts';
import type { FirstStart } from '../db/seed.ts';
import { hashPassword } from '../features/auth/index.ts';
import { type Config, ConfigError } from '../lib/config.ts';
import { randomToken } from '../lib/crypto.ts';
import type { Log } from '../lib/log.ts';
import { OperatorError } from '../lib/operator-error.ts';

/** A migrated database ready for use, and what first start made. */
export interface OpenProduct {
  database_url: string;
  /** No other process can be using this database. */
  is_embedded: boolean;
  /** Set on the very first start only. */
  first_admin: { email: string; password: string | null } | null;
  /** The schema's version: its newest migration. */
  schema: string;
  close(): Promise<void>;
}

interface OpenOptions {
  meanwhile?: () => void;
  onPlan?: (plan: MigrationPlan) => Promise<void>;
  stop?: AbortSignal;
}

/**
 * Starts PostgreSQL on the data folder (which locks it) when none is configured; migrates; seeds on first start. `meanwhile` is
 * called as soon as PostgreSQL starts up, which takes its time on another processor, and `onPlan` before a migration changes anything. After `stop` it throws as soon as nothing is left
 * half done, with everything closed again.
 */
export async function openProduct(
  config: Config,
  log: Log,
  { meanwhile, stop, onPlan }: OpenOptions = {},
): Promise<OpenProduct> {
  await makeDataDir(config.data_dir);
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    let url = config.database_url;
    if (!url) {
      const postgres = await startEmbeddedPostgres({ dataDir: config.data_dir, log, onSpawn: meanwhile });
      closers.push(() => postgres.stop());
      url = postgres.url;
    }
    stop?.throwIfAborted();
    let firstAdmin: OpenProduct['first_admin'] = null;
    const makeFirstStart = async (): Promise<FirstStart> => {
      if (config.admin_password !== undefined && !isPasswordStrong(config.admin_password)) {
        throw new ConfigError(
          'BELLHOP_ADMIN_PASSWORD is too weak: it must have 10 to 72 bytes with upper and lower case, a digit and a special character.',
        );
      }
      const password = config.admin_password ?? strongPassword();
      firstAdmin = { email: config.admin_email, password: config.admin_password ? null : password };
      return {
        root_url: config.root_url,
        admin_email: config.admin_email,
        admin_password_hash: await hashPassword(password),
        session_lifetime_ms: config.session_lifetime_ms,
      };
    };
    const { seeded, schema } = await migrate(url, { firstStart: makeFirstStart, stop, onPlan });
    return {
      database_url: url,
      is_embedded: !config.database_url,
      first_admin: seeded ? firstAdmin : null,
      schema,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With an external database too: uploads and the generated key are kept there. */
async function makeDataDir(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as Error).message;
    throw new OperatorError(
      `BELLHOP_DATA_DIR is ${JSON.stringify(folder)}, but must be a folder that this user may write to: ${reason}.`,
      { cause: error },
    );
  }
}

/** Folder of the mails that are kept here instead of being sent. */
export function outboxFolder(config: Config): string {
  return join(config.data_dir, 'outbox');
}

/** Meets the password rule by construction: upper, lower, digit and special. */
function strongPassword(): string {
  return `${randomToken(16)}-aZ7`;
}
