import type { Access, RouteSpec } from '@bellhop/contract';
import { codesByStatus } from './errors.ts';
import type { SchemaBook } from './json-schemas.ts';
import { parameterNotes, responseTypes } from './notes.ts';
import { operationSamples } from './operation-samples.ts';
import { sampleOf } from './sample.ts';
import type { JsonSchema, MediaContent, Operation, Parameter, ResponseObject, SecurityRequirement } from './types.ts';

/** Ways to say who one is: a session with its CSRF token, or an API key in one of its two spellings. */
const keys: SecurityRequirement[] = [{ apiKey: [] }, { apiKeyToken: [] }];
export const readSecurity: SecurityRequirement[] = [...keys, { session: [] }];

function securityOf({ access, method, by_key }: RouteSpec): { security?: SecurityRequirement[] } {
  if (access === 'public') return { security: [] };
  const session: SecurityRequirement = method === 'GET' ? { session: [] } : { session: [], csrfToken: [] };
  if (by_key === false) return { security: [session] };
  // What the whole document says need not be repeated.
  return method === 'GET' ? {} : { security: [...keys, session] };
}

interface Parts {
  parameters: { place: 'path' | 'query'; schema: JsonSchema }[];
  body: JsonSchema | null;
  output: JsonSchema;
}

/** Notes which schemas an operation needs; those of all operations must be noted before the first is made. */
export function schemasOf(
  name: string,
  route: RouteSpec,
  book: SchemaBook,
): { name: string; route: RouteSpec; parts: Parts } {
  const parameters: Parts['parameters'] = [];
  if (route.params) parameters.push({ place: 'path', schema: book.whole(route.params, 'input') });
  if (route.query) parameters.push({ place: 'query', schema: book.whole(route.query, 'input') });
  return {
    name,
    route,
    parts: {
      parameters,
      body: route.body ? book[route.encoding === 'multipart' ? 'whole' : 'schema'](route.body, 'input') : null,
      output: book.schema(route.output, 'output'),
    },
  };
}

/** Path as OpenAPI writes it. */
export const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** One route of the contract as an operation. */
export function describeOperation(
  { name, route, parts }: ReturnType<typeof schemasOf>,
  options: { components: Record<string, JsonSchema>; asRequest: (schema: JsonSchema) => JsonSchema },
): Operation {
  const samples = operationSamples[name] ?? {};
  const parameters = parts.parameters.flatMap(({ place, schema }) =>
    describeParameters(place, options.asRequest(schema), name, options.components),
  );
  const permissions = permissionsOf(route.access);
  const requestBody = describeBody(name, route, parts.body && options.asRequest(parts.body), options.components);
  const data =
    'response' in samples
      ? samples.response
      : sampleOf(parts.output, { components: options.components, isRequest: false });
  return {
    operationId: name,
    tags: [name.split('.')[0]!],
    summary: route.summary,
    description:
      accessSentence(route.access) + (route.by_key === false ? ' By a session alone, not with an API key.' : ''),
    ...(permissions.length > 0 && { 'x-permission': permissions }),
    ...securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...describeSuccess(name, route, parts.output, data),
      ...describeErrors(name, route),
      default: { $ref: '#/components/responses/Unexpected' },
    },
  };
}

function permissionsOf(access: Access): string[] {
  if (typeof access === 'string') return [];
  return 'permission' in access ? [access.permission] : [...access.any_of];
}

function accessSentence(access: Access): string {
  if (access === 'public') return 'Needs no sign-in.';
  if (access === 'session') return 'Any signed-in agent may call it.';
  const named = permissionsOf(access).map((permission) => `\`${permission}\``);
  return named.length === 1 ? `Needs the permission ${named[0]}.` : `Needs one of the permissions ${named.join(', ')}.`;
}

function describeParameters(
  place: 'path' | 'query',
  schema: JsonSchema,
  operation: string,
  components: Record<string, JsonSchema>,
): Parameter[] {
  const samples: Record<string, unknown> = operationSamples[operation]?.[place] ?? {};
  const made = sampleOf(schema, { components, isRequest: place === 'query' }) as Record<string, unknown>;
  return Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const { description, ...rest } = member;
    const text = parameterNotes[`${operation}.${name}`] ?? description ?? parameterNotes[name];
    const isRequired = place === 'path' || (schema.required ?? []).includes(name);
    const example = samples[name] ?? made[name];
    return {
      name,
      in: place,
      ...(isRequired && { required: true }),
      ...(text && { description: text }),
      schema: rest,
      ...(example !== undefined && { example }),
    };
  });
}

