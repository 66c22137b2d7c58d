import type { CompactEmoji } from 'emojibase';
import { api } from '../../lib/api.ts';
import { language } from '../../lib/i18n.ts';
import { type EmojiEntry, entriesOf } from './emoji-entry.ts';
import { ownPlace } from './emoji-place.ts';

type Data = Promise<{ default: CompactEmoji[] }>;

/** Names of emoji in the desk's languages. */
const data: Record<string, () => Data> = {
  en: () => import('emojibase-data/en/compact.json'),
  de: () => import('emojibase-data/de/compact.json'),
  es: () => import('emojibase-data/es/compact.json'),
  fr: () => import('emojibase-data/fr/compact.json'),
  hi: () => import('emojibase-data/hi/compact.json'),
  ja: () => import('emojibase-data/ja/compact.json'),
  pt: () => import('emojibase-data/pt/compact.json'),
};

/** All emoji with their names in the desk's language, English for any other; the short names are those that everybody types. */
async function loadEntries(): Promise<EmojiEntry[]> {
  const load = data[language().split('-')[0]!] ?? data.en!;
  const [names, short] = await Promise.all([load(), import('emojibase-data/en/shortcodes/github.json')]);
  return entriesOf(names.default, short.default);
}

/** Where pictures come from, without a slash at its end: the desk itself unless its setting says otherwise (settled question 36). */
async function loadPlace(): Promise<string> {
  const { 'app.emoji_base_url': place } = await api('settings.desk');
  return (place ?? ownPlace).replace(/\/+$/, '');
}

/** What the picker and the completion need; fetched when either is first used. */
export async function loadEmoji(): Promise<{ entries: EmojiEntry[]; place: string }> {
  const [entries, place] = await Promise.all([loadEntries(), loadPlace()]);
  return { entries, place };
}
