import { type RefObject, useEffect } from 'react';
import { bringHome, useFocusHome } from '../focus-home.ts';
import './page-focus.css';

/** Where an element stood: in each of the elements round it, the place of the child that held it. */
type Path = readonly { parent: Element; at: number }[];

const paths = new WeakMap<Element, Path>();
let isListening = false;
/** Whether the last thing done was done by key. */
let isKeyed = false;

/**
 * Keeps the focus on a page of lists and forms: when what had it is gone (a deleted row, a chip, the page before), the neighbour
 * takes it, else the heading, from where Tab goes on.
 */
export function usePageFocus(page: RefObject<HTMLElement | null>): void {
  useFocusHome((gone) => [neighbourOf(gone, page.current), headingOf(page.current)]);
  useEffect(() => {
    listen();
    if (!page.current) return;
    // A field that takes something away renders itself alone.
    const observer = new MutationObserver(bringHome);
    observer.observe(page.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [page]);
}

/** What can have the focus nearest to where `gone` stood: what has moved up into its place, what stands before it, or what follows round it. */
function neighbourOf(gone: Element | null, page: HTMLElement | null): HTMLElement | null {
  for (const { parent, at } of (gone && paths.get(gone)) ?? []) {
    if (parent === page) return null;
    if (!page?.contains(parent)) continue;
    const children = [...parent.children];
    for (const child of [...children.slice(at), ...children.slice(0, at).reverse()]) {
      const found = firstStop(child);
      if (found) return found;
    }
  }
  return null;
}

/** The browser would show a ring after a click, too: nothing had the focus before. */
function headingOf(page: HTMLElement | null): HTMLElement | null | undefined {
  const heading = page?.querySelector('h1');
  heading?.toggleAttribute('data-quiet', !isKeyed);
  return heading;
}

const stops = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

/** The first element that Tab stops at. */
function firstStop(within: Element): HTMLElement | undefined {
  const all = [within, ...within.querySelectorAll(stops)];
  return all.find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.matches(stops) &&
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) paths.set(target, pathOf(target));
  });
  document.addEventListener('keydown', () => (isKeyed = true), true);
  document.addEventListener('pointerdown', () => (isKeyed = false), true);
}

function pathOf(element: Element): Path {
  const path: { parent: Element; at: number }[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    path.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) });
  }
  return path;
}
