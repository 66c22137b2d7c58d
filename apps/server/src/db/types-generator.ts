import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The script and its arguments that write the row types of a migrated database to a file. */
export function codegenArguments(url: string, outFile: string): string[] {
  const manifest = createRequire(import.meta.url).resolve('kysely-codegen/package.json');
  return [
    join(dirname(manifest), 'dist/cli/bin.js'),
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    outFile,
    '--exclude-pattern',
    'events_*',
    '--type-mapping',
    '{"int8":"number"}',
  ];
}
