import * as contract from '@bellhop/contract';
import * as z from 'zod';
import { notes } from './notes.gen.ts';
import type { JsonSchema } from './types.ts';

type Direction = 'input' | 'output';

const componentPath = '#/components/schemas/';

/** What a schema cannot say about itself, by the contract's own piece. */
const known = new Map<z.core.$ZodType, JsonSchema>([
  [contract.time, { type: 'string', format: 'date-time' }],
  [contract.formBoolean, { type: 'boolean' }],
  [contract.emailText, { type: 'string', format: 'email', maxLength: 320 }],
  [contract.fileBody, { contentMediaType: 'application/octet-stream' }],
]);

const formats = new Set(['date-time', 'date', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6']);

/** Members that are whole numbers wherever a shape only says that they are numbers. */
const wholeNumber =
  /^(id|\w*_id|ids|total|page|per_page|total_pages|size|line|weight|version|seq|last_seq|members|unread|conversations|contacts|\w*_count|attempts)$/;

/**
 * Turns zod schemas into JSON schemas with shared components. A shape has the name under which the contract exports it; one that is
 * sent differently from how it is answered (defaults, coercions) is there twice, the sent one with the ending `Input`.
 */
export function createSchemaBook(extra: Record<string, JsonSchema>) {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.core.$ZodType, string>();
  const add = (schema: z.core.$ZodType, id: string) => {
    names.set(schema, id);
    registry.add(schema, { id });
  };
  for (const [name, value] of Object.entries(contract)) {
    if (value instanceof z.ZodType && /^[A-Z]/.test(name) && !names.has(value)) add(value, name);
  }
  const isShape = new Set(names.values());
  return {
    /** Makes a schema known that a route has; those must be all there before the first is asked for. */
    add(schema: z.core.$ZodType) {
      if (!names.has(schema)) add(schema, `~${names.size}`);
    },
    /** Converts all of them at once. */
    close() {
      const converted = { input: convert(registry, 'input'), output: convert(registry, 'output') };
      return openBook({ names, isShape, converted, extra });
    },
  };
}

export type SchemaBook = ReturnType<ReturnType<typeof createSchemaBook>['close']>;

function openBook(made: {
  names: Map<z.core.$ZodType, string>;
  isShape: Set<string>;
  converted: Record<Direction, Record<string, JsonSchema>>;
  extra: Record<string, JsonSchema>;
}) {
  const { names, isShape, converted } = made;
  const used = { input: new Set<string>(), output: new Set<string>() };
  const note = (schema: JsonSchema, direction: Direction) => {
    for (const id of refsOf(schema)) {
      if (used[direction].has(id)) continue;
      used[direction].add(id);
      note(converted[direction][id]!, direction);
    }
  };
  /** Replaces references to schemas without a name of their own by what they refer to. */
  const inlined = (schema: JsonSchema, direction: Direction): JsonSchema =>
    mapSchema(schema, (part) => {
      const id = part.$ref?.slice(componentPath.length);
      if (id === undefined || isShape.has(id)) return part;
      const { $ref: _, ...rest } = part;
      return { ...inlined(converted[direction][id]!, direction), ...rest };
    });
  for (const direction of ['input', 'output'] as const) {
    const all = converted[direction];
    for (const [id, schema] of Object.entries(all)) all[id] = inlined(schema, direction);
  }
  return {
    /** A schema as it stands in a request or an answer: a reference where it is a shape with a name. */
    schema(schema: z.core.$ZodType, direction: Direction): JsonSchema {
      const id = names.get(schema)!;
      const found: JsonSchema = isShape.has(id)
        ? { $ref: componentPath + id }
        : structuredClone(converted[direction][id]!);
      note(found, direction);
      return found;
    },
    /** All of a shape's members, without a reference. */
    whole(schema: z.core.$ZodType, direction: Direction): JsonSchema {
      const found = structuredClone(converted[direction][names.get(schema)!]!);
      note(found, direction);
      return found;
    },
    /**
     * The components that were asked for, and how requests refer to them. References in requests are made by `requestRef` at the end,
     * because only then it is known which shapes differ.
     */
    components(): { schemas: Record<string, JsonSchema>; asRequest: (schema: JsonSchema) => JsonSchema } {
      const differing = new Set(
        [...used.input].filter(
          (id) => used.output.has(id) && JSON.stringify(converted.input[id]) !== JSON.stringify(converted.output[id]),
        ),
      );
      for (let grew = true; grew; ) {
        grew = false;
        for (const id of used.input) {
          if (differing.has(id) || !used.output.has(id)) continue;
          if (![...refsOf(converted.input[id]!)].some((inner) => differing.has(inner))) continue;
          differing.add(id);
          grew = true;
        }
      }
      const inputName = (id: string) => {
        if (!differing.has(id)) return id;
        return isShape.has(`${id}Input`) ? `${id}Sent` : `${id}Input`;
      };
      const asRequest = (schema: JsonSchema) =>
        mapSchema(schema, (part) =>
          part.$ref === undefined
            ? part
            : { ...part, $ref: componentPath + inputName(part.$ref.slice(componentPath.length)) },
        );
      const schemas: Record<string, JsonSchema> = { ...made.extra };
      for (const id of used.output) schemas[id] = withNotes(id, converted.output[id]!);
      for (const id of used.input) {
        if (used.output.has(id) && !differing.has(id)) continue;
        schemas[inputName(id)] = withNotes(id, asRequest(converted.input[id]!));
      }
      const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
      return { schemas: Object.fromEntries(sorted), asRequest };
    },
  };
}

function convert(
  registry: z.core.$ZodRegistry<{ id?: string | undefined }>,
  io: Direction,
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => componentPath + id,
    override: ({ zodSchema, jsonSchema }) => {
      refine(zodSchema, jsonSchema as JsonSchema, io);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas as Record<string, JsonSchema>).map(([id, { $id: _, $schema: __, ...schema }]) => [
      id,
      schema,
    ]),
  );
}

/** Says what zod leaves out, and leaves out what only zod needs to know. */
function refine(zodSchema: z.core.$ZodType, json: JsonSchema, io: Direction): void {
  const fixed = known.get(zodSchema);
  if (fixed) {
    for (const key of Object.keys(json)) delete json[key as keyof JsonSchema];
    Object.assign(json, fixed);
    return;
  }
  // A format that readers know says more than its pattern; zod's own names of checks say nothing.
  if (json.format !== undefined) delete json[formats.has(json.format) ? 'pattern' : 'format'];
  if (json.minLength === 0) delete json.minLength;
  if (json.type === 'integer') tidyInteger(json);
  if (json.properties) {
    if (json.additionalProperties === false) delete json.additionalProperties;
    for (const [name, member] of Object.entries(json.properties)) {
      if (member.type === 'number' && wholeNumber.test(name)) member.type = 'integer';
    }
  }
  // What is filled in is always there in an answer; of what is sent zod says it only where nothing is transformed.
  const def = zodSchema._zod.def as { type: string; defaultValue?: unknown };
  if (io === 'output') delete json.default;
  else if (def.type === 'default') json.default = def.defaultValue;
  // An empty list of members would be refused by strict readers.
  if (json.properties && 'shape' in zodSchema && io === 'input') {
    const shape = zodSchema.shape as Readonly<Record<string, z.ZodType>>;
    json.required = Object.keys(json.properties).filter((name) => shape[name] && !mayBeAbsent(shape[name]));
  }
  if (json.required?.length === 0) delete json.required;
}

/** What JSON Schema calls required, zod may fill: asked by trying. */
function mayBeAbsent(member: z.ZodType): boolean {
  return member.safeParse(undefined).success;
}

function tidyInteger(json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.exclusiveMinimum === 0) {
    delete json.exclusiveMinimum;
    json.minimum = 1;
  }
}

