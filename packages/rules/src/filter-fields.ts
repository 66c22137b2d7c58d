import type { CustomAttribute, FilterOperator } from '@bellhop/contract';
import type { FilterFields, FilterFieldType } from './filter-grammar.ts';

/**
 * Fields of conversation lists and views that are always there: those of wire B 2 and Bellhop's own. `contacts` is the conversation's
 * contact; `name` is first and last name with a blank between.
 */
export const conversationFilterFields = {
  'conversations.status_id': 'number',
  'conversations.priority_id': 'number',
  'conversations.assigned_team_id': 'number',
  'conversations.assigned_user_id': 'number',
  'conversations.inbox_id': 'number',
  'conversations.contact_id': 'number',
  'conversations.sla_policy_id': 'number',
  'conversations.subject': 'text',
  'conversations.reference_number': 'text',
  'conversations.tags': 'tag',
  'conversations.last_message_at': 'time',
  'conversations.created_at': 'time',
  'conversations.waiting_since': 'time',
  'conversations.first_reply_at': 'time',
  'conversations.last_reply_at': 'time',
  'conversations.resolved_at': 'time',
  'conversations.closed_at': 'time',
  'conversations.snoozed_until': 'time',
  'conversations.next_sla_deadline_at': 'time',
  'conversations.first_response_deadline_at': 'time',
  'conversations.next_response_deadline_at': 'time',
  'conversations.resolution_deadline_at': 'time',
  'conversation_statuses.id': 'number',
  'conversation_statuses.name': 'text',
  'contacts.email': 'address',
  'contacts.name': 'text',
} as const satisfies FilterFields;

/** Fields of the contact list that are always there: those of wire A 15.1 and Bellhop's own. `enabled` is false for a blocked contact. */
export const contactFilterFields = {
  'users.email': 'address',
  'users.created_at': 'time',
  'users.updated_at': 'time',
  'users.enabled': 'boolean',
  'users.country': 'text',
} as const satisfies FilterFields;

/** Fields of the activity log (wire A 16). */
export const activityFilterFields = {
  'activity_logs.activity_type': 'text',
  'activity_logs.actor_id': 'number',
  'activity_logs.ip': 'text',
  'activity_logs.created_at': 'time',
} as const satisfies FilterFields;

/** What of an attribute's definition makes it a field. */
export type FilterableAttribute = Pick<CustomAttribute, 'applies_to' | 'key' | 'name' | 'data_type' | 'values'>;

/** Models of custom attributes; the field is the attribute's key. */
export const attributeModels = {
  conversation: 'conversation_attributes',
  contact: 'contact_attributes',
} as const;

const attributeTypes = {
  text: 'text',
  link: 'text',
  list: 'text',
  number: 'decimal',
  checkbox: 'boolean',
  date: 'day',
} as const satisfies Record<CustomAttribute['data_type'], FilterFieldType>;

/** All fields of conversation lists and views, custom attributes included, for `parseFilterRows`. */
export function filterFieldsWith(
  attributes: readonly Pick<FilterableAttribute, 'applies_to' | 'key' | 'data_type'>[],
): FilterFields {
  return { ...conversationFilterFields, ...attributeFields(attributes) };
}

/** All fields of the contact list, custom attributes of contacts included, for `parseFilterRows`. */
export function contactFilterFieldsWith(
  attributes: readonly Pick<FilterableAttribute, 'applies_to' | 'key' | 'data_type'>[],
): FilterFields {
  return { ...contactFilterFields, ...attributeFields(attributes.filter((one) => one.applies_to === 'contact')) };
}

function attributeFields(
  attributes: readonly Pick<FilterableAttribute, 'applies_to' | 'key' | 'data_type'>[],
): FilterFields {
  const own = attributes.map(({ applies_to, key, data_type }) => [
    `${attributeModels[applies_to]}.${key}`,
    attributeTypes[data_type],
  ]);
  return Object.fromEntries(own);
}

/** How the filter builder asks for a field's value (specification 5). */
export type BuilderFieldType = 'select' | 'tag' | 'text' | 'number' | 'richtext' | 'boolean' | 'date';

