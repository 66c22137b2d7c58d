import type { AutomationType, RuleFieldName, RuleReference } from '@bellhop/contract';
import { readRecipient } from '@bellhop/rules/automations/notice';
import { findRuleField, type RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { type TextKey, t } from '../../lib/i18n.ts';

/** What each field is called where it is chosen. */
const labels: Record<RuleFieldName, () => string> = {
  subject: () => t('globals.terms.subject', {}, 1),
  content: () => t('globals.terms.content', {}, 1),
  contact_email: () => t('filter.field.contact_email'),
  status: () => t('globals.terms.status', {}, 1),
  priority: () => t('globals.terms.priority', {}, 1),
  assigned_team: () => t('filter.field.team'),
  assigned_user: () => t('filter.field.agent'),
  inbox: () => t('globals.terms.inbox', {}, 1),
  previous_status: () => t('automation.field.previous_status'),
  previous_priority: () => t('automation.field.previous_priority'),
  previous_assigned_team: () => t('automation.field.previous_assigned_team'),
  previous_assigned_user: () => t('automation.field.previous_assigned_user'),
  hours_since_created: () => t('globals.messages.hoursSinceCreated'),
  hours_since_first_reply: () => t('globals.messages.hoursSinceFirstReply'),
  hours_since_last_reply: () => t('globals.messages.hoursSinceLastReply'),
  hours_since_resolved: () => t('globals.messages.hoursSinceResolved'),
};

/** What a field of a conversation is called where it is chosen. */
export function fieldLabel(field: RuleFieldName): string {
  return labels[field]();
}

/** A field within a sentence: "the subject", an attribute by its own name. */
export function fieldPhrase(world: RuleWorld, fieldType: string, field: string): string {
  const known = findRuleField(world, fieldType, field);
  if (!known) return quoted(field);
  return known.name === undefined ? t(`automation.phrase.${field as RuleFieldName}`) : quoted(known.name);
}

/** Text of somebody else's within a sentence. */
export function quoted(text: string): string {
  return t('automation.quoted', { text });
}

/** A row's name within a sentence; one that is gone is said to be. */
export function rowName(world: RuleWorld, reference: RuleReference, id: string): string {
  const name = world.rows[reference].get(id);
  return name === undefined ? t('automation.deleted_row') : quoted(name);
}

/** Whom a notice goes to, within a sentence. */
export function recipientName(text: string, world: RuleWorld): string {
  const recipient = readRecipient(text);
  if (recipient === null) return quoted(text);
  if (!('id' in recipient)) return t(`automation.recipient.${recipient.kind}`);
  return rowName(world, recipient.kind === 'team' ? 'team' : 'agent', String(recipient.id));
}

/** Name of the list that rules of a type stand in. */
export function typeTitle(type: AutomationType): string {
  return t(`automation.tab.${type}` satisfies TextKey);
}
