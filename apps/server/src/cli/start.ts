import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../app/build-app.ts';
import { type Config, readConfig } from '../lib/config.ts';
import { giveBackMemory } from '../lib/give-back-memory.ts';
import { createLog } from '../lib/log.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { adminLines, type FirstAdmin, showFirstAdmin } from './first-admin.ts';
import { openProduct } from './open-product.ts';
import { tellMigration } from './tell-migration.ts';

/** What runs has so long to end, after the web has been drained. */
const stopLimitMs = 30_000;

/**
 * Serves until `stop` is aborted with the name of a signal, however far the start has come. `--demo` serves a filled sample desk out of
 * a folder that is thrown away afterwards. Answers the exit status when it was stopped before there was a database.
 */
export async function runStart(args: string[], stop: AbortSignal): Promise<number | undefined> {
  const demo = args.includes('--demo');
  const config = demo ? await demoConfig() : readConfig();
  const log = createLog(config.log_level);
  // Whoever presses Ctrl+C has no load balancer to wait for.
  const drainMs = () => (stop.reason === 'SIGTERM' ? config.drain_ms : 0);
  whenStopped(stop, () => {
    log.info({ signal: stop.reason as string }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, drainMs() + stopLimitMs);
  });
  const load = () => import('../app/build-app.ts');
  const leave = async () => {
    if (demo) await rm(config.data_dir, { recursive: true, force: true });
  };
  const product = await openProduct(config, log, {
    meanwhile: () => void load().catch(() => {}),
    // Of a desk that is thrown away nobody wants to know it.
    ...(demo ? {} : { onPlan: (plan) => tellMigration(config, plan) }),
    stop,
  }).catch(async (error: unknown) => {
    await leave();
    // What fails because everything is being closed is no failure.
    if (stop.aborted) return null;
    throw error;
  });
  if (!product) return 0;
  const firstAdmin = product.first_admin;
  // The sample desk's password was made up here, so nobody else can know it.
  if (demo && firstAdmin) firstAdmin.password = config.admin_password ?? null;
  let app: App | null = null;
  let hasBegun = false;
  const close = async () => {
    // The administrator was made all the same, and the password is shown only once.
    if (!hasBegun) showFirstAdmin(firstAdmin);
    await app?.close({ drain_ms: stop.aborted ? drainMs() : 0 });
    await product.close();
    await leave();
  };
  whenStopped(stop, async () => {
    await close();
    process.exit(0);
  });

  try {
    if (stop.aborted) return undefined;
    const { buildApp } = await load();
    app = await buildApp({ config, log, databaseUrl: product.database_url, aloneOnDatabase: product.is_embedded });
    if (demo) await (await import('../demo/fill-demo-desk.ts')).fillDemoDesk(app);
    await app.start(config.roles);
  } catch (error) {
    if (stop.aborted) return undefined;
    await close();
    throw cannotListen(error) ?? error;
  }
  if (stop.aborted) return undefined;
  announce(config, firstAdmin, app);
  hasBegun = true;
  giveBackMemory();
  return undefined;
}

/** Also when it was aborted already. */
function whenStopped(stop: AbortSignal, act: () => void): void {
  if (stop.aborted) act();
  else stop.addEventListener('abort', act, { once: true });
}

function announce(config: Config, firstAdmin: FirstAdmin | null, app: App): void {
  const lines = [''];
  const address = app.address();
  const monitor = app.monitorAddress();
  if (address) lines.push(`  Bellhop is running at ${address}`);
  else lines.push(`  Bellhop is running (${config.roles.join(', ')})`);
  if (monitor) lines.push(`  Health and figures: ${monitor}/health, ${monitor}/metrics`);
  if (config.roles.includes('mail') && config.local_smtp_port > 0) {
    lines.push(
      `  Local mail: SMTP on ${config.local_smtp_host}:${config.local_smtp_port}, answers in ${join(config.data_dir, 'outbox')}`,
    );
  }
  if (firstAdmin) lines.push(...adminLines(firstAdmin));
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** An address or a port that cannot be listened on, in one line; null for any other failure. */
function cannotListen(error: unknown): OperatorError | null {
  const { code, port, address, hostname } = error as NodeJS.ErrnoException & Record<string, string | undefined>;
  switch (code) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port} is in use by another program. Stop that, or choose other ports with PORT and BELLHOP_LOCAL_SMTP_PORT.`,
      );
    case 'EACCES':
      return new OperatorError(
        `This user may not listen on port ${port}. Choose ports above 1023 with PORT and BELLHOP_LOCAL_SMTP_PORT.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorError(
        `${address ?? hostname} is no address of this machine. Choose another with HOST or BELLHOP_LOCAL_SMTP_HOST.`,
      );
    default:
      return null;
  }
}

/** A desk of its own: nothing of the operator's data folder or database is touched. */
async function demoConfig(): Promise<Config> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-demo-'));
  // PostgreSQL, which refuses root, must be able to pass through.
  await chmod(folder, 0o711);
  return readConfig({
    ...process.env,
    DATABASE_URL: '',
    REDIS_URL: '',
    S3_ENDPOINT: '',
    S3_BUCKET: '',
    S3_REGION: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
    BELLHOP_DATA_DIR: folder,
    BELLHOP_ADMIN_EMAIL: 'demo@bellhop.local',
    BELLHOP_ADMIN_PASSWORD: `Demo-${randomBytes(6).toString('hex')}-1`,
  });
}
