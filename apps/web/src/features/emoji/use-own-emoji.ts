import { useQuery, useQueryClient } from '@tanstack/react-query';
import { emojiQueries } from './emoji.api.ts';
import type { EmojiVariant, SkinTone } from './emoji-entry.ts';
import { type OwnEmoji, saveOwnEmoji, withUsed } from './own-emoji.ts';

const none: OwnEmoji = { recent: [], tone: 0 };

/** What was used last and the skin tone, with the ways to change them; both are kept. */
export function useOwnEmoji() {
  const client = useQueryClient();
  const { data: own = none } = useQuery(emojiQueries.own());
  const change = (next: OwnEmoji) => {
    client.setQueryData(emojiQueries.own().queryKey, next);
    void saveOwnEmoji(next);
  };
  const present = () => client.getQueryData(emojiQueries.own().queryKey) ?? none;
  return {
    ...own,
    use: (used: EmojiVariant) => change(withUsed(present(), used)),
    setTone: (tone: SkinTone) => change({ ...present(), tone }),
  };
}
