import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this counts as being there, in px. */
const endSlack = 48;
/** Older entries are fetched this far before their place comes into view, in px. */
const olderAhead = 2500;
/** Later entries, where some are missing, as far before the end of what is there, in px. */
const newerAhead = 1200;
/** What was unfolded has grown by then. */
const unfoldedWithinMs = 500;
/** Room above a long letter that is shown from its beginning, in px. */
const roomAbove = 8;

/**
 * Where the reader is. `follow`: at the newest entry, from its beginning when it is longer than the window, until the
 * reader moves. `end`: at the very end. `at`: reading further up, held by an entry in view.
 */
type Place = { name: 'follow' | 'end' } | { name: 'at'; element: HTMLElement; top: number };

interface ThreadScrollOptions {
  /** Key of the newest entry: a new one is followed by those at the end, announced to those further up. */
  newest: string | undefined;
  /** Whether the newest entry is the reader's own: that one is always followed. */
  isNewestOwn: boolean;
  /** Newer entries than those that stand there exist: their end is not the end. */
  goesOn: boolean;
  onNearStart: () => void;
  onNearEnd: () => void;
}

/**
 * Holds what is being read in place while entries come, pictures load and frames grow, and follows the end for those
 * who are there. The entries are the children of the element of `list`. The browser's own anchoring is off: not every
 * browser has one, and none works at the very top.
 */
export function useThreadScroll({ newest, isNewestOwn, goesOn, onNearStart, onNearEnd }: ThreadScrollOptions) {
  const frame = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ name: 'follow' });
  const lastSet = useRef(-1);
  const [hasNews, setNews] = useState(false);
  const latest = useRef({ goesOn, onNearStart, onNearEnd });
  latest.current = { goesOn, onNearStart, onNearEnd };

  const hold = useCallback(() => {
    const [box, rows] = [frame.current, list.current];
    if (!box || !rows) return;
    const wanted = wantedTop(box, rows, place.current);
    if (Math.abs(box.scrollTop - wanted) >= 1) box.scrollTop = wanted;
    lastSet.current = box.scrollTop;
  }, []);

  const onScroll = useCallback(() => {
    const [box, rows] = [frame.current, list.current];
    if (!box || !rows) return;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (box.scrollTop < olderAhead) latest.current.onNearStart();
    if (below < newerAhead) latest.current.onNearEnd();
    if (Math.abs(box.scrollTop - lastSet.current) < 1) return;
    const isUpward = box.scrollTop < lastSet.current;
    lastSet.current = box.scrollTop;
    const isAtEnd = below < endSlack && !latest.current.goesOn;
    // What comes into view may still grow: it must push out of view, not across it.
    const edge = box.scrollTop + (isUpward ? box.clientHeight : 0);
    const element = isAtEnd ? undefined : entryAt(rows, edge);
    place.current = element ? { name: 'at', element, top: element.offsetTop } : { name: 'end' };
    if (isAtEnd) setNews(false);
  }, []);

  const follow = useCallback(() => {
    place.current = { name: 'follow' };
    setNews(false);
    hold();
  }, [hold]);

  /** Something in an entry is about to open or fold: that entry stays where it is, whatever grows. */
  const holdEntry = useCallback((target: EventTarget) => {
    const rows = list.current;
    const element = target instanceof Node && [...(rows?.children ?? [])].find((row) => row.contains(target));
    if (!(element instanceof HTMLElement)) return;
    place.current = { name: 'at', element, top: element.offsetTop };
    // Whoever stands at the end all the same goes on following it.
    setTimeout(() => {
      const box = frame.current;
      const isAtEnd = box && box.scrollHeight - box.scrollTop - box.clientHeight < endSlack;
      if (isAtEnd && !latest.current.goesOn) place.current = { name: 'end' };
    }, unfoldedWithinMs);
  }, []);

  const show = useCallback((key: string) => {
    const [box, rows] = [frame.current, list.current];
    const element = rows?.querySelector<HTMLElement>(`[data-entry="${key}"]`);
    if (!box || !element) return;
    const room = Math.max(roomAbove, Math.min(box.clientHeight / 4, (box.clientHeight - element.offsetHeight) / 2));
    box.scrollTop = element.offsetTop - room;
    lastSet.current = box.scrollTop;
    place.current = { name: 'at', element, top: element.offsetTop };
  }, []);

  const newestBefore = useRef(newest);
  const wentOn = useRef(goesOn);
  useLayoutEffect(() => {
    if (newestBefore.current === newest) return;
    newestBefore.current = newest;
    if (isNewestOwn || place.current.name !== 'at') place.current = { name: 'follow' };
    else if (!wentOn.current) setNews(true);
  }, [newest, isNewestOwn]);
  useLayoutEffect(() => {
    wentOn.current = goesOn;
  });
  // After every change of what stands in the thread, before it is painted.
  useLayoutEffect(hold);
  useHeldWhileGrowing(frame, list, hold);
  // A short first page leaves room: nobody has to scroll for more.
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    if (box.scrollTop < olderAhead) latest.current.onNearStart();
    if (box.scrollHeight - box.scrollTop - box.clientHeight < newerAhead) latest.current.onNearEnd();
  });

  return { frame, list, onScroll, hasNews, follow, show, holdEntry };
}

function useHeldWhileGrowing(
  frame: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  hold: () => void,
): void {
  useLayoutEffect(() => {
    const observer = new ResizeObserver(hold);
    for (const element of [frame.current, list.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [frame, list, hold]);
}

function wantedTop(box: HTMLElement, rows: HTMLElement, place: Place): number {
  const end = box.scrollHeight - box.clientHeight;
  if (place.name === 'at') {
    if (!place.element.isConnected) return box.scrollTop;
    const moved = place.element.offsetTop - place.top;
    place.top += moved;
    return box.scrollTop + moved;
  }
  const last = rows.lastElementChild;
  if (place.name === 'end' || !(last instanceof HTMLElement)) return end;
  return Math.max(0, Math.min(end, last.offsetTop - roomAbove));
}

/** The entry that a line in px from the top runs through; found by halving, for threads can be long. */
function entryAt(rows: HTMLElement, line: number): HTMLElement | undefined {
  const children = rows.children;
  let [low, high] = [0, children.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = children[middle] as HTMLElement;
    if (row.offsetTop + row.offsetHeight > line) high = middle;
    else low = middle + 1;
  }
  return children[low] as HTMLElement | undefined;
}
