import { variablePaths } from '@bellhop/rules/template-variables';
import type { Editor } from '@tiptap/react';
import { useMemo } from 'react';
import { t } from '../../../../../lib/i18n.ts';
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
  const options = useMemo(() => (query === undefined ? [] : matching(query)), [query]);
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

function matching(query: string) {
  const wanted = query
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(Boolean);
  return variablePaths
    .map((path) => ({ id: path, name: variableName(path), hint: `{{ .${path} }}` }))
    .filter(({ id, name }) => wanted.every((word) => `${id} ${name}`.toLowerCase().includes(word)))
    .slice(0, mostShown);
}
