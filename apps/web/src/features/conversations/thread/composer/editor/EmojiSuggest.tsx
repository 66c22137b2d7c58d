import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useEffect, useMemo } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import {
  type EmojiEntry,
  EmojiPicture,
  emojiNamed,
  emojiQueries,
  inTone,
  searchEmoji,
  useOwnEmoji,
} from '../../../../emoji/index.ts';
import { type SuggestKeys, SuggestList } from './SuggestList.tsx';
import type { Trigger } from './trigger.ts';
import { useTrigger } from './use-trigger.ts';

const mostShown = 8;
/** `:` at a word's start with two letters behind it, so that a smiley of signs is none; a second colon ends the name. */
const pattern = /(?:^|[\s(])(:([\p{L}\p{N}_+-]{2,40}:?))$/u;

/** Emoji by name at the caret: `:tad` offers, `:tada:` puts it there at once. */
export function EmojiSuggest({ editor, keys }: { editor: Editor; keys: SuggestKeys }) {
  const [trigger, dismiss] = useTrigger(editor, pattern);
  const { data } = useQuery({ ...emojiQueries.all(), enabled: trigger !== undefined });
  const { tone, use } = useOwnEmoji();
  const isClosed = trigger?.query.endsWith(':') ?? false;
  const options = useMemo(() => {
    if (!trigger || !data || isClosed) return [];
    return searchEmoji(data.entries, trigger.query.replaceAll('_', ' '))
      .slice(0, mostShown)
      .map((entry) => ({
        id: entry.code,
        name: entry.names[0],
        ...(entry.names[1] ? { hint: `:${entry.names[1]}:` } : {}),
        icon: <EmojiPicture emoji={inTone(entry, tone)} place={data.place} size={20} />,
        entry,
      }));
  }, [data, trigger, isClosed, tone]);
  const put = ({ from, to }: Trigger, entry: EmojiEntry) => {
    const emoji = inTone(entry, tone);
    use(emoji);
    editor.chain().focus().insertContentAt({ from, to }, { type: 'text', text: emoji.native }).run();
  };
  const named = trigger && data && isClosed ? emojiNamed(data.entries, trigger.query.slice(0, -1)) : undefined;
  useEffect(() => {
    if (named && trigger) put(trigger, named);
  });
  if (!trigger || options.length === 0) return null;
  return (
    <SuggestList
      editor={editor}
      trigger={trigger}
      options={options}
      label={t('emoji.title')}
      keys={keys}
      onChoose={({ entry }) => put(trigger, entry)}
      onDismiss={dismiss}
    />
  );
}
