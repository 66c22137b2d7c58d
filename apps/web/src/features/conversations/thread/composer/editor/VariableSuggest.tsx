import { variablePaths } from '@bellhop/rules/template-variables';
import type { Editor } from '@tiptap/react';
import { useMemo } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import { containing } from '../../../../../lib/name-match.ts';
import { type SuggestKeys, SuggestList } from './SuggestList.tsx';
import { useTrigger } from './use-trigger.ts';
import { variableName } from './variable-names.ts';

interface VariableSuggestProps {
  editor: Editor;
  keys: SuggestKeys;
}

/** Words may follow the braces, of the notation or of the variable's name. */
const pattern = /(\{\{\s*\.?([^{}|]{0,40}))$/u;
const mostShown = 8;

/** Completes `{{` to a variable. */
export function VariableSuggest({ editor, keys }: VariableSuggestProps) {
  const [trigger, dismiss] = useTrigger(editor, pattern);
  const query = trigger?.query;
  const options = useMemo(() => (query === undefined ? [] : variablesLike(query)), [query]);
  if (!trigger || options.length === 0 || editor.isActive('blockquote')) return null;
  return (
    <SuggestList
      editor={editor}
      trigger={trigger}
      options={options}
      label={t('variable.choose')}
      keys={keys}
      onChoose={({ id }) => {
        const content = [{ type: 'variable', attrs: { source: `{{ .${id} }}` } }];
        editor.chain().focus().insertContentAt({ from: trigger.from, to: trigger.to }, content).run();
      }}
      onDismiss={dismiss}
    />
  );
}

/** `contact.first` finds by both of its words. */
function variablesLike(query: string) {
  const all = variablePaths.map((path) => ({ id: path, name: variableName(path), hint: `{{ .${path} }}` }));
  return containing(all, query.replaceAll('.', ' '), ({ id, name }) => `${id} ${name}`).slice(0, mostShown);
}