/** Operators that the builder offers, by type, in their order (specification 5). */
export const builderOperators: Readonly<Record<BuilderFieldType, readonly FilterOperator[]>> = {
  select: ['equals', 'not equals', 'set', 'not set'],
  tag: ['equals', 'not equals', 'set', 'not set'],
  text: ['equals', 'not equals', 'set', 'not set', 'contains', 'not contains'],
  richtext: ['equals', 'not equals', 'set', 'not set', 'contains', 'not contains'],
  date: ['equals', 'not equals', 'set', 'not set', 'greater than', 'less than'],
  number: ['equals', 'not equals', 'greater than', 'less than'],
  boolean: ['equals', 'not equals'],
};

/** Where a select finds its choices: rows by id, tags by name. */
export type BuilderOptions = 'statuses' | 'priorities' | 'agents' | 'teams' | 'inboxes' | 'policies' | 'tags';

export interface BuilderField {
  model: string;
  field: string;
  type: BuilderFieldType;
  /** Choices out of the desk's vocabulary. */
  options?: BuilderOptions;
  /** Choices of a list attribute: the value itself. */
  values?: readonly string[];
  /** Name of a custom attribute; the other fields are named by the language pack. */
  name?: string;
}

const conversation = (field: string, type: BuilderFieldType, options?: BuilderOptions): BuilderField => ({
  model: 'conversations',
  field,
  type,
  ...(options ? { options } : {}),
});

const ownFields: readonly BuilderField[] = [
  conversation('status_id', 'select', 'statuses'),
  conversation('priority_id', 'select', 'priorities'),
  conversation('assigned_user_id', 'select', 'agents'),
  conversation('assigned_team_id', 'select', 'teams'),
  conversation('inbox_id', 'select', 'inboxes'),
  conversation('sla_policy_id', 'select', 'policies'),
  conversation('tags', 'tag', 'tags'),
  conversation('subject', 'text'),
  conversation('reference_number', 'text'),
  { model: 'contacts', field: 'email', type: 'text' },
  { model: 'contacts', field: 'name', type: 'text' },
  conversation('created_at', 'date'),
  conversation('last_message_at', 'date'),
  conversation('waiting_since', 'date'),
  conversation('first_reply_at', 'date'),
  conversation('last_reply_at', 'date'),
  conversation('resolved_at', 'date'),
  conversation('closed_at', 'date'),
  conversation('snoozed_until', 'date'),
  conversation('next_sla_deadline_at', 'date'),
  conversation('first_response_deadline_at', 'date'),
  conversation('next_response_deadline_at', 'date'),
  conversation('resolution_deadline_at', 'date'),
];

const builderTypes = {
  text: 'text',
  link: 'text',
  list: 'select',
  number: 'number',
  checkbox: 'boolean',
  date: 'date',
} as const satisfies Record<CustomAttribute['data_type'], BuilderFieldType>;

/** Every field that the filter builder offers, custom attributes last. */
export function builderFields(attributes: readonly FilterableAttribute[]): BuilderField[] {
  return [...ownFields, ...builderAttributes(attributes)];
}

const ownContactFields: readonly BuilderField[] = [
  { model: 'users', field: 'email', type: 'text' },
  { model: 'users', field: 'created_at', type: 'date' },
  { model: 'users', field: 'updated_at', type: 'date' },
  { model: 'users', field: 'enabled', type: 'boolean' },
  { model: 'users', field: 'country', type: 'select' },
];

/** The same for the contact list. */
export function contactBuilderFields(attributes: readonly FilterableAttribute[]): BuilderField[] {
  return [...ownContactFields, ...builderAttributes(attributes.filter((one) => one.applies_to === 'contact'))];
}

function builderAttributes(attributes: readonly FilterableAttribute[]): BuilderField[] {
  return attributes.map(({ applies_to, key, name, data_type, values }) => ({
    model: attributeModels[applies_to],
    field: key,
    type: builderTypes[data_type],
    name,
    ...(data_type === 'list' ? { values } : {}),
  }));
}
