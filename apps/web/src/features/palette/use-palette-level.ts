import type { Conversation } from '@bellhop/contract';
import type { ReactNode } from 'react';
import { fullName } from '../../lib/format.ts';
import { type TextKey, t } from '../../lib/i18n.ts';
import type { PaletteLevel } from '../../lib/palette-level.ts';
import type { SnoozeChoice } from '../conversations/actions/index.ts';
import { useChoiceEntries } from './entries/use-choice-entries.tsx';
import { useConversationEntries } from './entries/use-conversation-entries.tsx';
import { useDeepEntries } from './entries/use-deep-entries.tsx';
import { useDeskEntries } from './entries/use-desk-entries.tsx';
import { useGoEntries } from './entries/use-go-entries.tsx';
import { useMacroEntries } from './entries/use-macro-entries.tsx';
import { useSnoozeEntries } from './entries/use-snooze-entries.tsx';
import { type Ticked, useTickedEntries } from './entries/use-ticked-entries.tsx';
import type { PaletteEntry } from './entry.ts';

interface LevelContext {
  /** The open conversation, once it is loaded. */
  conversation: Conversation | undefined;
  /** The ticked rows: while there are any, they are what is changed. */
  ticked: Ticked;
  /** Snoozes what is changed. */
  snooze: ((choice: SnoozeChoice) => void) | undefined;
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

const titles = {
  agent: 'details.assign_agent',
  team: 'details.assign_team',
  priority: 'details.set_priority',
  status: 'details.set_status',
  tags: 'details.tags',
} as const satisfies Partial<Record<PaletteLevel, TextKey>>;

/** What a level of the palette offers to this agent here and now. */
export function usePaletteLevel(level: PaletteLevel, context: LevelContext): LevelView {
  const { conversation, ticked, onShowKeys, pickTime } = context;
  const isNew = level === 'apply-macro-to-new-conversation';
  const macros = useMacroEntries(conversation, isNew);
  const snooze = useSnoozeEntries(context.snooze, pickTime);
  const ofTicked = useTickedEntries(level, ticked);
  const choices = useChoiceEntries(level, conversation);
  const ofConversation = [...useConversationEntries(conversation), ...useDeepEntries(conversation)];
  const desk = [...useGoEntries(), ...useDeskEntries(onShowKeys)];
  const n = ticked.rows.length;
  const about = conversation && aboutText(conversation);
  switch (level) {
    case '':
      if (n > 0) return { crumb: t('selection.count', { n }, n), entries: [...ofTicked, ...desk] };
      return { crumb: about, entries: [...ofConversation, ...desk] };
    case 'snooze':
      return { crumb: t('command.pickSnoozeTime'), entries: snooze };
    case 'apply-macro-to-existing-conversation':
    case 'apply-macro-to-new-conversation':
      return { crumb: t('palette.macro'), ...macros };
    default:
      return { crumb: t(titles[level]), entries: n > 0 ? ofTicked : choices };
  }
}

function aboutText({ contact, subject }: Conversation): string {
  const name = fullName(contact) || (contact.email ?? '');
  return subject ? `${name}: ${subject}` : name;
}
