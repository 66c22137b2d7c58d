import type { Conversation } from '@bellhop/contract';
import type { ReactNode } from 'react';
import { fullName } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import type { PaletteLevel } from '../../lib/palette-level.ts';
import { useChoiceEntries } from './entries/use-choice-entries.tsx';
import { useConversationEntries } from './entries/use-conversation-entries.tsx';
import { useDeepEntries } from './entries/use-deep-entries.tsx';
import { useDeskEntries } from './entries/use-desk-entries.tsx';
import { useGoEntries } from './entries/use-go-entries.tsx';
import { useMacroEntries } from './entries/use-macro-entries.tsx';
import { useSnoozeEntries } from './entries/use-snooze-entries.tsx';
import type { PaletteEntry } from './entry.ts';

interface LevelContext {
  /** The open conversation, once it is loaded. */
  conversation: Conversation | undefined;
  onShowKeys: () => void;
  pickTime: () => void;
}

interface LevelView {
  /** What the entries are about. */
  crumb: string | undefined;
  entries: readonly PaletteEntry[];
  /** What an entry would do, shown beside the list. */
  preview?: (entry: PaletteEntry) => ReactNode;
  /** What Ctrl or Cmd with Enter does with an entry. */
  hint?: (entry: PaletteEntry) => string | undefined;
}

/** What a level of the palette offers to this agent here and now. */
export function usePaletteLevel(level: PaletteLevel, context: LevelContext): LevelView {
  const { conversation, onShowKeys, pickTime } = context;
  const isNew = level === 'apply-macro-to-new-conversation';
  const macros = useMacroEntries(conversation, isNew);
  const snooze = useSnoozeEntries(conversation, pickTime);
  const choices = useChoiceEntries(level, conversation);
  const top = [useConversationEntries(conversation), useDeepEntries(conversation), useGoEntries()];
  const desk = useDeskEntries(onShowKeys);
  const about = conversation && aboutText(conversation);
  switch (level) {
    case '':
      return { crumb: about, entries: [...top.flat(), ...desk] };
    case 'snooze':
      return { crumb: t('command.pickSnoozeTime'), entries: snooze };
    case 'apply-macro-to-existing-conversation':
    case 'apply-macro-to-new-conversation':
      return { crumb: t('palette.macro'), ...macros };
    default:
      return { crumb: choices.crumb, entries: choices.entries };
  }
}

function aboutText({ contact, subject }: Conversation): string {
  const name = fullName(contact) || (contact.email ?? '');
  return subject ? `${name}: ${subject}` : name;
}
