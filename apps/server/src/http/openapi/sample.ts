import { memberSamples } from './member-samples.ts';
import { shapeSamples } from './shape-samples.ts';
import type { JsonSchema } from './types.ts';

export interface SampleOptions {
  components: Record<string, JsonSchema>;
  /** What is sent: members that may be left out are, unless a sample for their shape is written down. */
  isRequest: boolean;
}

const deepest = 8;

/**
 * A value that fits a schema, the same each time, as a reader would expect it: written down for the shape or the member's name, else
 * made from the schema's own words.
 */
export function sampleOf(schema: JsonSchema, options: SampleOptions): unknown {
  return sample(schema, options, { member: '', shape: '', depth: 0 });
}

interface Place {
  member: string;
  shape: string;
  depth: number;
}

function sample(schema: JsonSchema, options: SampleOptions, place: Place): unknown {
  if (schema.$ref !== undefined) {
    const shape = schema.$ref.split('/').at(-1)!;
    const target = options.components[shape]!;
    return sample(target, options, { ...place, shape, depth: place.depth + 1 });
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.properties) return sampleObject(schema, options, place);
  const written = memberSamples[place.member];
  if (written !== undefined && fits(schema, written)) return structuredClone(written);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return sampleVariant(variants, options, place);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, options, place)));
  if (schema.enum) return schema.enum[0];
  return samplePlain(schema, options, place);
}

function sampleObject(schema: JsonSchema, options: SampleOptions, place: Place): Record<string, unknown> {
  const written = shapeSamples[place.shape] ?? {};
  const made: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties!)) {
    const isWanted = !options.isRequest || (schema.required ?? []).includes(name) || name in written;
    if (!isWanted || place.depth > deepest) continue;
    made[name] =
      name in written ? structuredClone(written[name]) : sample(member, options, { ...place, shape: '', member: name });
  }
  return made;
}

function sampleVariant(variants: JsonSchema[], options: SampleOptions, place: Place): unknown {
  const isNull = ({ type }: JsonSchema) => type === 'null';
  const chosen = variants.find((one) => !isNull(one));
  const mayBeNull = variants.some(isNull);
  if (!chosen || (mayBeNull && (place.depth > 4 || usuallyNull.test(place.member)))) return null;
  return sample(chosen, options, place);
}

/** Members that hold nothing most of the time. */
const usuallyNull =
  /^(snoozed_until|resolved_at|closed_at|read_at|displaced|meta|phone_number\w*|problem|next_cursor|avatar_url|last_error\w*|.*_problem|\w*_error_at|applied_sla_id|team|inbox|evidence)$/;

function samplePlain(schema: JsonSchema, options: SampleOptions, place: Place): unknown {
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && (types.length === 1 || usuallyNull.test(place.member))) return null;
  const type = types.find((one) => one !== 'null');
  switch (type) {
    case 'string':
      return sampleText(schema, place.member);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1, Math.min(1, schema.maximum ?? 1));
    case 'boolean':
      return false;
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item) => sample(item, options, place));
      if (typeof schema.items !== 'object' || place.depth > 4) return [];
      return [sample(schema.items, options, { ...place, member: singular(place.member) })];
    case 'object': {
      const values = schema.additionalProperties;
      if (typeof values !== 'object' || Object.keys(values).length === 0) return {};
      const key = String(schema.propertyNames?.enum?.[0] ?? (schema.propertyNames?.pattern ? '1' : 'name'));
      return { [key]: sample(values, options, { ...place, member: '' }) };
    }
    default:
      return null;
  }
}

function sampleText(schema: JsonSchema, member: string): string {
  if (schema.format === 'date-time') return '2026-03-02T09:14:03.120Z';
  if (schema.format === 'uuid') return '5f0c2d6e-8a41-4f0b-9d53-1c7e2b9a4f10';
  if (schema.format === 'email') return 'mina@mail.example';
  if (schema.format === 'uri') return 'https://example.com/';
  const words = member.replaceAll('_', ' ') || 'text';
  const text = words[0]!.toUpperCase() + words.slice(1);
  return text.slice(0, schema.maxLength).padEnd(schema.minLength ?? 0, '.');
}

function singular(member: string): string {
  return member.endsWith('s') && !(member in memberSamples) ? member.slice(0, -1) : `${member}[]`;
}

/** Whether a written value has one of the types that a schema allows. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.some((one) => fits(one, value));
  if (schema.$ref !== undefined || schema.properties) return false;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  if (schema.type === undefined) return true;
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return false;
  if (schema.format === 'date-time' && Number.isNaN(Date.parse(String(value)))) return false;
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return [schema.type].flat().some((one) => one === type || (one === 'integer' && Number.isInteger(value)));
}
