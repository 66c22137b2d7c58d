import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { type OpenProduct, openProduct } from './open-product.ts';

type FirstAdmin = NonNullable<OpenProduct['first_admin']>;

/** Serves until told to stop. `--demo` serves a filled sample desk out of a folder that is thrown away afterwards. */
export async function runStart(args: string[]): Promise<undefined> {
  const demo = args.includes('--demo');
  const config = demo ? await demoConfig() : readConfig();
  const log = createLog(config.log_level);
  const load = () => import('../app/build-app.ts');
  const product = await openProduct(config, log, () => void load().catch(() => {}));
  const { buildApp } = await load();
  const app = await buildApp({ config, log, databaseUrl: product.database_url, aloneOnDatabase: product.is_embedded });

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    const giveUp = setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, 30_000);
    await app.close();
    await product.close();
    if (demo) await rm(config.data_dir, { recursive: true, force: true });
    clearTimeout(giveUp);
    process.exit(0);
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));

  const firstAdmin = product.first_admin;
  // The sample desk's password was made up here, so nobody else can know it.
  if (demo && firstAdmin) firstAdmin.password = config.admin_password ?? null;
  try {
    if (demo) await (await import('../demo/fill-demo-desk.ts')).fillDemoDesk(app);
    await app.start(config.roles);
  } catch (error) {
    // The administrator was made all the same, and the password is shown only once.
    if (firstAdmin) process.stdout.write(`${adminLines(firstAdmin).join('\n')}\n\n`);
    await app.close();
    await product.close();
    throw portTaken(error) ?? error;
  }
  announce(config, firstAdmin, app.address());
  return undefined;
}

function announce(config: Config, firstAdmin: FirstAdmin | null, address: string | null): void {
  const lines = [''];
  if (address) lines.push(`  Bellhop is running at ${address}`);
  else lines.push(`  Bellhop is running (${config.roles.join(', ')})`);
  if (config.roles.includes('mail') && config.local_smtp_port > 0) {
    lines.push(
      `  Local mail: SMTP on ${config.local_smtp_host}:${config.local_smtp_port}, answers in ${join(config.data_dir, 'outbox')}`,
    );
  }
  if (firstAdmin) lines.push(...adminLines(firstAdmin));
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

function adminLines(firstAdmin: FirstAdmin): string[] {
  return [
    '',
    '  The first administrator (shown this once):',
    `    e-mail    ${firstAdmin.email}`,
    `    password  ${firstAdmin.password ?? '(as BELLHOP_ADMIN_PASSWORD says)'}`,
  ];
}

/** A port that something else listens on, in one line; null for any other failure. */
function portTaken(error: unknown): OperatorError | null {
  const { code, port } = error as { code?: string; port?: number };
  if (code !== 'EADDRINUSE') return null;
  return new OperatorError(
    `Port ${port} is in use by another program. Stop that, or choose other ports with PORT and BELLHOP_LOCAL_SMTP_PORT.`,
  );
}

/** A desk of its own: nothing of the operator's data folder or database is touched. */
async function demoConfig(): Promise<Config> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-demo-'));
  // PostgreSQL, which refuses root, must be able to pass through.
  await chmod(folder, 0o711);
  return readConfig({
    ...process.env,
    DATABASE_URL: '',
    BELLHOP_DATA_DIR: folder,
    BELLHOP_ADMIN_EMAIL: 'demo@bellhop.local',
    BELLHOP_ADMIN_PASSWORD: `Demo-${randomBytes(6).toString('hex')}-1`,
  });
}
