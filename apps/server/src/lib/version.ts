import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The product's version, as package.json of the repository has it. */
export const { version: productVersion } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'),
) as { version: string };
