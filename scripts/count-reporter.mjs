import { writeFileSync } from 'node:fs';

/** A vitest reporter that leaves the counts of the run, as JSON, in the file named by BELLHOP_TEST_COUNTS. */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of tests) counts[state === 'pending' ? 'failed' : state] += 1;
      // A file that cannot be loaded, or whose set-up fails, fails without any test of its own doing so.
      if (module.state() === 'failed' && !tests.includes('failed')) counts.failed += 1;
    }
    writeFileSync(process.env.BELLHOP_TEST_COUNTS, JSON.stringify(counts));
  }
}
