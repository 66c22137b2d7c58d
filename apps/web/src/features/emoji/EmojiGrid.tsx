import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { t } from '../../lib/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import { categoryNames } from './category-names.ts';
import { EmojiPicture } from './EmojiPicture.tsx';
import type { EmojiCategory } from './emoji-entry.ts';
import type { Cell, PickerRow } from './picker-rows.ts';

export interface EmojiGridHandle {
  /** Brings a cell into view. */
  show: (at: number) => void;
  toCategory: (category: EmojiCategory) => void;
  toTop: () => void;
}

interface EmojiGridProps {
  id: string;
  handle: Ref<EmojiGridHandle>;
  rows: readonly PickerRow[];
  columns: number;
  /** Where pictures come from; undefined until that is known. */
  place: string | undefined;
  /** The cell that Enter chooses. */
  active: number | undefined;
  onActive: (at: number) => void;
  onChoose: (cell: Cell) => void;
  /** Arrows and Enter, as in the search field. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const headingHeight = 28;
const pictureSize = 24;

/** Nineteen hundred pictures, of which only those in view are in the page. */
export function EmojiGrid(props: EmojiGridProps) {
  const { id, handle, rows, columns, place, active, onActive, onChoose, onKeyDown } = props;
  const frame = useRef<HTMLDivElement>(null);
  const cellSize = columns === 9 ? 36 : 40;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? headingHeight : cellSize),
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: 3,
    useFlushSync: false,
  });
  useImperativeHandle(handle, () => ({
    show(at) {
      const line = rows.findIndex((row) => row.kind === 'cells' && row.cells.some((cell) => cell.at === at));
      // The category's name comes along with its first line.
      const above = rows[line - 1]?.kind === 'heading' ? line - 1 : line;
      virtualizer.scrollToIndex(line, { align: 'auto' });
      if (above === 0) virtualizer.scrollToOffset(0);
    },
    toCategory(category) {
      const line = rows.findIndex((row) => row.kind === 'heading' && row.category === category);
      if (line >= 0) virtualizer.scrollToIndex(line, { align: 'start' });
    },
    toTop: () => virtualizer.scrollToOffset(0),
  }));
  if (place !== undefined && rows.length === 0) {
    return (
      <p className="emoji-none" role="status">
        {t('emoji.none')}
      </p>
    );
  }
  return (
    <div
      ref={frame}
      id={`${id}-grid`}
      className="emoji-scroll scroll"
      role="listbox"
      aria-label={t('emoji.title')}
      aria-busy={place === undefined}
      {...(active === undefined ? {} : { 'aria-activedescendant': `${id}-${active}` })}
      // What scrolls can be reached.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="emoji-grid" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {place !== undefined &&
          virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            return (
              <div
                key={item.key}
                className={classNames('emoji-row', row.kind === 'heading' && 'is-heading')}
                role="presentation"
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'heading' ? (
                  <span aria-hidden="true">{t(categoryNames[row.category])}</span>
                ) : (
                  row.cells.map((cell) => (
                    <div
                      key={cell.at}
                      id={`${id}-${cell.at}`}
                      className={classNames('emoji-cell', cell.at === active && 'is-active')}
                      role="option"
                      aria-label={cell.name}
                      aria-selected={cell.at === active}
                      tabIndex={-1}
                      style={{ width: cellSize, height: cellSize }}
                      onPointerMove={() => cell.at !== active && onActive(cell.at)}
                      // The search keeps the focus.
                      onPointerDown={(event) => event.preventDefault()}
                      onClick={() => onChoose(cell)}
                      onKeyDown={undefined}
                    >
                      <EmojiPicture emoji={cell.emoji} place={place} size={pictureSize} />
                    </div>
                  ))
                )}
              </div>
            );
          })}
      </div>
    </div>
  );
}

function keyOf(row: PickerRow): string {
  return row.kind === 'heading' ? row.category : `line ${row.cells[0]!.at}`;
}
