import type { CustomAttribute } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';

/** A definition as stored; times are Dates. */
export type AttributeDefinition = Omit<CustomAttribute, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
};

/** Definitions for contacts or conversations, all without `applies_to`, latest update first; none for an unknown value (wire A 20). */
export async function attributeDefinitions(db: Reader, appliesTo?: string): Promise<AttributeDefinition[]> {
  let query = db.selectFrom('custom_attributes').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc');
  if (appliesTo) query = query.where('applies_to', '=', appliesTo);
  return (await query.execute()) as AttributeDefinition[];
}
