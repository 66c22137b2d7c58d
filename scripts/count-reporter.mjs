import { writeFileSync } from 'node:fs';

/**
 * A vitest reporter that leaves the counts of the run, and the names of tests that passed only when tried again, as JSON in
 * the file named by BELLHOP_TEST_COUNTS.
 */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, second_try: [] };
    for (const module of modules) {
      const all = [...module.children.allTests()];
      const tests = all.map((test) => test.result().state);
      counts.second_try.push(...all.filter((test) => test.diagnostic()?.flaky).map((test) => test.fullName));
      for (const state of tests) counts[state === 'pending' ? 'failed' : state] += 1;
      // A file that cannot be loaded, or whose set-up fails, fails without any test of its own doing so.
      if (module.state() === 'failed' && !tests.includes('failed')) counts.failed += 1;
    }
    writeFileSync(process.env.BELLHOP_TEST_COUNTS, JSON.stringify(counts));
  }
}
