import { type BuilderField, builderFields } from '@bellhop/rules/filter-fields';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type TextKey, t } from '../../lib/i18n.ts';
import { customAttributeQueries } from '../custom-attributes/index.ts';
import { inboxQueries } from '../inboxes/index.ts';
import { usePriorityOptions } from '../priorities/index.ts';
import { slaQueries } from '../sla/index.ts';
import { statusQueries } from '../statuses/index.ts';
import { useTagOptions } from '../tags/index.ts';
import { useTeamOptions } from '../teams/index.ts';
import { useAgentOptions } from '../users/index.ts';
import type { FilterField } from './filter-builder/filter-field.ts';

/** Names of the fields that are always there; custom attributes bring their own. */
const fieldTexts: Record<string, TextKey> = {
  'conversations.status_id': 'globals.terms.status',
  'conversations.priority_id': 'globals.terms.priority',
  'conversations.assigned_user_id': 'filter.field.agent',
  'conversations.assigned_team_id': 'filter.field.team',
  'conversations.inbox_id': 'globals.terms.inbox',
  'conversations.sla_policy_id': 'globals.terms.slaPolicy',
  'conversations.tags': 'globals.terms.tag',
  'conversations.subject': 'globals.terms.subject',
  'conversations.reference_number': 'globals.terms.referenceNumber',
  'contacts.email': 'filter.field.contact_email',
  'contacts.name': 'filter.field.contact_name',
  'conversation_statuses.name': 'filter.field.status_name',
  'conversations.created_at': 'globals.terms.createdAt',
  'conversations.last_message_at': 'filter.field.last_message_at',
  'conversations.waiting_since': 'filter.field.waiting_since',
  'conversations.first_reply_at': 'globals.terms.firstReplyAt',
  'conversations.last_reply_at': 'globals.terms.lastReplyAt',
  'conversations.resolved_at': 'globals.terms.resolvedAt',
  'conversations.closed_at': 'globals.terms.closedAt',
  'conversations.snoozed_until': 'filter.field.snoozed_until',
  'conversations.next_sla_deadline_at': 'filter.field.next_sla_deadline_at',
  'conversations.first_response_deadline_at': 'filter.field.first_response_deadline_at',
  'conversations.next_response_deadline_at': 'filter.field.next_response_deadline_at',
  'conversations.resolution_deadline_at': 'filter.field.resolution_deadline_at',
};
/** A status by its name, as wire B 1.2 asks for it. */
const statusName: BuilderField = { model: 'conversation_statuses', field: 'name', type: 'text' };
const noTags: readonly string[] = [];

/** What conversations can be filtered by, custom attributes included, with the values to choose from. */
export function useConversationFilterFields(): readonly FilterField[] {
  const { data: statuses } = useQuery(statusQueries.list());
  const { data: inboxes } = useQuery(inboxQueries.list());
  const { data: policies } = useQuery(slaQueries.list());
  const { data: attributes } = useQuery(customAttributeQueries.list());
  const { options: priorities } = usePriorityOptions();
  const teams = useTeamOptions();
  const agents = useAgentOptions(null);
  const tags = useTagOptions(noTags);
  return useMemo(() => {
    const named = (rows: readonly { id: number; name: string }[] = []) =>
      rows.map(({ id, name }) => ({ value: String(id), label: name }));
    const choices = {
      statuses: named(statuses),
      inboxes: named(inboxes),
      policies: named(policies),
      priorities,
      teams,
      agents,
      tags,
    };
    const asField = ({ model, field, type, options, values, name }: BuilderField): FilterField => {
      const key = `${model}.${field}`;
      const text = fieldTexts[key];
      const own = values?.map((value) => ({ value, label: value }));
      const offered = options ? choices[options] : own;
      return { key, label: name ?? (text ? t(text) : key), type, ...(offered ? { options: offered } : {}) };
    };
    return [...builderFields(attributes ?? []), statusName].map(asField);
  }, [statuses, inboxes, policies, attributes, priorities, teams, agents, tags]);
}
