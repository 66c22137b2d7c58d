// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { errorCodes } from '@bellhop/contract';
import { describe, expect, it } from 'vitest';
import { type LanguagePack, setLanguage, type TextKey, t } from '../src/lib/i18n.ts';

const english: LanguagePack = JSON.parse(readFileSync('lang/en.json', 'utf8'));
/** Appendix B of the wire contract: what any client may ask for. */
const wireKeys: Record<string, { names?: string[]; plural?: true }> = JSON.parse(
  readFileSync('apps/web/test/wire-language-keys.json', 'utf8'),
);
const sources = globSync(['apps/{web,server}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
  exclude: (path) => path.includes('node_modules'),
}).filter((path) => !/\.test\.tsx?$/.test(path));
const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n');

it('holds the 470 keys of the wire contract, with their placeholders and plural forms', () => {
  expect(Object.keys(wireKeys)).toHaveLength(470);
  for (const [key, { names = [], plural }] of Object.entries(wireKeys)) {
    expect(english, key).toHaveProperty([key]);
    for (const name of names) expect(english[key], key).toContain(`{${name}}`);
    if (plural) expect(english[key]?.split(' | '), key).toHaveLength(2);
  }
});

it('has a text for every error code', () => {
  for (const code of Object.keys(errorCodes)) expect(english, code).toHaveProperty([`errors.${code}`]);
});

it('has every key that the client asks for', () => {
  const asked = [...text.matchAll(/\b(?:t|plural)\(\s*'([\w.]+)'/g)].map(([, key]) => key!);
  expect(asked.length).toBeGreaterThan(50);
  for (const key of asked) expect(english, key).toHaveProperty([key]);
});

it('has no key that nobody asks for', () => {
  const whole = new Set([...text.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, key]) => key));
  const beginnings = [...text.matchAll(/`([a-z_]+\.[\w.]*)\$\{/g)].map(([, start]) => start!);
  // A mail's texts are named together: subject, body, button, note.
  beginnings.push(...[...text.matchAll(/\btexts: '([\w.]+)'/g)].map(([, name]) => `${name}.`));
  const unused = Object.keys(english).filter(
    (key) =>
      !(key in wireKeys) &&
      !whole.has(key) &&
      !(key.startsWith('errors.') && key.slice('errors.'.length) in errorCodes) &&
      !beginnings.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

describe('the texts', () => {
  it('follow the syntax of the message compiler', () => {
    setLanguage(english);
    // Outside production the compiler throws at what it cannot read.
    for (const key of Object.keys(english)) expect(() => t(key as TextKey, { n: 2 }, 2), key).not.toThrow();
    expect(() => setLanguage({ broken: 'a {b' })).not.toThrow();
    expect(() => t('broken' as TextKey)).toThrow();
  });

  it('hold no markup and no stray blanks', () => {
    for (const [key, message] of Object.entries(english)) {
      expect(message, key).toBe(message.trim());
      expect(message, key).not.toMatch(/ {2}|<\/|&\w+;/);
    }
  });
});
