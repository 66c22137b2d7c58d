import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { MessageSquareReply, Sparkles } from 'lucide-react';
import { t } from '../../../../../lib/i18n.ts';
import { aiQueries } from '../../../../ai/index.ts';
import { type ComposeMode, newConversation } from '../../../drafts/draft.ts';
import { type ToolItem, ToolMenu } from '../editor/ToolMenu.tsx';
import { wishForAi } from './ai-wishes.ts';

interface AiToolProps {
  editor: Editor;
  uuid: string;
  mode: ComposeMode;
}

/**
 * What a model can do with the text: rewrite what is selected, else all of it, or suggest a reply. Not there without prompts, or
 * while AI is switched off; where no provider is set up yet, asking leads to where its key is entered.
 */
export default function AiTool({ editor, uuid, mode }: AiToolProps) {
  const { data: prompts = [] } = useQuery(aiQueries.prompts());
  const { data: status, isPending } = useQuery(aiQueries.status());
  const canSuggest = mode === 'reply' && uuid !== newConversation && status?.suggest === true;
  if (isPending || status?.switched_off || (prompts.length === 0 && !canSuggest)) return null;
  const rewrites = prompts.map(
    ({ key, title }): ToolItem => ({
      id: key,
      label: title,
      onPick: (chain) => {
        chain.run();
        wishForAi(uuid, mode, { kind: 'rewrite', prompt_key: key, title });
      },
    }),
  );
  const suggestion: ToolItem = {
    label: t('ai.suggest'),
    icon: <MessageSquareReply className="flips" aria-hidden />,
    onPick: (chain) => {
      chain.run();
      wishForAi(uuid, mode, { kind: 'suggest' });
    },
  };
  const groups = [rewrites, canSuggest ? [suggestion] : []].filter((group) => group.length > 0);
  return <ToolMenu editor={editor} label={t('ai.rewrite')} icon={<Sparkles aria-hidden />} items={groups} />;
}
