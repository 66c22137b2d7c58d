import type { Conversation } from '@bellhop/contract';
import { Tag, UserRound, Zap } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { useConversationChanges, usePermissions } from '../../conversations/actions/index.ts';
import { useTagOptions } from '../../tags/index.ts';
import { useAgentOptions } from '../../users/index.ts';
import type { PaletteEntry } from '../entry.ts';
import { useMacroEntries } from './use-macro-entries.tsx';

const noTags: readonly string[] = [];

/** Single values at the top level, found by typing them: a macro, an agent, a tag. */
export function useDeepEntries(conversation: Conversation | undefined): readonly PaletteEntry[] {
  const may = usePermissions();
  const macros = useMacroEntries(conversation, false).entries;
  const agents = useAgentOptions(null);
  const tags = useTagOptions(noTags);
  const { assignAgent, setTags } = useConversationChanges(conversation?.uuid ?? '');
  if (!conversation) return [];
  const { tags: present, assigned_user_id } = conversation;
  const common = { group: 'conversation', isDeep: true } as const;
  return [
    ...macros.map((macro) => ({
      ...macro,
      ...common,
      label: t('palette.macro_named', { name: macro.label }),
      icon: <Zap aria-hidden />,
      keys: 'm',
    })),
    ...(may.agent ? agents : [])
      .filter(({ value }) => value !== String(assigned_user_id))
      .map(({ value, label, also }) => ({
        ...common,
        id: `conversation.agent.${value}`,
        label: t('palette.agent_named', { name: label }),
        ...(also ? { also } : {}),
        icon: <UserRound aria-hidden />,
        keys: 'a',
        to: () => assignAgent(Number(value)),
      })),
    ...(may.tags ? tags : [])
      .filter(({ value }) => !present.includes(value))
      .map(({ value }) => ({
        ...common,
        id: `conversation.tag.${value}`,
        label: t('palette.tag_named', { name: value }),
        icon: <Tag aria-hidden />,
        keys: 'l',
        to: () => setTags([...present, value]),
      })),
  ];
}
