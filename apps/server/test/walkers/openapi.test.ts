import { allPermissions, routes } from '@bellhop/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDocument } from '../../src/http/openapi/document.ts';
import { mapSchema } from '../../src/http/openapi/json-schemas.ts';
import { type JsonSchema, type Operation, operationsOf, type ResponseObject } from '../../src/http/openapi/types.ts';
import { createDocumentedDesk, type DocumentedDesk, type Filling } from '../documented-desk.ts';

const nowhere = '00000000-0000-4000-8000-000000000000';
const document = buildDocument({ routes, rootUrl: 'http://desk.test', version: '0.0.0' });
const operations = operationsOf(document)
  .map((one) => ({ ...one, name: one.operation.operationId }))
  // No request, but the beginning of a websocket.
  .filter(({ name }) => name !== 'realtime.connect');

let desk: DocumentedDesk;
beforeAll(async () => {
  desk = await createDocumentedDesk();
});
afterAll(() => desk.close());

const ajv = new Ajv2020({ strictTypes: false, allErrors: true });
addFormats.default(ajv);
for (const word of ['components', 'example']) ajv.addKeyword(word);
/** Nothing that the document does not know may be in an answer, although a reader must be ready for it. */
const closed = (schema: JsonSchema) =>
  mapSchema(schema, (part) =>
    part.properties && part.additionalProperties === undefined ? { ...part, additionalProperties: false } : part,
  );
const here = (schema: JsonSchema) =>
  JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/'));
