import type { Editor } from '@tiptap/react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { classNames } from '../../../../../ui/class-names.ts';
import type { Trigger } from './trigger.ts';

/** Lists at the caret that are open; each is asked about a key before the editor is. Answers whether it has used it. */
export type SuggestKeys = RefObject<Set<(event: KeyboardEvent) => boolean>>;

export interface SuggestOption {
  id: string;
  icon?: ReactNode;
  name: string;
  hint?: string;
}

interface SuggestListProps<T extends SuggestOption> {
  editor: Editor;
  trigger: Trigger;
  /** At least one. */
  options: readonly T[];
  label: string;
  keys: SuggestKeys;
  onChoose: (option: T) => void;
  onDismiss: () => void;
}

const margin = 8;
const listWidth = 380;

/**
 * What may stand in place of what was typed: arrows move, Enter and Tab choose, Escape dismisses. The keyboard stays in
 * the text, which names the active option. It never lies on the line that is being written.
 */
export function SuggestList<T extends SuggestOption>(props: SuggestListProps<T>) {
  const { editor, trigger, options, label, onChoose } = props;
  const id = useId();
  const [place, setPlace] = useState({ query: '', at: 0 });
  // A new query begins at the first option.
  const active = options[place.query === trigger.query ? place.at : 0] ?? options[0];
  const activeId = active && `${id}-${active.id}`;
  const setAt = (at: number) => setPlace({ query: trigger.query, at });
  useKeys(props, active, setAt);
  useEffect(() => {
    if (!activeId) return;
    const field = editor.view.dom;
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, activeId]);
  useFollowedView();
  return (
    <div id={id} className="menu suggest" role="listbox" aria-label={label} style={placeOf(editor, trigger)}>
      {options.map((option, index) => (
        <div
          key={option.id}
          id={`${id}-${option.id}`}
          className={classNames('item', option === active && 'is-active')}
          role="option"
          aria-selected={option === active}
          tabIndex={-1}
          onPointerMove={() => setAt(index)}
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          onKeyDown={undefined}
        >
          {option.icon}
          <span className="suggest-text">
            <span dir="auto">{option.name}</span>
            {option.hint && (
              <span className="suggest-hint" dir="auto">
                {option.hint}
              </span>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}

/** Takes the keys of the list as long as it is open. */
function useKeys<T extends SuggestOption>(
  props: SuggestListProps<T>,
  active: T | undefined,
  setAt: (at: number) => void,
) {
  const now = useRef({ props, active, setAt });
  now.current = { props, active, setAt };
  const { keys } = props;
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent): boolean => {
      const { props: latest, active: current, setAt: move } = now.current;
      if (!current || event.isComposing) return false;
      const { options, onChoose, onDismiss } = latest;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (step && isPlain) move((options.indexOf(current) + step + options.length) % options.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && isPlain) onChoose(current);
      else if (event.key === 'Escape') onDismiss();
      else return false;
      // The form round it knows Escape, too.
      event.stopPropagation();
      return true;
    };
    const set = keys.current;
    set.add(take);
    return () => {
      set.delete(take);
    };
  }, [keys]);
}

/** Stands where the caret is although something scrolls or the window changes. */
function useFollowedView(): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const events = ['scroll', 'resize'] as const;
    for (const name of events) window.addEventListener(name, again, { capture: true, passive: true });
    return () => {
      for (const name of events) window.removeEventListener(name, again, { capture: true });
    };
  }, []);
}

/** Below the written lines if there is room for it, else above them. */
function placeOf(editor: Editor, { from, to }: Trigger) {
  const [start, end] = [
    editor.view.coordsAtPos(from),
    editor.view.coordsAtPos(Math.min(to, editor.state.doc.content.size)),
  ];
  const { innerWidth } = window;
  const innerHeight = window.visualViewport?.height ?? window.innerHeight;
  const room = { above: start.top - 4 - margin, below: innerHeight - end.bottom - 4 - margin };
  const isBelow = room.below >= 300 || room.below >= room.above;
  const left = Math.max(
    margin,
    Math.min(start.left, innerWidth - Math.min(listWidth, innerWidth - 2 * margin) - margin),
  );
  return {
    left,
    maxHeight: Math.max(80, Math.min(340, isBelow ? room.below : room.above)),
    ...(isBelow ? { top: end.bottom + 4 } : { bottom: window.innerHeight - start.top + 4 }),
  };
}
