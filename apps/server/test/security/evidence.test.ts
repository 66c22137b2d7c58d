import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section of the standard (5.0.0) has; those of level 3 come last in each. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};

const rows = text
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+?) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number = '', wish = '', state = '', evidence = '']) => ({ number, wish, state, evidence }));

test('every requirement has its line, in order', () => {
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(wanted);
});

test('each says where it stands, and why', () => {
  for (const { number, state, evidence } of rows) {
    expect(['met', 'n/a', 'operator', 'not yet'], number).toContain(state);
    expect(evidence.length, number).toBeGreaterThan(5);
  }
});

/** The short beginnings of paths that the document declares. */
const beginnings: Record<string, string> = {
  'server/': 'apps/server/src/',
  'test/': 'apps/server/test/',
  'web/': 'apps/web/src/',
  'contract/': 'packages/contract/src/',
  'rules/': 'packages/rules/src/',
};

test('every file that is named as evidence exists', () => {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|cjs|md|json))`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(200);
  const missing = [...new Set(named)].filter((path) => {
    const [short = '', whole = ''] = Object.entries(beginnings).find(([beginning]) => path.startsWith(beginning)) ?? [];
    return !existsSync(join(root, whole + path.slice(short.length)));
  });
  expect(missing).toEqual([]);
});

test('headings that it refers to are there', () => {
  const model = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const referred = [...text.matchAll(/SECURITY\.md, "([^"]+)"/g)].map(([, heading]) => heading);
  expect(referred.length).toBeGreaterThan(5);
  for (const heading of new Set(referred)) expect(model).toContain(`## ${heading}\n`);
});
