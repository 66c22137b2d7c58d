import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('writing through the pool does not compile', async () => {
  const compiled = promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'scripts/fixtures/types')],
    { cwd: root },
  );
  const { stdout } = await compiled.then(
    () => ({ stdout: 'compiled' }),
    (failure: { stdout: string }) => failure,
  );
  const errors = stdout.split('\n').filter((line) => line.includes('write-through-pool.ts'));
  expect(errors.map((line) => line.replace(/^.*\((\d+),\d+\): error (TS\d+).*$/, '$1 $2'))).toEqual([
    '10 TS2345',
    '11 TS2339',
  ]);
}, 60_000);
