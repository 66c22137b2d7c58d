import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '../../../../../lib/api.ts';
import { t } from '../../../../../lib/i18n.ts';
import { toast } from '../../../../../ui/toast.ts';
import { aiQueries, rewriteText } from '../../../../ai/index.ts';
import { ToolMenu } from './ToolMenu.tsx';

/** Has what is selected, else all that is written, rewritten; not there without prompts (specification 9). */
export function AiTool({ editor }: { editor: Editor }) {
  const { data: prompts = [] } = useQuery(aiQueries.prompts());
  const [isBusy, setBusy] = useState(false);
  if (prompts.length === 0) return null;
  const rewrite = async (key: string) => {
    const { doc, selection } = editor.state;
    const { from, to } = selection.empty ? { from: 0, to: doc.content.size } : selection;
    const text = doc.textBetween(from, to, '\n', ({ attrs }) => String(attrs.source ?? ''));
    if (text.trim() === '') {
      toast.plain(t('ai.empty'), { id: 'ai' });
      return;
    }
    setBusy(true);
    try {
      const rewritten = await rewriteText(key, text);
      // What was written meanwhile is not what was rewritten.
      if (editor.state.doc.eq(doc)) editor.chain().focus().insertContentAt({ from, to }, paragraphsOf(rewritten)).run();
    } catch (error) {
      toast.error(toApiError(error).message, { id: 'ai' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ToolMenu
      editor={editor}
      label={t('ai.rewrite')}
      icon={<Sparkles aria-hidden />}
      isBusy={isBusy}
      items={[
        prompts.map(({ key, title }) => ({
          id: key,
          label: title,
          isDisabled: isBusy,
          onPick: (chain) => {
            chain.run();
            void rewrite(key);
          },
        })),
      ]}
    />
  );
}

function paragraphsOf(text: string) {
  return text
    .split(/\r?\n/)
    .map((line) => ({ type: 'paragraph', content: line === '' ? [] : [{ type: 'text', text: line }] }));
}
