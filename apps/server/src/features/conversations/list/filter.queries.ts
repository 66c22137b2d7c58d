import { attributeModels, type FilterCondition, type FilterTest } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { attributeValue, conditionTest, plainTest } from '../../../db/condition-test.ts';
import { presentPolicyId } from '../conversation-facts.queries.ts';

type Type = FilterCondition['type'];

/**
 * How rows will be looked for: `found` lets the planner begin with the few contacts or tags that fit, `walked` tests row after row of
 * an index, stopping early; there a join would be made as a whole first.
 */
export type FilterUse = 'found' | 'walked';

/**
 * Parsed conditions as a predicate on `conversations`, the twin of `matchesFilter`. Names of columns come out of an allow list, never
 * out of a request; keys of attributes are parameters.
 */
export function filterPredicate(conditions: readonly FilterCondition[], use: FilterUse = 'found'): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql`true`;
  // An offset keeps a subquery from being joined.
  const fence = use === 'walked' ? sql`offset 0` : sql``;
  return sql`(${sql.join(
    conditions.map((condition) => predicateOf(condition, fence)),
    sql` and `,
  )})`;
}

/** The value of `model.field` in a row of `conversations`, or of its contact called `contact`. */
export function fieldValue(field: string, type: Type): RawBuilder<unknown> {
  const [model, name] = splitField(field);
  switch (model) {
    case 'conversation_statuses':
      return name === 'id'
        ? sql`conversations.status_id`
        : sql`(select name from conversation_statuses where id = conversations.status_id)`;
    case 'contacts':
      return name === 'email' ? sql`lower(contact.email)` : sql`btrim(contact.first_name || ' ' || contact.last_name)`;
    case attributeModels.conversation:
      return attributeValue(sql`conversations.custom_attributes`, name, type);
    case attributeModels.contact:
      return attributeValue(sql`contact.custom_attributes`, name, type);
    default:
      return field === 'conversations.sla_policy_id' ? presentPolicyId : sql.ref(field);
  }
}

/** Only the first dot separates: the key of an attribute may hold more. */
function splitField(field: string): [model: string, name: string] {
  const dot = field.indexOf('.');
  return [field.slice(0, dot), field.slice(dot + 1)];
}

function predicateOf({ field, type, test }: FilterCondition, fence: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (type === 'tag') return tagPredicate(test, fence);
  const [model] = splitField(field);
  const value = fieldValue(field, type);
  const negated = 'negated' in test ? test.negated : false;
  if (model === 'contacts' || model === attributeModels.contact) {
    const isNegated = negated || test.kind === 'is_null';
    const plain =
      test.kind === 'is_null' ? plainTest(value, type, { kind: 'is_not_null' }) : plainTest(value, type, test);
    const found = sql<SqlBool>`exists (select 1 from users as contact where contact.id = conversations.contact_id
      and contact.type = 'contact' and ${plain} ${fence})`;
    return isNegated ? sql`not ${found}` : found;
  }
  // Found by the index of policies, of which deleted ones are left out.
  const isFound = field === 'conversations.sla_policy_id' && !negated && test.kind === 'one_of';
  if (isFound) return sql`(${conditionTest(sql.ref(field), type, test)} and ${presentPolicyId} is not null)`;
  return conditionTest(value, type, test);
}

function tagPredicate(test: FilterTest, fence: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const link = sql`select 1 from conversation_tags as link where link.conversation_id = conversations.id`;
  switch (test.kind) {
    case 'is_null':
      return sql`not exists (${link} ${fence})`;
    case 'is_not_null':
      return sql`exists (${link} ${fence})`;
    case 'one_of': {
      const found = sql<SqlBool>`exists (${link} and link.tag_id = any(array(
        select id from tags where lower(name) = any(${test.values}::text[]))) ${fence})`;
      return test.negated ? sql`not ${found}` : found;
    }
    default:
      throw new Error(`tags cannot be asked for ${test.kind}`);
  }
}
