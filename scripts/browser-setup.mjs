import { dirname } from 'node:path';
import { findBrowser } from './browser.mjs';

/**
 * Vitest's global set-up of the browser tests: in each of them CHROMIUM_PATH names a browser, or CHROMIUM_MISSING holds the
 * line to fail with. It doesn't throw, because that would end the other tests' run too.
 */
export default async function setup() {
  try {
    await findBrowser(dirname(import.meta.dirname));
  } catch (error) {
    process.env.CHROMIUM_MISSING = error.message;
  }
}