function describeBody(
  name: string,
  route: RouteSpec,
  schema: JsonSchema | null,
  components: Record<string, JsonSchema>,
): Operation['requestBody'] | null {
  const written = operationSamples[name]?.body;
  const example = written ?? (schema && sampleOf(schema, { components, isRequest: true }));
  if (route.encoding === 'multipart') {
    const fields = resolve(schema ?? { type: 'object' }, components);
    const [first, ...others] = route.file_parts ?? [];
    const file: JsonSchema = {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: others.length > 0 ? `The file; the name \`${others.join('`, `')}\` is taken too.` : 'The file.',
    };
    const properties = { ...fields.properties, ...(first && { [first]: file }) };
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { ...fields, type: 'object', properties }, example: example ?? {} } },
    };
  }
  if (!schema) return null;
  const content: Record<string, MediaContent> = { 'application/json': { schema, example } };
  if (isFlat(schema, components)) content['application/x-www-form-urlencoded'] = { schema, example };
  return { required: true, content };
}

function resolve(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  return schema.$ref === undefined ? schema : resolve(components[schema.$ref.split('/').at(-1)!]!, components);
}

/** A form carries texts and lists of texts under names; what is nested deeper needs JSON. */
function isFlat(schema: JsonSchema, components: Record<string, JsonSchema>): boolean {
  const { properties } = resolve(schema, components);
  const isPlain = (inner: JsonSchema): boolean => {
    const part = resolve(inner, components);
    if (part.properties || part.additionalProperties || part.prefixItems) return false;
    const variants = part.anyOf ?? part.oneOf ?? [];
    if (variants.length > 0) return variants.every(isPlain);
    return part.type !== undefined && ![part.type].flat().some((type) => type === 'object' || type === 'array');
  };
  const isListOfTexts = (inner: JsonSchema) => typeof inner.items === 'object' && inner.items.type === 'string';
  return (
    properties !== undefined && Object.values(properties).every((member) => isPlain(member) || isListOfTexts(member))
  );
}

function describeSuccess(
  name: string,
  route: RouteSpec,
  output: JsonSchema,
  data: unknown,
): Record<string, ResponseObject> {
  const file = responseTypes[name];
  if (file) {
    return {
      200: {
        description: file.description,
        content: { [file.type]: { schema: { type: 'string' }, example: file.example } },
      },
    };
  }
  if (route.redirects) {
    const headers = { Location: { description: 'Where the browser goes on.', schema: output } };
    return { 302: { description: 'For browsers that navigate there; problems too lead to a page.', headers } };
  }
  if (route.bare) {
    const content = { 'application/json': { schema: output, example: data } };
    const also: Record<string, ResponseObject> = {};
    if (name === 'macros.apply')
      also[207] = { description: 'Some of the actions failed; `failed` names them.', content };
    return { 200: { description: 'The answer, without the envelope.', content }, ...also };
  }
  const schema: JsonSchema = {
    type: 'object',
    properties: { status: { const: 'success' }, data: output, warnings: { $ref: '#/components/schemas/Warnings' } },
    required: ['status', 'data'],
  };
  return {
    200: { description: 'Done.', content: { 'application/json': { schema, example: { status: 'success', data } } } },
  };
}

const statusWords: Record<number, string> = {
  400: 'The input cannot be taken.',
  401: 'Nobody is signed in, or the account is disabled.',
  403: 'The caller may not do this.',
  404: 'It does not exist, or the caller may not see it.',
  409: 'Something else is in the way.',
  413: 'It is too large.',
  415: 'The body came in a coding that is not read.',
  429: 'Too many tries; `Retry-After` says when to try again.',
};

function describeErrors(name: string, route: RouteSpec): Record<string, ResponseObject> {
  return Object.fromEntries(
    [...codesByStatus(name, route)].map(([status, codes]): [number, ResponseObject] => [
      status,
      {
        description: `${statusWords[status] ?? 'It failed.'} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        ...(status === 429 && { headers: retryAfter }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        'x-codes': codes,
      },
    ]),
  );
}

const retryAfter = { 'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer' } } };
