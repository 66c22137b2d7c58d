import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import './list.css';

export interface VirtualListHandle {
  /** Brings a row into view with the least movement. */
  scrollTo: (index: number) => void;
}

interface VirtualListProps<T> {
  items: readonly T[];
  getKey: (item: T) => string;
  /** Height of every row in px. */
  rowHeight: number;
  renderRow: (item: T, index: number) => ReactNode;
  label: string;
  /** Called when the last rows come near; may be called again until items arrive. */
  onEndReached?: () => void;
  /** The scroll position is kept under this name while the page lives. */
  memory?: string;
  /** Stands after the last row. */
  footer?: ReactNode;
  /** Rows in all, when more exist than are loaded. */
  total?: number;
  handle?: Ref<VirtualListHandle>;
  className?: string;
}

const positions = new Map<string, number>();
const nearEnd = 10;

/**
 * A list of any length that keeps only the visible rows in the page. When rows come or go above, what the reader
 * looks at stays in place, unless the list stands at its top.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, getKey, rowHeight, renderRow, label, onEndReached, memory, footer, total, handle, className } = props;
  const frame = useRef<HTMLDivElement>(null);
  // A new function would make the virtualizer measure every row anew, ten thousand of them with each scrolled pixel.
  const keyAt = useCallback((index: number) => getKey(items[index]!), [items, getKey]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: keyAt,
    overscan: 6,
    initialOffset: () => (memory ? (positions.get(memory) ?? 0) : 0),
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();

  useImperativeHandle(
    handle,
    () => ({
      // Not by the virtualizer: it would ask for the page's layout once more after the next render.
      scrollTo: (index) => {
        const element = frame.current;
        if (!element) return;
        const { scrollTop, clientHeight } = element;
        const last = (index + 1) * rowHeight - clientHeight;
        if (index * rowHeight < scrollTop) element.scrollTop = index * rowHeight;
        else if (scrollTop < last) element.scrollTop = last;
      },
    }),
    [rowHeight],
  );
  const measuredAt = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measuredAt.current === rowHeight) return;
    measuredAt.current = rowHeight;
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  useAnchor(frame, items, getKey, rowHeight);

  // The virtualizer's own number: asking the element would make the browser lay out the page in mid-scroll.
  const { scrollOffset } = virtualizer;
  useEffect(() => {
    if (memory && scrollOffset !== null) positions.set(memory, scrollOffset);
  });

  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && lastShown >= items.length - nearEnd) onEndReached?.();
  }, [lastShown, items.length, onEndReached]);

  return (
    <div ref={frame} className={classNames('vlist scroll', className)}>
      <ul className="vlist-rows" aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => (
          <li
            key={row.key}
            className="vlist-row"
            aria-posinset={row.index + 1}
            aria-setsize={total ?? items.length}
            style={{ height: row.size, transform: `translateY(${row.start}px)` }}
          >
            {renderRow(items[row.index]!, row.index)}
          </li>
        ))}
      </ul>
      {footer}
    </div>
  );
}

/** Keeps the first visible row where it is when rows appear or vanish above it. */
function useAnchor<T>(
  frame: React.RefObject<HTMLDivElement | null>,
  items: readonly T[],
  getKey: (item: T) => string,
  rowHeight: number,
): void {
  const before = useRef(items);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = items;
    const element = frame.current;
    if (!element || previous === items || element.scrollTop < rowHeight) return;
    const first = previous[Math.floor(element.scrollTop / rowHeight)];
    if (first === undefined) return;
    const key = getKey(first);
    const wasAt = previous.indexOf(first);
    const isAt =
      items[wasAt] !== undefined && getKey(items[wasAt]) === key
        ? wasAt
        : items.findIndex((item) => getKey(item) === key);
    if (isAt >= 0 && isAt !== wasAt) element.scrollTop += (isAt - wasAt) * rowHeight;
  }, [frame, items, getKey, rowHeight]);
}
