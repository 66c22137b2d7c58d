import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ErrorPanel } from '../../ui/Void.tsx';
import { CategoryBar } from './CategoryBar.tsx';
import { EmojiGrid, type EmojiGridHandle } from './EmojiGrid.tsx';
import { EmojiPicture } from './EmojiPicture.tsx';
import { emojiQueries } from './emoji.api.ts';
import { type EmojiEntry, type EmojiVariant, inTone } from './emoji-entry.ts';
import { ownPlace } from './emoji-place.ts';
import { byCategory, type Cell, pickerRows, stepTo } from './picker-rows.ts';
import { SkinTones } from './SkinTones.tsx';
import { searchEmoji } from './search-emoji.ts';
import { useOwnEmoji } from './use-own-emoji.ts';
import './emoji.css';
import '../../ui/menu.css';

const noEntries: readonly EmojiEntry[] = [];

/**
 * Emoji by category or by name, in the skin tone that was chosen last. Arrows move, Enter chooses; the keyboard stays in the
 * search field.
 */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: EmojiVariant) => void }) {
  const id = useId();
  const { data, error, refetch } = useQuery(emojiQueries.all());
  const { recent, tone, use, setTone } = useOwnEmoji();
  // What is used while the picker is open must not move what is under the hand.
  const [shownRecent] = useState(recent);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const [active, setActive] = useState<number>();
  const grid = useRef<EmojiGridHandle>(null);
  const columns = useMedia('(pointer: coarse)') ? 8 : 9;
  const entries = data?.entries ?? noEntries;
  const { rows, cells } = useMemo(() => {
    const cellOf = (entry: EmojiEntry): Omit<Cell, 'at'> => ({
      name: entry.names[0],
      shortName: entry.names[1],
      emoji: inTone(entry, tone),
    });
    const groups = wanted
      ? [{ category: 'smileys_people' as const, cells: searchEmoji(entries, wanted).map(cellOf) }]
      : byCategory(entries, shownRecent.length > 0 ? shownRecent : recent, cellOf);
    return pickerRows(groups, columns, wanted === '');
  }, [entries, recent, shownRecent, tone, wanted, columns]);
  // The first thing found is what Enter means.
  const at = active !== undefined && active < cells.length ? active : wanted && cells.length > 0 ? 0 : undefined;
  const current = at === undefined ? undefined : cells[at];

  // Nothing found, or nothing there to look through: a text stands in its place.
  const hasGrid = data ? rows.length > 0 : !error;

  const choose = (cell: Cell) => {
    use(cell.emoji);
    onChoose(cell.emoji);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'Enter') {
      if (current) choose(current);
    } else if (
      key === 'ArrowDown' ||
      key === 'ArrowUp' ||
      (isSideways(key) && (active !== undefined || query === ''))
    ) {
      const next = stepTo(rows, cells.length, at, key as 'ArrowDown');
      setActive(next);
      if (next !== undefined) grid.current?.show(next);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="emoji-picker">
      <div className="picker-search">
        <Search aria-hidden />
        <input
          ref={takeFocus}
          type="text"
          role="combobox"
          aria-expanded={hasGrid}
          {...(hasGrid ? { 'aria-controls': `${id}-grid` } : {})}
          aria-autocomplete="list"
          aria-label={t('emoji.search')}
          placeholder={t('emoji.search')}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(undefined);
            grid.current?.toTop();
          }}
          onKeyDown={onKeyDown}
          {...(current ? { 'aria-activedescendant': `${id}-${current.at}` } : {})}
        />
      </div>
      <CategoryBar rows={rows} isOff={wanted !== ''} onPick={(category) => grid.current?.toCategory(category)} />
      {error && !data ? (
        <ErrorPanel title={t('emoji.failed')} message={toApiError(error).message} onRetry={() => refetch()} />
      ) : (
        <EmojiGrid
          id={id}
          handle={grid}
          rows={rows}
          columns={columns}
          place={data?.place}
          active={current?.at}
          onActive={setActive}
          onChoose={choose}
          onKeyDown={onKeyDown}
        />
      )}
      <div className="emoji-foot">
        <span className="emoji-about">
          {!current && data?.place === ownPlace && <span className="muted">{t('emoji.credit')}</span>}
          {current && data && (
            <>
              <EmojiPicture emoji={current.emoji} place={data.place} size={24} />
              <span className="emoji-names">
                <span className="cut">{current.name}</span>
                {current.shortName && <span className="cut muted">:{current.shortName}:</span>}
              </span>
            </>
          )}
        </span>
        <SkinTones value={tone} onChange={setTone} />
      </div>
    </div>
  );
}

/** The picker was asked for, and its search is where typing goes; it may come after what it opens in. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}

function isSideways(key: string): boolean {
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home' || key === 'End';
}
