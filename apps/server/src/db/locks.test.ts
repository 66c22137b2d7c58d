import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locks } from './locks.ts';

it('gives every advisory lock a number of its own, and nobody takes one from elsewhere', () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
  const root = join(import.meta.dirname, '..');
  const strangers = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) return false;
    const source = readFileSync(join(root, path), 'utf8');
    return (
      /pg_(try_)?advisory/.test(source) && !/import \{[^}]*\blocks\b[^}]*\} from '[./]+(db\/)?locks\.ts'/.test(source)
    );
  });
  expect(strangers).toEqual([]);
});
