import type { CustomAttribute } from '@bellhop/contract';

/** What of a definition decides whether a value fits. */
export type AttributeDefinition = Pick<CustomAttribute, 'key' | 'data_type' | 'values' | 'regex' | 'regex_hint'>;

/** Attribute values by key, as stored. */
export type AttributeValues = Readonly<Record<string, unknown>>;

/** The values to store and the keys that differ from before, or the first key that doesn't fit and why. */
export type AttributeChange =
  | { ok: true; values: Record<string, unknown>; changed: string[] }
  | { ok: false; key: string; reason: string };

/** Whether a text matches an administrator's pattern: `matchesPattern` of `pattern.ts`, whose engine clients load only where it is needed. */
export type MatchPattern = (pattern: string, text: string) => boolean;

/** Longest text of one value. */
const longestText = 10_000;

/**
 * Puts `given` in place of `stored` (`replace`) or over it (`merge`, where null removes a key). Only keys whose value changes are
 * checked against the definitions, so values of deleted definitions survive (settled question 26).
 */
export function changeAttributes(
  stored: AttributeValues,
  given: AttributeValues,
  mode: 'replace' | 'merge',
  definitions: readonly AttributeDefinition[],
  matches: MatchPattern,
): AttributeChange {
  const values: Record<string, unknown> = mode === 'merge' ? { ...stored } : {};
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined) {
      delete values[key];
      continue;
    }
    if (Object.hasOwn(stored, key) && isSame(stored[key], value)) {
      values[key] = stored[key];
      continue;
    }
    const definition = definitions.find((one) => one.key === key);
    if (!definition) return { ok: false, key, reason: 'there is no such attribute' };
    const checked = checkAttributeValue(definition, value, matches);
    if (!checked.ok) return { ok: false, key, reason: checked.reason };
    values[key] = checked.value;
  }
  const changed = [...new Set([...Object.keys(stored), ...Object.keys(values)])].filter(
    (key) => !(Object.hasOwn(stored, key) && Object.hasOwn(values, key) && isSame(stored[key], values[key])),
  );
  return { ok: true, values, changed };
}

/** Whether a value fits its definition, and in which form it is stored. A number may arrive as text; empty text fits every text type. */
export function checkAttributeValue(
  definition: AttributeDefinition,
  value: unknown,
  matches: MatchPattern,
): { ok: true; value: unknown } | { ok: false; reason: string } {
  const no = (reason: string) => ({ ok: false, reason }) as const;
  switch (definition.data_type) {
    case 'number': {
      if (value === '') return { ok: true, value };
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number)
        ? { ok: true, value: number }
        : no('it must be a number');
    }
    case 'checkbox': {
      if (typeof value === 'boolean') return { ok: true, value };
      if (value === 'true' || value === 'false') return { ok: true, value: value === 'true' };
      return no('it must be true or false');
    }
    default: {
      if (typeof value !== 'string') return no('it must be text');
      if (value.length > longestText) return no(`it must be at most ${longestText} characters`);
      if (value === '') return { ok: true, value };
      const reason = textProblem(definition, value, matches);
      return reason === null ? { ok: true, value } : no(reason);
    }
  }
}

function textProblem(definition: AttributeDefinition, value: string, matches: MatchPattern): string | null {
  switch (definition.data_type) {
    case 'date':
      return isDate(value) ? null : 'it must be a date such as 2025-07-31';
    case 'link':
      return isLink(value) ? null : 'it must be a link that begins with http:// or https://';
    case 'list':
      return definition.values.includes(value) ? null : `it must be one of ${definition.values.join(', ')}`;
    default:
      return definition.regex === '' || matches(definition.regex, value)
        ? null
        : definition.regex_hint || `it must match ${definition.regex}`;
  }
}

function isDate(value: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(T.*)?$/.exec(value)?.[1];
  if (!day) return false;
  const parsed = new Date(`${day}T00:00:00Z`);
  return (
    !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day) && !Number.isNaN(new Date(value).getTime())
  );
}

function isLink(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
