import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, warningCodes } from '@bellhop/contract';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const texts = JSON.parse(readFileSync(join(root, 'lang/en.json'), 'utf8')) as Record<string, string>;
/** Texts of what the client notices by itself; they have no code on the wire. */
const ofTheClient = 'errors.client.';

test('every error code has an English text, and every such text has a code', () => {
  const described = Object.keys(texts)
    .filter((key) => key.startsWith('errors.') && !key.startsWith(ofTheClient))
    .map((key) => key.slice('errors.'.length));
  expect(described.sort()).toEqual(Object.keys(errorCodes).sort());
});

test('every placeholder of an error text is given by some thrower', () => {
  const sources = readdirSync(join(root, 'apps/server/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'apps/server/src', name), 'utf8'))
    .join('\n');
  for (const code of Object.keys(errorCodes)) {
    for (const [, name] of texts[`errors.${code}`]!.matchAll(/\{(\w+)\}/g)) {
      expect(sources, `nobody gives ${name}, which the text of ${code} asks for`).toMatch(
        new RegExp(`params: \\{[^}]*\\b${name}\\b`),
      );
    }
  }
});

test('every error code is thrown somewhere', () => {
  const sources = readdirSync(join(root, 'apps/server/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'apps/server/src', name), 'utf8'))
    .join('\n');
  const unused = Object.keys(errorCodes).filter((code) => !sources.includes(`'${code}'`));
  expect(unused).toEqual([]);
});

test('every warning has an English text, and every such text is a warning', () => {
  const described = Object.keys(texts).filter((key) => key.startsWith('warnings.'));
  expect(described.sort()).toEqual([...warningCodes].sort());
});
