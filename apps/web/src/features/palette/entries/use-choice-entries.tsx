import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { CircleDot, Flag, Tag, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { PaletteLevel } from '../../../lib/palette-level.ts';
import type { Option } from '../../../ui/Combobox.tsx';
import { useConversationChanges, usePermissions, useSetStatusByName } from '../../conversations/actions/index.ts';
import { usePriorityOptions } from '../../priorities/index.ts';
import { useStatusOptions } from '../../statuses/index.ts';
import { useTagOptions } from '../../tags/index.ts';
import { useTeamOptions } from '../../teams/index.ts';
import { useAgentOptions } from '../../users/index.ts';
import type { PaletteEntry } from '../entry.ts';

const nobody = '';
const noTags: readonly string[] = [];

/** The levels that choose a value: agent, team, priority, status, tags. */
export function useChoiceEntries(level: PaletteLevel, conversation: Conversation | undefined): readonly PaletteEntry[] {
  const may = usePermissions();
  const agents = useAgentOptions(conversation?.assigned_user_id ?? null);
  const teams = useTeamOptions();
  const priorities = usePriorityOptions();
  const statuses = useStatusOptions();
  const tags = useTagOptions(conversation?.tags ?? noTags);
  const changes = useConversationChanges(conversation?.uuid ?? '');
  const setStatus = useSetStatusByName(conversation);
  if (!conversation) return [];
  const { assigned_user_id, assigned_team_id, priority_id } = conversation;
  const entries = (options: readonly Option[], icon: ReactNode, chosen: readonly string[], pick: Pick) =>
    options.map((option) => entryOf(level, option, icon, chosen, pick));
  switch (level) {
    case 'agent': {
      const options = [{ value: nobody, label: t('details.no_agent') }, ...agents];
      const pick: Pick = (value) => changes.assignAgent(value === nobody ? null : Number(value));
      const chosen = [String(assigned_user_id ?? nobody)];
      return may.agent ? entries(options, <UserRound aria-hidden />, chosen, pick) : [];
    }
    case 'team': {
      const options = [{ value: nobody, label: t('details.no_team') }, ...teams];
      const pick: Pick = (value) => changes.assignTeam(value === nobody ? null : Number(value));
      const chosen = [String(assigned_team_id ?? nobody)];
      return may.team ? entries(options, <UsersRound aria-hidden />, chosen, pick) : [];
    }
    case 'priority': {
      const pick: Pick = (value) => {
        const priority = priorities.find(value);
        if (priority) changes.setPriority(priority);
      };
      const chosen = priority_id === null ? [] : [String(priority_id)];
      return may.priority ? entries(priorities.options, <Flag aria-hidden />, chosen, pick) : [];
    }
    case 'status': {
      const all = may.status ? entries(statuses, <CircleDot aria-hidden />, [conversation.status], setStatus) : [];
      // Snoozed needs to know until when.
      return all.map((entry) =>
        entry.id === `status.${defaultStatusNames.snoozed}` ? { ...entry, to: 'snooze' as const } : entry,
      );
    }
    case 'tags': {
      const pick: Pick = (name) => changes.setTags(toggled(conversation.tags, name));
      const all = may.tags ? entries(tags, <Tag aria-hidden />, conversation.tags, pick) : [];
      return all.map((entry) => ({ ...entry, staysOpen: true }));
    }
    default:
      return [];
  }
}

type Pick = (value: string) => void;

function entryOf(
  level: PaletteLevel,
  { value, label, lead, hint, also }: Option,
  icon: ReactNode,
  chosen: readonly string[],
  pick: Pick,
): PaletteEntry {
  const isChosen = chosen.includes(value);
  return {
    id: `${level}.${value}`,
    label,
    group: 'choice',
    icon: lead || icon,
    ...(hint ? { hint } : {}),
    ...(also ? { also } : {}),
    isChosen,
    to: () => {
      if (!isChosen || level === 'tags') pick(value);
    },
  };
}

function toggled(tags: readonly string[], name: string): string[] {
  return tags.includes(name) ? tags.filter((tag) => tag !== name) : [...tags, name];
}
