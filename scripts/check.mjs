import { join } from 'node:path';
import { skipped } from './audit.mjs';
import { capture } from './processes.mjs';

const bin = (path) => join('node_modules', path);

/** Everything that is judged without running a test, in one list. */
const checks = [
  {
    name: 'types of the server, the packages and the tests',
    words: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json'],
  },
  { name: 'types of the web client', words: [bin('typescript/bin/tsc'), '-p', 'apps/web'] },
  { name: 'lint and format', words: [bin('@biomejs/biome/bin/biome'), 'check', '--max-diagnostics=50'] },
  {
    name: 'who may import whom',
    words: [bin('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', 'boundaries.cjs', 'packages', 'apps'],
  },
  { name: 'generated documents are fresh', words: ['apps/server/src/cli.ts', 'docs', '--check'] },
  { name: 'no dependency of the product has a serious weakness that is known', words: ['scripts/audit.mjs'] },
];

/** Runs the list; shows the output of what fails, and why something could not be judged. Answers how many passed and failed. */
export async function runChecks(root) {
  const counts = { passed: 0, failed: 0 };
  for (const { name, words } of checks) {
    const started = performance.now();
    const { status, output } = await capture([process.execPath, ...words], { cwd: root });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (status === skipped) {
      console.log(`skip   ${name}: ${output.trim()}`);
      continue;
    }
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (status === 0) counts.passed += 1;
    else {
      counts.failed += 1;
      console.log(output.trimEnd());
    }
  }
  return counts;
}

export async function run(root) {
  const { passed, failed } = await runChecks(root);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
