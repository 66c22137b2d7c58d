import type { CompactEmoji, ShortcodesDataset } from 'emojibase';

/** Categories in the order of specification 9; `recent` is filled by use. */
export const emojiCategories = [
  'recent',
  'smileys_people',
  'animals_nature',
  'food_drink',
  'activities',
  'travel_places',
  'objects',
  'symbols',
  'flags',
] as const;
export type EmojiCategory = (typeof emojiCategories)[number];

/** 0 is the yellow of the set, 1 to 5 light to dark: six skin tones (specification 9). */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;

/** One picture and the text that it stands for. */
export interface EmojiVariant {
  /** Code points as the pictures are named. */
  code: string;
  native: string;
}

/** An emoji: names, code, skin-tone variants (specification 3). */
export interface EmojiEntry extends EmojiVariant {
  /** Its name in the desk's language, then the short names that `:name` completes. */
  names: readonly [string, ...string[]];
  /** Further words that find it. */
  tags: readonly string[];
  category: Exclude<EmojiCategory, 'recent'>;
  /** Light to dark, where it has any. */
  tones?: readonly EmojiVariant[];
}

/** Numbers of the groups in the data; 2 holds parts of emoji. */
const categoryOf: Record<number, EmojiEntry['category']> = {
  0: 'smileys_people',
  1: 'smileys_people',
  3: 'animals_nature',
  4: 'food_drink',
  5: 'travel_places',
  6: 'activities',
  7: 'objects',
  8: 'symbols',
  9: 'flags',
};

/** The entries of the data, in its order, with the short names of `shortcodes`. */
export function entriesOf(data: readonly CompactEmoji[], shortcodes: ShortcodesDataset): EmojiEntry[] {
  return data.flatMap((emoji) => {
    const category = emoji.group === undefined ? undefined : categoryOf[emoji.group];
    if (!category) return [];
    const tones = tonesOf(emoji.skins ?? []);
    return {
      names: [emoji.label, ...[shortcodes[emoji.hexcode] ?? []].flat()] as const,
      tags: emoji.tags ?? [],
      code: pictureCode(emoji.unicode),
      native: emoji.unicode,
      category,
      ...(tones.length === 5 ? { tones } : {}),
    };
  });
}

/** The entry in a skin tone, itself where it has none. */
export function inTone(entry: EmojiEntry, tone: SkinTone): EmojiVariant {
  return (tone > 0 && entry.tones?.[tone - 1]) || entry;
}

/** Of several people, all have the same tone. */
function tonesOf(skins: readonly CompactEmoji[]): EmojiVariant[] {
  return ['1F3FB', '1F3FC', '1F3FD', '1F3FE', '1F3FF'].flatMap((tone) => {
    const skin = skins.find(({ hexcode }) => {
      const used = hexcode.match(/1F3F[B-F]/g) ?? [];
      return used.length > 0 && used.every((one) => one === tone);
    });
    return skin ? [{ code: pictureCode(skin.unicode), native: skin.unicode }] : [];
  });
}

/** How the picture is named: a sign that asks for a picture counts only among joined emoji, with one exception of the set. */
export function pictureCode(native: string): string {
  const isJoined = native.includes('\u200d') && !native.startsWith('\u{1f441}');
  const text = isJoined ? native : native.replaceAll('\ufe0f', '');
  return Array.from(text, (character) => character.codePointAt(0)!.toString(16)).join('-');
}
