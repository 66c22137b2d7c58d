import type { Macro } from '@bellhop/contract';
import type { Editor } from '@tiptap/react';
import { Zap } from 'lucide-react';
import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { actionText, useMacros } from '../../../macros/index.ts';
import type { ComposeMode } from '../../drafts/draft.ts';
import { insertMacro } from './draft-macro.ts';
import { type MacroTrigger, macroTriggerAt } from './macro-trigger.ts';

export interface MacroSuggestHandle {
  /** Whether the list has used the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

interface MacroSuggestProps {
  editor: Editor;
  uuid: string;
  mode: ComposeMode;
  handle: Ref<MacroSuggestHandle>;
}

const mostShown = 8;

/** Macros by name at the caret, once `;` or `/` has been typed at a word's start. */
export function MacroSuggest({ editor, uuid, mode, handle }: MacroSuggestProps) {
  const id = useId();
  const macros = useMacros(mode === 'note' ? 'adding_private_note' : 'replying');
  const [trigger, dismiss] = useTrigger(editor);
  const [place, setPlace] = useState({ query: '', at: 0 });
  const shown = useMemo(() => (trigger ? matching(macros, trigger.query) : []), [macros, trigger]);
  const query = trigger?.query ?? '';
  // A new query begins at the first macro.
  const active = shown[place.query === query ? place.at : 0];
  const activeId = active && `${id}-${active.id}`;
  const setAt = (at: number) => setPlace({ query, at });
  useEffect(() => {
    if (!activeId) return;
    const field = editor.view.dom;
    field.setAttribute('aria-activedescendant', activeId);
    return () => field.removeAttribute('aria-activedescendant');
  }, [editor, activeId]);

  const choose = (macro: Macro) => {
    if (trigger) editor.commands.deleteRange(trigger);
    insertMacro(uuid, mode, macro);
  };
  useImperativeHandle(handle, () => ({
    onKeyDown: (event) => {
      if (!active || event.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setAt((shown.indexOf(active) + step + shown.length) % shown.length);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') choose(active);
      else if (event.key === 'Escape') dismiss();
      else return false;
      // The form round it knows Escape, too.
      event.stopPropagation();
      return true;
    },
  }));
  if (!trigger || shown.length === 0) return null;
  const caret = editor.view.coordsAtPos(trigger.from);
  return (
    <div
      id={id}
      className="menu macro-suggest"
      role="listbox"
      aria-label={t('command.selectAMacro')}
      style={{ insetBlockEnd: window.innerHeight - caret.top + 4, left: Math.min(caret.left, window.innerWidth - 340) }}
    >
      {shown.map((macro) => (
        // The keyboard stays in the text, which names the active option.
        <div
          key={macro.id}
          id={`${id}-${macro.id}`}
          className={classNames('item', macro === active && 'is-active')}
          role="option"
          aria-selected={macro === active}
          tabIndex={-1}
          onPointerMove={() => setAt(shown.indexOf(macro))}
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(macro)}
          onKeyDown={undefined}
        >
          <Zap aria-hidden />
          <span className="cut" dir="auto">
            {macro.name}
          </span>
          <span className="hint cut">{macro.actions.map(actionText).join(' · ')}</span>
        </div>
      ))}
    </div>
  );
}

/** Follows what is typed; Escape dismisses one occurrence, which then stays plain text. */
function useTrigger(editor: Editor): [trigger: MacroTrigger | undefined, dismiss: () => void] {
  const [trigger, setTrigger] = useState<MacroTrigger>();
  const [dismissed, setDismissed] = useState<number>();
  useEffect(() => {
    const follow = ({ transaction }: { transaction: { docChanged: boolean; selectionSet: boolean } }) => {
      // Going back to an old semicolon with the caret asks for nothing.
      if (transaction.docChanged) setTrigger(macroTriggerAt(editor));
      else if (transaction.selectionSet) setTrigger(undefined);
    };
    const close = () => setTrigger(undefined);
    editor.on('transaction', follow);
    editor.on('blur', close);
    return () => {
      editor.off('transaction', follow);
      editor.off('blur', close);
    };
  }, [editor]);
  const isOpen = trigger !== undefined && trigger.from !== dismissed;
  return [isOpen ? trigger : undefined, () => setDismissed(trigger?.from)];
}

/** Macros whose name has a word that begins with each word of the query. */
function matching(macros: readonly Macro[], query: string): readonly Macro[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  const found = macros.filter(({ name }) => {
    const words = plain(name).split(/[\s\p{P}]+/u);
    return wanted.every((word) => words.some((one) => one.startsWith(word)));
  });
  return found.slice(0, mostShown);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
