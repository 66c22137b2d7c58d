import { compile, createCoreContext, registerMessageCompiler, translate } from '@intlify/core-base';
import type packOfKeys from '../../../../lang/en.json';

/** A key of the language pack; a misspelt one does not compile. */
export type TextKey = keyof typeof packOfKeys;
export type LanguagePack = Record<string, string>;

/** Texts that must stand before (or without) a pack; i18n.test.ts holds them against lang/en.json. */
export const builtInTexts = {
  'errors.client.no_response': 'No response from server. Check if you are still connected to internet.',
  'errors.client.setup': 'Error setting up the request',
  'errors.client.unknown': 'Unknown error',
  'start.failed.title': 'Bellhop could not start',
  'globals.terms.tryAgain': 'Try again',
} as const satisfies Partial<Record<TextKey, string>>;

registerMessageCompiler(compile);

let locale = 'en';
let pluralRules = new Intl.PluralRules(locale);
let context = contextFor(builtInTexts);
/** Texts without placeholders as they read: a screen asks for hundreds of them whenever it is drawn. */
const plainTexts = new Map<TextKey, string>();

/**
 * Makes a pack the language of the page: sets `<html lang dir>` and everything `t` answers from now on.
 * Call it before the first render; a change of language takes a reload.
 */
export function setLanguage(pack: LanguagePack): void {
  locale = pack['_.code'] || 'en';
  pluralRules = new Intl.PluralRules(locale);
  context = contextFor({ ...builtInTexts, ...pack });
  plainTexts.clear();
  document.documentElement.lang = locale;
  document.documentElement.dir = textDirection(locale);
}

/** BCP 47 code of the present language, for Intl. */
export function language(): string {
  return locale;
}

/**
 * The text of a key, in the syntax of wire A 12. `plural` picks the form of `singular | plural` and fills `{n}` and
 * `{count}`. A missing placeholder reads as nothing, a missing key as itself.
 */
export function t(key: TextKey, named?: Record<string, string | number>, plural?: number): string {
  if (named || plural !== undefined) return read(key, named ?? {}, plural);
  const known = plainTexts.get(key);
  if (known !== undefined) return known;
  const text = read(key, {});
  plainTexts.set(key, text);
  return text;
}

function read(key: TextKey, named: Record<string, string | number>, plural?: number): string {
  const text = plural === undefined ? translate(context, key, named) : translate(context, key, named, { plural });
  return tidy(String(text));
}

/** The second form of a term: "Team | Teams" gives "Teams". */
export function plural(key: TextKey): string {
  return t(key, {}, 2);
}

function contextFor(pack: LanguagePack) {
  return createCoreContext({
    locale,
    fallbackLocale: locale,
    messages: { [locale]: pack },
    pluralRules: { [locale]: pluralForm },
    missingWarn: false,
    fallbackWarn: false,
    warnHtmlMessage: false,
  });
}

/** Which of two forms a number takes: nothing is singular in French and Hindi, plural in English. */
function pluralForm(n: number, forms: number): number {
  if (forms < 2) return 0;
  return pluralRules.select(n) === 'one' ? 0 : 1;
}

/** "Edit {name}" without a name must not end in a blank. */
function tidy(text: string): string {
  return text.replace(/ {2,}/g, ' ').trim();
}

function textDirection(code: string): 'ltr' | 'rtl' {
  const script = new Intl.Locale(code).maximize().script;
  return script && ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'].includes(script) ? 'rtl' : 'ltr';
}
