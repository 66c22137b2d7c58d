#!/usr/bin/env node
// Every command of package.json and the command line `bellhop` start here. Plain JavaScript that also an old Node (18 on)
// reads: it does the set-up that is missing, then hands over to the TypeScript, which needs a newer one.
// As a whole: an old Node lacks the newer names, and a missing name would stop it here.
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isRecentEnough, rerunUnderNode24 } from './node24.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const cli = 'apps/server/src/cli.ts';

/**
 * What each command needs and runs; one without a `script` has its own function in `scripts/`.
 * @type {Record<string, { does: string, serves?: true, web?: true, script?: string, args?: string[], own?: () => Promise<{ run: Function }> }>}
 */
const commands = {
  start: { does: 'start Bellhop', serves: true, web: true, script: cli, args: ['start'] },
  demo: {
    does: 'start it with a filled sample desk that is thrown away',
    serves: true,
    web: true,
    script: cli,
    args: ['demo'],
  },
  migrate: { does: 'bring the database to the newest schema', script: cli, args: ['migrate'] },
  'reset-second-factor': {
    does: '<email>: take away a second factor that an agent has lost',
    script: cli,
    args: ['reset-second-factor'],
  },
  'set-password': { does: '<email>: give an agent a new password', script: cli, args: ['set-password'] },
  backup: {
    does: '<file>: write the whole desk into one file (backup verify <file>: try it)',
    script: cli,
    args: ['backup'],
  },
  restore: { does: '<file>: bring a desk back from such a file', script: cli, args: ['restore'] },
  doctor: { does: 'say what is wrong with the installation', script: cli, args: ['doctor'] },
  dev: { does: 'start with hot reload on both sides', own: () => import('./dev.mjs') },
  test: { does: '[path …]: run every check and test, or the tests named', own: () => import('./test.mjs') },
  check: { does: 'types, lint, import rules, generated docs', own: () => import('./check.mjs') },
  'test:image': {
    does: "run the Dockerfile's steps in an empty root, without a container engine",
    own: () => import('./image-test.mjs'),
  },
  docs: { does: 'write docs/generated anew', script: cli, args: ['docs'] },
  seed: { does: 'fill a database for the bench', script: 'bench/seed.ts' },
  bench: { does: 'measure', web: true, script: 'bench/bench.ts' },
  load: { does: '500 agents at three processes', web: true, script: 'bench/load.ts' },
  soak: { does: 'the crash tests in full length', web: true, script: 'bench/soak.ts' },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  const lines = Object.entries(commands).map(([key, { does }]) => `  ${key.padEnd(14)}${does}`);
  console.error(`${name ? `Unknown command "${name}". ` : ''}Commands:\n${lines.join('\n')}`);
  process.exit(2);
}

try {
  if (!isRecentEnough()) {
    process.exitCode = await rerunUnderNode24(root, process.argv.slice(1));
  } else {
    if (command.serves) {
      const { startAnewWithFlags } = await import('./engine-flags.ts');
      startAnewWithFlags();
    }
    // Not before: an engine that starts anew reads the files that it was told of (--env-file) once more.
    process.chdir(root);
    const { installDependencies } = await import('./dependencies.mjs');
    await installDependencies(root);
    if (command.web) {
      const { buildWeb } = await import('./web-build.mjs');
      await buildWeb(root);
    }
    if (command.own) {
      const { run } = await command.own();
      process.exitCode = await run(root, args);
    } else {
      // What Node has read and compiled once it need not read again: a third of the time that a start takes.
      module.enableCompileCache(join(root, '.cache/compiled'));
      // In this very process: one less to stop, and Ctrl+C goes straight to the product.
      process.argv = [process.execPath, join(root, command.script), ...(command.args ?? []), ...args];
      await import(pathToFileURL(join(root, command.script)).href);
    }
  }
} catch (error) {
  console.error(error.expected ? error.message : error);
  process.exitCode = 1;
}
