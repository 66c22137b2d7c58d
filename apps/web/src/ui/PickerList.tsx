import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { containing } from '../lib/name-match.ts';
import { classNames } from './class-names.ts';
import { useMedia } from './use-media.ts';
import './menu.css';

export interface Option {
  value: string;
  label: string;
  /** Picture before the label: an avatar, an emoji. */
  lead?: ReactNode;
  hint?: string;
  /** Further words that find this option. */
  also?: string;
}

export interface PickerListProps {
  /** What is chosen here ("Agent"); names the list and the search field. */
  label: string;
  options: readonly Option[];
  /** Chosen values. */
  value: readonly string[];
  /** Called with the option just clicked or entered; several choices stay open. */
  onPick: (value: string) => void;
  isMultiple?: boolean;
  /** A search field above the list; default with more than seven options. */
  hasSearch?: boolean;
  onClose: () => void;
}

/** Longer lists keep only what is visible in the page: five thousand tags are five thousand rows. */
const longList = 100;
const rowHeight = 32;
const rowHeightOnTouch = 40;

/** The search field and the options of a picker. Arrows move, Enter picks, typing searches. */
export function PickerList(props: PickerListProps) {
  const { label, options, value, onPick, isMultiple, hasSearch = options.length > 7, onClose } = props;
  const id = useId();
  const [query, setQuery] = useState('');
  const shown = useMemo(
    () => containing(options, query, ({ label: text, also = '' }) => `${text} ${also}`),
    [options, query],
  );
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => value.includes(option.value)),
    ),
  );
  const at = Math.min(active, shown.length - 1);
  const current = shown[at];
  const listRef = useRef<HTMLDivElement>(null);
  const rows = useVisibleRows(shown.length, at, listRef);

  const pick = (option: Option) => {
    onPick(option.value);
    if (!isMultiple) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const edge = { Home: 0, End: shown.length - 1 }[event.key];
    if (step) setActive((at + step + shown.length) % Math.max(1, shown.length));
    else if (edge !== undefined && !(hasSearch && query)) setActive(edge);
    else if (event.key === 'Enter' && current) pick(current);
    else return;
    event.preventDefault();
  };
  const activeId = current && `${id}-${current.value}`;
  return (
    <>
      {hasSearch && (
        <div className="picker-search">
          <Search aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={activeId}
            aria-label={t('globals.messages.search', { name: label })}
            placeholder={t('globals.messages.search', { name: label })}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
      <div
        ref={listRef}
        id={id}
        className="picker-list"
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple ?? false}
        tabIndex={hasSearch ? -1 : 0}
        aria-activedescendant={activeId}
        onKeyDown={hasSearch ? undefined : onKeyDown}
      >
        {rows.before > 0 && <div role="none" style={{ height: rows.before }} />}
        {shown.slice(rows.from, rows.to).map((option, index) => (
          // The keyboard stays in the search field or on the list, which names the active option.
          <div
            key={option.value}
            id={`${id}-${option.value}`}
            className={classNames('item', option === current && 'is-active')}
            role="option"
            aria-selected={value.includes(option.value)}
            aria-posinset={rows.from + index + 1}
            aria-setsize={shown.length}
            tabIndex={-1}
            onPointerMove={() => setActive(rows.from + index)}
            onClick={() => pick(option)}
            onKeyDown={onKeyDown}
          >
            {option.lead}
            <span className="cut" dir="auto">
              {option.label}
            </span>
            {option.hint && <span className="hint">{option.hint}</span>}
            <span className="item-check">{value.includes(option.value) && <Check aria-hidden />}</span>
          </div>
        ))}
        {rows.after > 0 && <div role="none" style={{ height: rows.after }} />}
      </div>
      <p role="status" className={shown.length === 0 ? 'picker-none' : 'vh'}>
        {shown.length === 0 && t('globals.messages.noResults')}
      </p>
    </>
  );
}

/** Which rows stand in the page, and the room that the others leave before and after them, in px. */
function useVisibleRows(length: number, active: number, list: React.RefObject<HTMLDivElement | null>) {
  const height = useMedia('(pointer: coarse)') ? rowHeightOnTouch : rowHeight;
  const isLong = length > longList;
  const virtualizer = useVirtualizer({
    count: isLong ? length : 0,
    getScrollElement: () => list.current,
    estimateSize: () => height,
    overscan: 10,
  });
  useEffect(() => {
    if (isLong && active >= 0) virtualizer.scrollToIndex(active, { align: 'auto' });
    else list.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' });
  }, [virtualizer, list, isLong, active]);
  if (!isLong) return { from: 0, to: length, before: 0, after: 0 };
  const visible = virtualizer.getVirtualItems();
  const from = visible[0]?.index ?? 0;
  const to = (visible.at(-1)?.index ?? -1) + 1;
  return { from, to, before: from * height, after: (length - to) * height };
}