ajv.addSchema({
  $id: 'document',
  components: {
    schemas: Object.fromEntries(
      Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema)]),
    ),
  },
});
const checks = new Map<JsonSchema, ValidateFunction>();
function faults(schema: JsonSchema, value: unknown): string[] {
  const check = checks.get(schema) ?? ajv.compile(here(schema));
  checks.set(schema, check);
  if (check(value)) return [];
  return check.errors!.slice(0, 5).map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`);
}

function documented(operation: Operation, status: number): ResponseObject | null {
  const found = operation.responses[status];
  if (!found) return null;
  return '$ref' in found ? document.components.responses[found.$ref.split('/').at(-1)!]! : found;
}

interface Sent {
  status: number;
  body: string;
  /** Where the answer is not as documented. */
  wrong: string[];
}

async function send(
  { path, method, operation }: (typeof operations)[number],
  options: {
    type?: string | undefined;
    filling?: Filling;
    body?: unknown;
    anonymous?: boolean;
    authorization?: string;
  },
): Promise<Sent> {
  const { type, filling = {} } = options;
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = operation.parameters?.find((one) => one.in === 'path' && one.name === name)?.example;
    return encodeURIComponent(String(filling.path?.[name] ?? example));
  });
  const query = new URLSearchParams(filling.query);
  for (const one of operation.parameters ?? []) {
    if (one.in === 'query' && one.example !== undefined && !query.has(one.name))
      query.set(one.name, String(one.example));
  }
  const { authorization } = options;
  const caller = options.anonymous || authorization !== undefined ? desk.anonymous() : (filling.as ?? desk.admin);
  const response = await caller.fetch(`${place}${query.size > 0 ? `?${query}` : ''}`, {
    method: method.toUpperCase(),
    ...(authorization === undefined ? encode(type, options.body, filling) : { headers: { authorization } }),
  });
  const body = await response.text();
  return { status: response.status, body, wrong: judge(operation, response, body) };
}

function encode(type: string | undefined, body: unknown, { file }: Filling): RequestInit {
  if (type === undefined) return {};
  if (type === 'application/json') return { headers: { 'content-type': type }, body: JSON.stringify(body) };
  const form = type === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(body as object)) {
    if (Array.isArray(value)) for (const [at, one] of value.entries()) form.append(`${name}[${at}]`, String(one));
    else if (value !== undefined) form.append(name, value === null ? '' : String(value));
  }
  if (file && form instanceof FormData) form.append(file.part, file.blob, file.name);
  return { body: form };
}

function judge(operation: Operation, response: Response, body: string): string[] {
  const found = documented(operation, response.status);
  if (!found) return [`${response.status} is not documented: ${body.slice(0, 300)}`];
  const type = response.headers.get('content-type')?.split(';')[0];
  if (!found.content || response.status === 304) return [];
  const content = type === undefined ? undefined : found.content[type];
  if (!content) return [`${response.status} came as ${type}, not as ${Object.keys(found.content).join(' or ')}`];
  if (type !== 'application/json') return [];
  const answer = JSON.parse(body);
  const unknownCode = found['x-codes'] && answer.code && !found['x-codes'].includes(answer.code);
  return [
    ...(unknownCode ? [`${response.status} with ${answer.code}, which is not among its codes`] : []),
    ...faults(content.schema!, answer),
  ];
}

const typesOf = (operation: Operation): (string | undefined)[] => {
  const types = Object.keys(operation.requestBody?.content ?? {});
  return types.length > 0 ? types : [undefined];
};
const exampleOf = (operation: Operation) => Object.values(operation.requestBody?.content ?? {})[0]?.example;

describe('every documented request is answered as documented', () => {
  test.each(operations.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const example = exampleOf(one.operation);
    for (const type of typesOf(one.operation)) {
      const filling = await desk.fill(name, example);
      const body = Array.isArray(example) ? example : { ...(example as object), ...filling.body };
      const { status, body: text, wrong } = await send(one, { type, filling, body });
      expect(wrong, `${type ?? 'no body'}: ${text.slice(0, 500)}`).toEqual([]);
      expect([status < 400, text.slice(0, 500)], type).toEqual([true, expect.anything()]);
    }
  });
});

describe('every refusal is documented', () => {
  test.each(operations.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const isOpen = one.operation.security?.length === 0;
    const [type] = typesOf(one.operation);
    const example = exampleOf(one.operation);
    if (!isOpen) {
      const nobody = await send(one, { type, body: example, anonymous: true });
      expect([nobody.status, nobody.wrong], nobody.body).toEqual([401, []]);
    }
    if (isOpen && name.startsWith('auth.')) return;
    const strange = {
      id: 999_999,
      note_id: 999_999,
      delivery_id: 999_999,
      uuid: nowhere,
      message_uuid: nowhere,
      name: nowhere,
    };
    const unknown = await send(one, { type, body: example, filling: { path: strange } });
    if (!isOpen) expect(unknown.status, unknown.body).not.toBe(401);
    expect(unknown.wrong, unknown.body).toEqual([]);
    if (type !== 'application/json') return;
    for (const body of [{}, [], { name: 7, email: 'x', based_on: 'x', id: 'x', status: '', message: '' }]) {
      const empty = await send(one, { type, body, filling: { path: strange } });
      expect(empty.wrong, empty.body).toEqual([]);
    }
  });
});

test('an API key in either spelling does what a session does', { timeout: 120_000 }, async () => {
  const made = await desk.admin.call('api_keys.create', {
    body: { name: 'For all', permissions: [...allPermissions], expires_at: null },
  });
  const { key, secret } = made.data;
  const readable = operations.filter(({ method, operation }) => method === 'get' && !operation.security);
  expect(readable.length).toBeGreaterThan(40);
  for (const [at, one] of readable.entries()) {
    const filling = await desk.fill(one.name, undefined);
    const authorization = `${at % 2 === 0 ? 'Bearer' : 'token'} ${key}:${secret}`;
    const { status, wrong, body } = await send(one, { filling, authorization });
    expect([status < 400, wrong], `${one.name}: ${body}`).toEqual([true, []]);
  }
});

test('an answer with a member that the document does not know is noticed', () => {
  const { schema } = (operations.find(({ name }) => name === 'tags.list')!.operation.responses[200] as ResponseObject)
    .content!['application/json']!;
  const tag = { id: 1, name: 'x', created_at: '2026-03-02T09:14:03Z', updated_at: '2026-03-02T09:14:03Z' };
  expect(faults(schema!, { status: 'success', data: [tag] })).toEqual([]);
  expect(faults(schema!, { status: 'success', data: [{ ...tag, secret: 1 }] })).toHaveLength(1);
});

test('the server answers at no address of the API that the document does not know', () => {
  const known = new Set(Object.keys(document.paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1')));
  const served = addressesOf(desk.app.server().printRoutes({ commonPrefix: false }));
  expect(served).toContain('/api/v1/conversations/:uuid/messages');
  expect(
    served.filter(
      (path) => /^\/(api|uploads|ws|health|metrics|logout)\b/.test(path) && !known.has(path) && !isPage(path),
    ),
  ).toEqual([]);
});

/** The pages that show the document. */
const isPage = (path: string) => /^\/api\/docs(\/|$)/.test(path);

/** The addresses in Fastify's drawing of its routes, where each line continues the one that it hangs on. */
function addressesOf(drawing: string): string[] {
  const open: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const found = /^([│├└─ ]*)(\S.*?)( \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) return [];
    const depth = found[1]!.length / 4;
    open.length = depth;
    const path = (open[depth - 1] ?? '') + found[2];
    open[depth] = path;
    return found[4] ? [path] : [];
  });
}
