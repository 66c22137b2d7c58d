import { createContext, type RefObject, useContext, useLayoutEffect, useRef } from 'react';

interface Work {
  /** Whether something would be lost. */
  isUnsaved: () => boolean;
  /** A dialog: it is closed when its page is left all the same. */
  close?: (() => void) | undefined;
}

const works = new Set<Work>();
/** What a dialog's content says about itself. */
export const DialogWork = createContext<Set<() => boolean> | null>(null);

/**
 * Asks before what is not saved is lost: on leaving the page, and inside a dialog on closing it. A dialog notices typed text by
 * itself; this is for everything else, such as choices.
 */
export function useUnsaved(isUnsaved: boolean): void {
  const dialog = useContext(DialogWork);
  const present = useRef(isUnsaved);
  present.current = isUnsaved;
  useLayoutEffect(() => {
    const check = () => present.current;
    if (dialog) {
      dialog.add(check);
      return () => void dialog.delete(check);
    }
    return register({ isUnsaved: check });
  }, [dialog]);
}

/** Whether leaving the page would lose something. `isDialog`: in a dialog, which only the browser's own buttons can leave. */
export function hasUnsaved({ isDialog }: { isDialog: boolean }): boolean {
  return [...works].some((work) => (isDialog || !work.close) && work.isUnsaved());
}

/** The page is left all the same: its dialogs close. */
export function dropUnsaved(): void {
  for (const work of works) if (work.isUnsaved()) work.close?.();
}

/** What a dialog asks before it closes, and what tells it of typed text: `watch` belongs to its content. */
export function useDialogWork(isOpen: boolean, close: (() => void) | undefined, isKept: boolean) {
  const parts = useRef(new Set<() => boolean>());
  const before = useRef(new Map<Field, string>());
  const closing = useRef(close);
  closing.current = close;
  const check = useRef(() => [...parts.current].some((each) => each()) || isTyped(before));
  useLayoutEffect(() => {
    if (!isOpen || isKept) return;
    const own = before.current;
    const unregister = register({ isUnsaved: check.current, close: () => closing.current?.() });
    return () => {
      unregister();
      own.clear();
    };
  }, [isOpen, isKept]);
  return {
    parts: parts.current,
    isUnsaved: () => !isKept && check.current(),
    /** Notes what a field held when it was come to. */
    watch: ({ target }: { target: EventTarget }) => {
      if (isField(target) && !before.current.has(target)) before.current.set(target, heldBy(target));
    },
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

function register(work: Work): () => void {
  works.add(work);
  return () => void works.delete(work);
}

function isTyped(before: RefObject<Map<Field, string>>): boolean {
  return [...before.current].some(([field, value]) => field.isConnected && heldBy(field) !== value);
}

/** What is searched for is not worth keeping, nor is a slider's place; what a file field holds shows elsewhere. */
const passing = '[role="combobox"], [type="search"], [type="password"], [type="range"], [type="file"]';

function isField(target: EventTarget): target is Field {
  if (!(target instanceof HTMLElement) || target.closest(passing)) return false;
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target.isContentEditable;
}

function heldBy(field: Field): string {
  if (field instanceof HTMLInputElement)
    return ['checkbox', 'radio'].includes(field.type) ? String(field.checked) : field.value;
  return field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '');
}
