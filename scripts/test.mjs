import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { runThrough } from './processes.mjs';
import { buildWeb } from './web-build.mjs';

/**
 * Without arguments: every check, then every test. With arguments (paths and options of vitest): those tests alone. The last
 * line counts checks and tests together; that nothing ran is a failure.
 */
export async function run(root, args) {
  const whole = args.length === 0;
  const needsBrowser = whole || args.some((arg) => arg.includes('e2e'));
  const checks = whole ? await runChecks(root) : { passed: 0, failed: 0 };
  if (needsBrowser) {
    // A client that cannot be built fails the run, and the tests that need none still tell what they have to.
    const built = await tell(buildWeb(root));
    checks[built ? 'passed' : 'failed'] += 1;
    console.log(`${built ? 'ok    ' : 'FAILED'} the web client is built`);
    // Here, and not only where the tests need it, so that a lengthy installation is seen.
    await tell(findBrowser(root));
  }

  const folder = mkdtempSync(join(tmpdir(), 'bellhop-counts-'));
  const file = join(folder, 'counts.json');
  try {
    const status = await runThrough(
      [
        process.execPath,
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${join(root, 'scripts/count-reporter.mjs')}`,
        ...args,
      ],
      { cwd: root, env: { ...process.env, BELLHOP_TEST_COUNTS: file } },
    );
    const tests = readCounts(file);
    const ran = tests.passed + tests.failed > 0;
    const passed = checks.passed + tests.passed;
    let failed = checks.failed + tests.failed;
    // Vitest may fail without a failing test: a broken configuration or set-up, or no test found.
    if ((status !== 0 || !ran) && tests.failed === 0) failed += 1;
    for (const name of tests.second_try) console.log(`\npassed only when tried again: ${name}`);
    console.log(`\n${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for a preparation; when it fails, prints why and answers false. */
async function tell(preparation) {
  try {
    await preparation;
    return true;
  } catch (error) {
    console.error(error.expected ? error.message : error);
    return false;
  }
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Vitest ended before it could count.
    if (error.code === 'ENOENT') return { passed: 0, failed: 0, skipped: 0, second_try: [] };
    throw error;
  }
}
