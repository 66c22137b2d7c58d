import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { type Trigger, triggerAt } from './trigger.ts';

/** Follows what is typed; Escape dismisses one occurrence, which then stays plain text. `pattern` must not change. */
export function useTrigger(editor: Editor, pattern: RegExp): [trigger: Trigger | undefined, dismiss: () => void] {
  const [trigger, setTrigger] = useState<Trigger>();
  const [dismissed, setDismissed] = useState<number>();
  useEffect(() => {
    const follow = ({ transaction }: { transaction: { docChanged: boolean; selectionSet: boolean } }) => {
      // Going back to an old sign with the caret asks for nothing.
      if (transaction.docChanged) setTrigger(triggerAt(editor, pattern));
      else if (transaction.selectionSet) setTrigger(undefined);
    };
    const close = () => setTrigger(undefined);
    editor.on('transaction', follow);
    editor.on('blur', close);
    return () => {
      editor.off('transaction', follow);
      editor.off('blur', close);
    };
  }, [editor, pattern]);
  const isOpen = trigger !== undefined && trigger.from !== dismissed;
  return [isOpen ? trigger : undefined, () => setDismissed(trigger?.from)];
}
