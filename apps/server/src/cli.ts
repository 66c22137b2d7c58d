import { writeDocs } from './cli/docs.ts';
import { doctor } from './cli/doctor.ts';
import { runMigrate } from './cli/migrate.ts';
import { runSetPassword } from './cli/set-password.ts';
import { runStart } from './cli/start.ts';
import { ConfigError } from './lib/config.ts';

/** Command to what it does; each answers the exit status, or never when it serves. */
const commands: Record<string, (args: string[]) => Promise<number | undefined>> = {
  start: runStart,
  demo: (args) => runStart([...args, '--demo']),
  migrate: runMigrate,
  'set-password': runSetPassword,
  doctor,
  docs: writeDocs,
};

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
