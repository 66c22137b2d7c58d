import { ConfigError } from './lib/config.ts';

/** Command to what it does; each answers the exit status, or never when it serves. Only what a command needs is loaded. */
const commands: Record<string, (args: string[]) => Promise<number | undefined>> = {
  start: async (args) => serve(args),
  demo: async (args) => serve([...args, '--demo']),
  migrate: async () => (await import('./cli/migrate.ts')).runMigrate(),
  'set-password': async (args) => (await import('./cli/set-password.ts')).runSetPassword(args),
  'reset-second-factor': async (args) => (await import('./cli/reset-second-factor.ts')).runResetSecondFactor(args),
  backup: async (args) => (await import('./cli/backup.ts')).runBackup(args),
  restore: async (args) => (await import('./cli/restore.ts')).runRestore(args),
  'move-uploads': async (args) => (await import('./cli/move-uploads.ts')).runMoveUploads(args),
  doctor: async () => (await import('./cli/doctor.ts')).doctor(),
  docs: async (args) => (await import('./cli/docs.ts')).writeDocs(args),
};

/**
 * Listens to the signals before anything is loaded: the first process of a container ignores those that it has no handler for, and
 * elsewhere they would end it in the middle of setting up a database.
 */
async function serve(args: string[]): Promise<number | undefined> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(signal));
  return (await import('./cli/start.ts')).runStart(args, stop.signal);
}

// Whoever listened has gone, or the disk below is full: what runs goes on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  process.stderr.write(`Unknown command ${JSON.stringify(name)}. Commands: ${Object.keys(commands).join(', ')}.\n`);
  process.exit(2);
}
try {
  const status = await command(args);
  if (status !== undefined) process.exit(status);
} catch (error) {
  // What an operator can mend is one line; anything else keeps its stack.
  const expected = error instanceof ConfigError || (error as { expected?: boolean }).expected === true;
  process.stderr.write(`${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
