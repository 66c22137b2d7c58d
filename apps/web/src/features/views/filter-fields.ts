import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type TextKey, t } from '../../lib/i18n.ts';
import { inboxQueries } from '../inboxes/index.ts';
import { usePriorityOptions } from '../priorities/index.ts';
import { statusQueries } from '../statuses/index.ts';
import { useTeamOptions } from '../teams/index.ts';
import { useAgentOptions } from '../users/index.ts';
import type { FilterField } from './filter-builder/filter-field.ts';
import type { FilterFieldType } from './filter-builder/filter-rows.ts';

/** Every field of the filter grammar (wire B 2), in the order of the menu. */
const conversationFields: readonly [key: string, label: TextKey, type: FilterFieldType][] = [
  ['conversations.status_id', 'globals.terms.status', 'select'],
  ['conversations.priority_id', 'globals.terms.priority', 'select'],
  ['conversations.assigned_user_id', 'filter.field.agent', 'select'],
  ['conversations.assigned_team_id', 'filter.field.team', 'select'],
  ['conversations.inbox_id', 'globals.terms.inbox', 'select'],
  ['conversation_statuses.name', 'filter.field.status_name', 'text'],
  ['conversations.created_at', 'globals.terms.createdAt', 'date'],
  ['conversations.last_message_at', 'filter.field.last_message_at', 'date'],
  ['conversations.waiting_since', 'filter.field.waiting_since', 'date'],
  ['conversations.next_sla_deadline_at', 'filter.field.next_sla_deadline_at', 'date'],
];

/** What conversations can be filtered by, with the values to choose from. */
export function useConversationFilterFields(): readonly FilterField[] {
  const { data: statuses } = useQuery(statusQueries.list());
  const { data: inboxes } = useQuery(inboxQueries.list());
  const { options: priorities } = usePriorityOptions();
  const teams = useTeamOptions();
  const agents = useAgentOptions(null);
  return useMemo(() => {
    const named = (rows: readonly { id: number; name: string }[] = []) =>
      rows.map(({ id, name }) => ({ value: String(id), label: name }));
    const options: Record<string, FilterField['options']> = {
      'conversations.status_id': named(statuses),
      'conversations.priority_id': priorities,
      'conversations.assigned_user_id': agents,
      'conversations.assigned_team_id': teams,
      'conversations.inbox_id': named(inboxes),
    };
    return conversationFields.map(([key, label, type]) => ({
      key,
      label: t(label),
      type,
      ...(options[key] ? { options: options[key] } : {}),
    }));
  }, [statuses, inboxes, priorities, teams, agents]);
}
