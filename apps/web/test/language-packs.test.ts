// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type LanguagePack, setLanguage, type TextKey, t } from '../src/lib/i18n.ts';

const english = read('en');
/** Languages that Bellhop ships besides English. */
const shipped = ['de', 'es', 'fr', 'hi', 'ja', 'pt'];
/** Sentences that a translation may leave as they are: names and forms that are the same everywhere. */
const sameEverywhere = /^(?:[\W\d]|\{\w+\}|https?:|you@|Bellhop|OpenAI|Google|Microsoft|IMAP|SMTP)/;

afterAll(() => setLanguage(english));

it('are those that Bellhop ships', () => {
  const codes = globSync('lang/*.json').map((path) => basename(path, '.json'));
  expect(codes.sort()).toEqual([...shipped, 'en'].sort());
});

describe.each(shipped)('the pack %s', (code) => {
  const pack = read(code);

  it('has exactly the keys of the English one, in their order', () => {
    expect(Object.keys(pack)).toEqual(Object.keys(english));
    expect(pack['_.code']).toBe(code);
  });

  it('keeps the placeholders', () => {
    const wrong = Object.keys(english).filter((key) => placeholders(pack[key]) !== placeholders(english[key]));
    expect(wrong).toEqual([]);
  });

  it('has both forms of every text that has two', () => {
    const wrong = Object.keys(english).filter((key) => forms(pack[key]).length !== forms(english[key]).length);
    expect(wrong).toEqual([]);
  });

  it('follows the syntax of the message compiler, without markup or stray blanks', () => {
    setLanguage(pack);
    for (const [key, text] of Object.entries(pack)) {
      expect(() => t(key as TextKey, { n: 2 }, 2), key).not.toThrow();
      expect(text, key).toBe(text.trim());
      expect(text, key).not.toMatch(/ {2}|<\/|&\w+;/);
    }
  });

  it('leaves no sentence in English', () => {
    const left = Object.entries(english).filter(
      ([key, text]) => pack[key] === text && text.split(/\s+/).length > 3 && !sameEverywhere.test(text),
    );
    expect(left).toEqual([]);
  });
});

it('no text is put together from two', () => {
  const joined = /\bt\([^()]*(?:\([^()]*\)[^()]*)?\)\s*\+\s|\+\s*t\(|\$\{t\([^`]*\$\{t\(|\)\}\s*\{t\(|\)\}\{' '\}\{t\(/;
  const found = globSync('apps/web/src/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.tsx?$/.test(path) && joined.test(readFileSync(path, 'utf8')),
  );
  expect(found).toEqual([]);
});

function read(code: string): LanguagePack {
  return JSON.parse(readFileSync(`lang/${code}.json`, 'utf8'));
}

/** The names that a text has placeholders for, each once: a form may repeat or omit one (`1 mail | {n} mails`). */
function placeholders(text = ''): string {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort().join();
}

/** The forms of a text, `singular | plural`; an escaped bar is no border. */
function forms(text = ''): string[] {
  return text.replaceAll("{'|'}", '').split('|');
}
