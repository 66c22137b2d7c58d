import type { CustomAttribute } from '@bellhop/contract';
import { type TextKey, t } from '../../../lib/i18n.ts';

const types: Record<CustomAttribute['data_type'], TextKey> = {
  text: 'admin.customAttributes.type.text',
  number: 'admin.customAttributes.type.number',
  checkbox: 'admin.customAttributes.type.checkbox',
  date: 'admin.customAttributes.type.date',
  link: 'admin.customAttributes.type.link',
  list: 'admin.customAttributes.type.list',
};

/** A data type as people call it. */
export function typeName(type: CustomAttribute['data_type']): string {
  return t(types[type]);
}

/** What an attribute belongs to, as people call it. */
export function ownerName(owner: CustomAttribute['applies_to']): string {
  return t(owner === 'contact' ? 'globals.terms.contact' : 'globals.terms.conversation', {}, 1);
}
