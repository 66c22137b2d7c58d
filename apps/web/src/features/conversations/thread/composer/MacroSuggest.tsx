import type { Macro, MacroOccasion } from '@bellhop/contract';
import type { Editor } from '@tiptap/react';
import { Zap } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { namedLike } from '../../../../lib/name-match.ts';
import { actionText, useMacros } from '../../../macros/index.ts';
import { type ComposeMode, newConversation } from '../../drafts/draft.ts';
import { insertMacro } from './draft-macro.ts';
import { type SuggestKeys, SuggestList } from './editor/SuggestList.tsx';
import { useTrigger } from './editor/use-trigger.ts';

interface MacroSuggestProps {
  editor: Editor;
  uuid: string;
  mode: ComposeMode;
  keys: SuggestKeys;
}

const mostShown = 8;
/**
 * `;` or `/` at a word's start (settled question 39). Names have blanks, too, but a query does not begin with one: "this;
 * that" is a sentence.
 */
const pattern = /(?:^|\s)([;/]((?:[^\s;/][^;/]{0,39})?))$/u;

/** Macros by name at the caret, with what they do. */
export function MacroSuggest({ editor, uuid, mode, keys }: MacroSuggestProps) {
  const macros = useMacros(occasionOf(uuid, mode));
  const [trigger, dismiss] = useTrigger(editor, pattern);
  const options = useMemo(
    () => (trigger ? namedLike(macros, trigger.query).slice(0, mostShown).map(optionOf) : []),
    [macros, trigger],
  );
  if (!trigger || options.length === 0) return null;
  return (
    <SuggestList
      editor={editor}
      trigger={trigger}
      options={options}
      label={t('command.selectAMacro')}
      keys={keys}
      onChoose={({ macro }) => {
        editor.commands.deleteRange(trigger);
        insertMacro(uuid, mode, macro);
      }}
      onDismiss={dismiss}
    />
  );
}

function occasionOf(uuid: string, mode: ComposeMode): MacroOccasion {
  if (uuid === newConversation) return 'starting_conversation';
  return mode === 'note' ? 'adding_private_note' : 'replying';
}

function optionOf(macro: Macro) {
  const hint = macro.actions.map(actionText).join(' · ');
  return { id: String(macro.id), icon: <Zap aria-hidden />, name: macro.name, macro, ...(hint ? { hint } : {}) };
}
