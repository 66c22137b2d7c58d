import { escapeHtml } from '../../../lib/html-escape.ts';
import type { JsonSchema } from '../types.ts';
import { renderInline } from './render-markdown.ts';

export type Components = Readonly<Record<string, JsonSchema>>;

interface Place {
  components: Components;
  /** Names of the shapes that the present one stands in: none is opened inside itself. */
  inside: readonly string[];
}

const nameOf = (ref: string) => ref.split('/').at(-1)!;
const code = (text: unknown) => `<code>${escapeHtml(typeof text === 'string' ? text : JSON.stringify(text))}</code>`;

/** A shape for people: its type, its limits, and its members as a list in which shapes with a name can be opened. */
export function renderShape(schema: JsonSchema, components: Components): string {
  return `<div class="shape"><p class="type">${typeText(schema)}</p>${inner(schema, { components, inside: [] }, true)}</div>`;
}

/** What a value is, in a few words of HTML. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return escapeHtml(nameOf(schema.$ref));
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return `one of ${schema.enum.map(code).join(', ')}`;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeText))].join(' or ');
  if (schema.prefixItems) return `list of ${schema.prefixItems.map(typeText).join(', ')}`;
  if (typeof schema.items === 'object') return `list of ${typeText(schema.items)}`;
  if (schema.contentMediaType) return 'file';
  const format = schema.format === undefined ? '' : ` (${escapeHtml(schema.format)})`;
  return (
    [schema.type ?? 'anything']
      .flat()
      .map((type) => (type === 'array' ? 'list' : type))
      .join(' or ') + format
  );
}

/** The limits of a value in words; none for most. */
export function limitText(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum, pattern } = schema;
  const span = (least: number | undefined, most: number | undefined, unit: string) => {
    const [low, high] = [least, most].map((bound) => bound?.toLocaleString('en'));
    if (low !== undefined && high !== undefined) return [`${low} to ${high}${unit}`];
    if (low !== undefined) return [`at least ${low}${unit}`];
    return high === undefined ? [] : [`at most ${high}${unit}`];
  };
  const words = [
    ...span(minLength, maxLength, ' characters'),
    ...span(minItems, maxItems, ' entries'),
    ...span(minimum ?? exclusiveMinimum, maximum, ''),
    ...(pattern === undefined ? [] : [`matches ${code(pattern)}`]),
    ...(isNothing(schema.default) ? [] : [`${code(schema.default)} if absent`]),
  ];
  return words.join(', ');
}

/** What need not be said: that nothing stands for what is absent. */
function isNothing(value: unknown): boolean {
  return value === undefined || ['""', '[]', '{}', 'null'].includes(JSON.stringify(value));
}

/** What is inside: members, entries, variants. */
function inner(schema: JsonSchema, place: Place, isOpen = false): string {
  if (schema.$ref !== undefined) return named(nameOf(schema.$ref), place, isOpen);
  if (schema.properties) return members(schema, place);
  if (typeof schema.items === 'object') return inner(schema.items, place, isOpen);
  const variants = (schema.anyOf ?? schema.oneOf)?.filter((one) => one.type !== 'null') ?? [];
  if (variants.length > 1 && variants.some((one) => one.properties)) {
    return variants
      .map(
        (one, at) => `<details><summary>Variant ${at + 1}: ${variantName(one)}</summary>${inner(one, place)}</details>`,
      )
      .join('');
  }
  if (variants.length > 0) return variants.map((one) => inner(one, place, isOpen)).join('');
  if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0) {
    return `<p class="limits">Each member: ${typeText(schema.additionalProperties)}</p>${inner(schema.additionalProperties, place)}`;
  }
  return '';
}

function variantName({ properties = {} }: JsonSchema): string {
  const [name, member] = Object.entries(properties).find(([, one]) => one.const !== undefined) ?? [];
  return member ? `${code(name)} is ${code(member.const)}` : Object.keys(properties).map(code).join(', ');
}

function named(name: string, place: Place, isOpen: boolean): string {
  const target = place.components[name];
  if (!target || place.inside.includes(name)) return '';
  const content = inner(target, { ...place, inside: [...place.inside, name] });
  const note = target.description ? `<p class="note">${renderInline(target.description)}</p>` : '';
  if (content === '') {
    const type = typeText(target);
    return `${note}<p class="limits">${escapeHtml(name)}: ${type}</p>`;
  }
  if (isOpen) return note + content;
  return `<details><summary>${escapeHtml(name)}</summary>${note}${content}</details>`;
}

function members(schema: JsonSchema, place: Place): string {
  const rows = Object.entries(schema.properties!).map(([name, member]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const limits = limitText(member);
    return `<li><div class="member"><code class="name">${escapeHtml(name)}</code> <span class="type">${typeText(member)}</span>${
      isRequired ? '' : ' <span class="optional">optional</span>'
    }</div>${limits ? `<p class="limits">${limits}</p>` : ''}${
      member.description ? `<p class="note">${renderInline(member.description)}</p>` : ''
    }${inner(member, place)}</li>`;
  });
  return `<ul class="members">${rows.join('')}</ul>`;
}
