import type { CustomAttribute, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { findRulesNaming } from '../../db/rule-references.queries.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { attributeDefinitions, countAttributeValues, findAttribute } from './custom-attributes.queries.ts';

/** Definitions as the wire shows them, latest update first. */
export async function listCustomAttributes(db: Reader, appliesTo?: string): Promise<CustomAttribute[]> {
  return (await attributeDefinitions(db, appliesTo)).map(wireTimes);
}

/** One definition. Throws custom_attribute.not_found. */
export async function getCustomAttribute(db: Reader, id: number): Promise<CustomAttribute> {
  return wireTimes(await findKnown(db, id));
}

/** What uses an attribute: automation rules, and its values on contacts or conversations. Throws custom_attribute.not_found. */
export async function customAttributeUsage(db: Reader, id: number): Promise<Usage> {
  const attribute = await findKnown(db, id);
  const count = await countAttributeValues(db, attribute);
  const isContact = attribute.applies_to === 'contact';
  const rules = await findRulesNaming(db, `${attribute.applies_to}_custom_attribute`, attribute.key);
  return {
    used_by: rules.slice(0, 50),
    total: rules.length,
    conversations: isContact ? 0 : count,
    contacts: isContact ? count : 0,
  };
}

async function findKnown(db: Reader, id: number) {
  const attribute = await findAttribute(db, id);
  if (!attribute) throw new AppError('custom_attribute.not_found');
  return attribute;
}
