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
 * who are there. The element of `list` holds the entries, in groups (`EntryGroups`) or by themselves. The browser's own anchoring is off: not every
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
    const element = isAtEnd ? undefined : entryAt(box, rows, edge);
    place.current = element ? { name: 'at', element, top: topIn(box, element) } : { name: 'end' };
    if (isAtEnd) setNews(false);
  }, []);

  const follow = useCallback(() => {
    place.current = { name: 'follow' };
    setNews(false);
    hold();
  }, [hold]);

  /** Something in an entry is about to open or fold: that entry stays where it is, whatever grows. */
  const holdEntry = useCallback((target: EventTarget) => {
    const [frameBox, rows] = [frame.current, list.current];
    const inGroup = target instanceof Element ? target.closest('[data-entry]') : null;
    const element =
      inGroup ?? (target instanceof Node && [...(rows?.children ?? [])].find((row) => row.contains(target)));
    if (!frameBox || !(element instanceof HTMLElement)) return;
    place.current = { name: 'at', element, top: topIn(frameBox, element) };
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
    const top = topIn(box, element);
    box.scrollTop = top - room;
    lastSet.current = box.scrollTop;
    place.current = { name: 'at', element, top };
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
    const moved = topIn(box, place.element) - place.top;
    place.top += moved;
    return box.scrollTop + moved;
  }
  const last = rows.lastElementChild;
  const newest = last && isGroup(last) ? last.lastElementChild : last;
  if (place.name === 'end' || !newest) return end;
  return Math.max(0, Math.min(end, topIn(box, newest) - roomAbove));
}

/** How far below the beginning of the thread an element begins, in px. Groups are their entries' own ground. */
function topIn(box: HTMLElement, element: Element): number {
  return Math.round(element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop);
}

function isGroup(element: Element): boolean {
  return element.classList.contains('entry-group');
}

/** The entry that a line in px from the top runs through. */
function entryAt(box: HTMLElement, rows: HTMLElement, line: number): HTMLElement | undefined {
  const row = childAt(box, rows, line);
  return row && isGroup(row) ? childAt(box, row, line) : row;
}

/** Found by halving, for threads can be long. */
function childAt(box: HTMLElement, rows: HTMLElement, line: number): HTMLElement | undefined {
  const { children } = rows;
  let [low, high] = [0, children.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = children[middle] as HTMLElement;
    if (topIn(box, row) + row.offsetHeight > line) high = middle;
    else low = middle + 1;
  }
  return children[low] as HTMLElement | undefined;
}
