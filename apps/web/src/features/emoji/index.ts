export { EmojiPicture } from './EmojiPicture.tsx';
export { emojiQueries } from './emoji.api.ts';
export { type EmojiEntry, type EmojiVariant, inTone } from './emoji-entry.ts';
export { loadPicker } from './load-picker.ts';
export { emojiNamed, searchEmoji } from './search-emoji.ts';
export { useOwnEmoji } from './use-own-emoji.ts';
