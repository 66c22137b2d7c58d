import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Combobox, type Option } from '../../../ui/Combobox.tsx';
import { usePriorityOptions } from '../../priorities/index.ts';
import { useStatusOptions } from '../../statuses/index.ts';
import { useTagOptions } from '../../tags/index.ts';
import { useTeamOptions } from '../../teams/index.ts';
import { useAgentOptions } from '../../users/index.ts';
import { useConversationChanges } from '../conversation-changes.ts';

export interface PickerProps {
  conversation: Conversation;
  /** The button that opens it. */
  trigger: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  align?: 'start' | 'center' | 'end';
  onCloseAutoFocus?: (event: Event) => void;
}

/** Value of the choice that takes an agent or team away. */
const nobody = '';

/** Assigns an agent, or nobody. */
export function AgentPicker({ conversation, ...rest }: PickerProps) {
  const { uuid, assigned_user_id } = conversation;
  const options = useAgentOptions(assigned_user_id);
  const { assignAgent } = useConversationChanges(uuid);
  return (
    <Combobox
      {...rest}
      label={t('globals.terms.agent')}
      hasSearch
      options={withNobody(options, t('details.no_agent'))}
      value={[String(assigned_user_id ?? nobody)]}
      onPick={(value) =>
        value !== String(assigned_user_id ?? nobody) && assignAgent(value === nobody ? null : Number(value))
      }
    />
  );
}

/** Assigns a team, or none. */
export function TeamPicker({ conversation, ...rest }: PickerProps) {
  const { uuid, assigned_team_id } = conversation;
  const options = useTeamOptions();
  const { assignTeam } = useConversationChanges(uuid);
  return (
    <Combobox
      {...rest}
      label={t('globals.terms.team')}
      options={withNobody(options, t('details.no_team'))}
      value={[String(assigned_team_id ?? nobody)]}
      onPick={(value) =>
        value !== String(assigned_team_id ?? nobody) && assignTeam(value === nobody ? null : Number(value))
      }
    />
  );
}

/** Sets the priority. */
export function PriorityPicker({ conversation, ...rest }: PickerProps) {
  const { uuid, priority_id } = conversation;
  const { options, find } = usePriorityOptions();
  const { setPriority } = useConversationChanges(uuid);
  const pick = (value: string) => {
    const priority = find(value);
    if (priority && priority.id !== priority_id) setPriority(priority);
  };
  return (
    <Combobox
      {...rest}
      label={t('globals.terms.priority')}
      options={options}
      value={priority_id === null ? [] : [String(priority_id)]}
      onPick={pick}
    />
  );
}

/** Adds and removes tags; it stays open for several. */
export function TagPicker({ conversation, ...rest }: PickerProps) {
  const { uuid, tags } = conversation;
  const options = useTagOptions(tags);
  const { setTags } = useConversationChanges(uuid);
  const toggle = (name: string) => setTags(tags.includes(name) ? tags.filter((tag) => tag !== name) : [...tags, name]);
  return (
    <Combobox
      {...rest}
      label={t('globals.terms.tag')}
      hasSearch
      isMultiple
      options={options}
      value={tags}
      onPick={toggle}
    />
  );
}

interface StatusPickerProps extends PickerProps {
  onPick: (name: string) => void;
  /** Snoozed was chosen, which needs a time. */
  onSnooze: () => void;
}

/** Sets the status; what a choice means is the caller's, for resolving has a condition and snoozing needs a time. */
export function StatusPicker({ conversation, onPick, onSnooze, ...rest }: StatusPickerProps) {
  const options = useStatusOptions();
  const { snoozed } = defaultStatusNames;
  return (
    <Combobox
      {...rest}
      label={t('globals.terms.status')}
      options={options}
      value={[conversation.status]}
      onPick={(name) => (name === snoozed ? onSnooze() : onPick(name))}
    />
  );
}

function withNobody(options: readonly Option[], label: string): readonly Option[] {
  return [{ value: nobody, label }, ...options];
}
