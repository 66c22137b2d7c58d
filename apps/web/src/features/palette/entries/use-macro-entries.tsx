import type { Conversation, Macro } from '@bellhop/contract';
import { Zap } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../lib/i18n.ts';
import { openNewConversation } from '../../../lib/new-conversation.ts';
import { useCan } from '../../../lib/session.ts';
import { currentMode, insertMacro, runMacro } from '../../conversations/actions/index.ts';
import { setNewConversationMacro, useMacros } from '../../macros/index.ts';
import type { PaletteEntry } from '../entry.ts';
import { MacroPreview } from '../MacroPreview.tsx';

/**
 * The macros for the open conversation's reply or note, or for one that is being started. Choosing one keeps it there
 * (specification 4); one without a message can also run at once.
 */
export function useMacroEntries(conversation: Conversation | undefined, isNew: boolean) {
  const uuid = conversation?.uuid;
  const mode = uuid ? currentMode(uuid) : 'reply';
  const mayWrite = useCan('messages:write');
  const macros = useMacros(isNew ? 'starting_conversation' : mode === 'note' ? 'adding_private_note' : 'replying');
  return useMemo(() => {
    const isOffered = isNew || (uuid && mayWrite);
    const byEntry = new Map((isOffered ? macros : []).map((macro) => [`macro.${macro.id}`, macro]));
    const entries = [...byEntry].map(
      ([id, macro]): PaletteEntry => ({
        id,
        label: macro.name,
        group: 'choice',
        icon: <Zap aria-hidden />,
        ...(uuid && !isNew && isActionsOnly(macro) ? { quick: () => void runMacro(uuid, macro) } : {}),
        to: () => (uuid && !isNew ? insertMacro(uuid, mode, macro) : startWith(macro)),
      }),
    );
    return {
      entries,
      preview: ({ id }: PaletteEntry) => {
        const macro = byEntry.get(id);
        return macro && <MacroPreview macro={macro} />;
      },
      hint: ({ quick }: PaletteEntry) => (quick ? t('macro.run_now') : undefined),
    };
  }, [macros, uuid, mode, isNew, mayWrite]);
}

function startWith(macro: Macro): void {
  setNewConversationMacro(macro);
  openNewConversation();
}

function isActionsOnly({ message_content, actions }: Macro): boolean {
  return message_content === '' && actions.length > 0;
}