function withNotes(id: string, schema: JsonSchema): JsonSchema {
  const described = describe(schema, id);
  const own = notes[id];
  return own && described.description === undefined ? { description: own, ...described } : described;
}

function describe(schema: JsonSchema, path: string): JsonSchema {
  const copy = { ...schema };
  if (copy.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, member]) => {
        const inner = describe(member, `${path}.${name}`);
        const text = notes[`${path}.${name}`];
        return [name, text && inner.description === undefined ? { ...inner, description: text } : inner];
      }),
    );
  }
  if (typeof copy.items === 'object') copy.items = describe(copy.items, path);
  if (typeof copy.additionalProperties === 'object')
    copy.additionalProperties = describe(copy.additionalProperties, path);
  if (copy.anyOf) copy.anyOf = copy.anyOf.map((one) => describe(one, path));
  return copy;
}

/** The names of the components that a schema refers to itself. */
function refsOf(schema: JsonSchema): Set<string> {
  const found = new Set<string>();
  mapSchema(schema, (part) => {
    if (part.$ref !== undefined) found.add(part.$ref.slice(componentPath.length));
    return part;
  });
  return found;
}

/** Rebuilds a schema from its innermost parts outwards. */
export function mapSchema(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const copy: JsonSchema = { ...schema };
  const each = (inner: JsonSchema) => mapSchema(inner, change);
  if (copy.properties) {
    copy.properties = Object.fromEntries(Object.entries(copy.properties).map(([name, inner]) => [name, each(inner)]));
  }
  if (typeof copy.items === 'object') copy.items = each(copy.items);
  if (typeof copy.additionalProperties === 'object') copy.additionalProperties = each(copy.additionalProperties);
  if (copy.propertyNames) copy.propertyNames = each(copy.propertyNames);
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    const list = copy[key];
    if (list) copy[key] = list.map(each);
  }
  return change(copy);
}
