// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import pack from '../../../../lang/en.json';
import { builtInTexts, type LanguagePack, language, plural, setLanguage, t } from './i18n.ts';

const english: LanguagePack = pack;

beforeEach(() => setLanguage(english));

it('has its built-in texts from the English pack', () => {
  for (const [key, text] of Object.entries(builtInTexts)) expect(english[key]).toBe(text);
});

it('fills placeholders, and reads well without', () => {
  expect(t('globals.messages.edit', { name: 'tag' })).toBe('Edit tag');
  expect(t('globals.messages.edit')).toBe('Edit');
});

it('chooses between singular and plural', () => {
  expect(t('globals.terms.team')).toBe('Team');
  expect(plural('globals.terms.team')).toBe('Teams');
  expect(t('list.unread', { n: 1 }, 1)).toBe('1 unread');
  expect(t('time.hours_ago', { n: 3 }, 3)).toBe('3 hrs ago');
});

it('takes the form that the language has for a number', () => {
  const texts = { 'list.unread': 'un | des' };
  setLanguage({ ...texts, '_.code': 'fr' });
  expect([0, 1, 2].map((n) => t('list.unread', { n }, n))).toEqual(['un', 'un', 'des']);
  setLanguage({ ...texts, '_.code': 'en' });
  expect([0, 1, 2].map((n) => t('list.unread', { n }, n))).toEqual(['des', 'un', 'des']);
});

it('keeps escaped signs', () => {
  expect(t('auth.enterEmail')).toBe('you@example.com');
});

it('shows a missing key as itself', () => {
  setLanguage({ '_.code': 'mr' });
  expect(t('globals.terms.team')).toBe('globals.terms.team');
});

it('tells the page its language and direction', () => {
  setLanguage({ ...english, '_.code': 'ar' });
  expect(language()).toBe('ar');
  expect(document.documentElement.lang).toBe('ar');
  expect(document.documentElement.dir).toBe('rtl');
  setLanguage(english);
  expect(document.documentElement.dir).toBe('ltr');
});
