import { errorCodes, permissions, type RouteSpec, routes } from '@bellhop/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { buildDocument } from './document.ts';
import { features } from './notes.ts';
import { operationSamples } from './operation-samples.ts';
import { shapeSamples } from './shape-samples.ts';
import { type JsonSchema, type MediaContent, operationsOf } from './types.ts';

const options = { routes, rootUrl: 'https://desk.example', version: '1.2.3' };
const document = buildDocument(options);
const operations = operationsOf(document);
const contract = Object.entries<RouteSpec>(routes);
const specOf = (operationId: string) => (routes as Readonly<Record<string, RouteSpec>>)[operationId];

const ajv = new Ajv2020({ strictTypes: false, allErrors: true });
addFormats.default(ajv);
for (const word of ['components', 'example']) ajv.addKeyword(word);
ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } });
/** What is wrong with a value, in words; null when it fits. */
function faults(schema: JsonSchema, value: unknown): string | null {
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')));
  return check(value) ? null : `${JSON.stringify(value)}: ${ajv.errorsText(check.errors)}`;
}

test('it is an OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate({ ...document });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('every route of the contract is an operation under its own name, and no name is given twice', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(contract.map(([name]) => name).filter((name) => !ids.includes(name))).toEqual([]);
  for (const { path, method, operation } of operations) {
    const route = specOf(operation.operationId);
    if (!route) continue;
    expect([method, path]).toEqual([route.method.toLowerCase(), route.path.replace(/:(\w+)/g, '{$1}')]);
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect((operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(
      expect.arrayContaining(places),
    );
  }
});

test('an operation says which permission it needs, and how the caller says who it is', () => {
  for (const { operation } of operations) {
    const route = specOf(operation.operationId);
    for (const permission of operation['x-permission'] ?? []) expect(Object.keys(permissions)).toContain(permission);
    if (!route) continue;
    const { access } = route;
    const wanted = typeof access === 'string' ? [] : 'permission' in access ? [access.permission] : access.any_of;
    expect(operation['x-permission'] ?? []).toEqual(wanted);
    for (const permission of wanted) expect(operation.description).toContain(permission);
    const session = (operation.security ?? document.security).find((one) => 'session' in one);
    expect(session && Object.keys(session)).toEqual(
      access === 'public' ? undefined : route.method === 'GET' ? ['session'] : ['session', 'csrfToken'],
    );
    const byKey = (operation.security ?? document.security).some((one) => 'apiKey' in one);
    expect(byKey, operation.operationId).toBe(access !== 'public' && route.by_key !== false);
  }
});

test('every request and every answer has an example that fits its schema', () => {
  const wrong: string[] = [];
  const look = (what: string, content: Record<string, MediaContent> = {}) => {
    for (const [type, { schema, example }] of Object.entries(content)) {
      if (example === undefined) wrong.push(`${what}, ${type}: no example`);
      // The file itself is no JSON.
      else if (schema && type !== 'multipart/form-data') wrong.push(...[faults(schema, example) ?? []].flat());
    }
  };
  for (const { operation } of operations) {
    const name = operation.operationId;
    look(`${name}: request`, operation.requestBody?.content);
    for (const [status, response] of Object.entries(operation.responses)) {
      if ('content' in response && Number(status) < 300) look(`${name}: ${status}`, response.content);
    }
    for (const { name: member, schema, example, required } of operation.parameters ?? []) {
      if (required && example === undefined) wrong.push(`${name}: no example for ${member}`);
      if (example !== undefined) wrong.push(...[faults(schema, example) ?? []].flat());
    }
  }
  expect(wrong).toEqual([]);
});

test('the contract itself takes every example of a request', () => {
  for (const [name, route] of contract) {
    const { operation } = operations.find((one) => one.operation.operationId === name)!;
    const [content] = Object.values(operation.requestBody?.content ?? {});
    if (route.body) {
      const parsed = route.body.safeParse(content!.example);
      expect(parsed.error?.issues ?? [], name).toEqual([]);
    }
    const examples = (place: string) =>
      Object.fromEntries(
        (operation.parameters ?? []).filter((one) => one.in === place).map((one) => [one.name, one.example]),
      );
    expect(route.params?.safeParse(examples('path')).error?.issues ?? [], name).toEqual([]);
    expect(route.query?.safeParse(examples('query')).error?.issues ?? [], name).toEqual([]);
  }
});

test('every reference leads somewhere, and no component is there for nothing', () => {
  const text = JSON.stringify(document);
  const used = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, place]) => place));
  const there = [
    ...Object.keys(document.components.schemas).map((name) => `schemas/${name}`),
    ...Object.keys(document.components.responses).map((name) => `responses/${name}`),
  ];
  expect([...used].filter((place) => !there.includes(place!))).toEqual([]);
  expect(there.filter((place) => !used.has(place))).toEqual([]);
  for (const name of ['Agent', 'Conversation', 'Message', 'Contact', 'Tag', 'Error']) {
    expect(there).toContain(`schemas/${name}`);
  }
});

test('failures are named by codes that there are, each under its own status', () => {
  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const code of ('x-codes' in response && response['x-codes']) || []) {
        expect(errorCodes[code as keyof typeof errorCodes].status, `${operation.operationId}: ${code}`).toBe(
          Number(status),
        );
      }
    }
  }
});

test('what is written down for shapes, operations and features is about some that there are', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(Object.keys(shapeSamples).filter((name) => !(name in document.components.schemas))).toEqual([]);
  expect(Object.keys(operationSamples).filter((name) => !ids.includes(name))).toEqual([]);
  expect(Object.keys(features).filter((name) => !document.tags.some((tag) => tag.name === name))).toEqual([]);
  expect(document.tags.filter(({ description }) => description === '')).toEqual([]);
});

test('the same contract gives the same document, and the desk says where it is', () => {
  expect(JSON.stringify(buildDocument(options))).toBe(JSON.stringify(document));
  expect(document.servers[0]!.url).toBe('https://desk.example');
  expect(document.info.version).toBe('1.2.3');
  expect(document.info.description).toContain('https://desk.example/api/v1/agents/me');
});

test('routes that come later are described without further ado', () => {
  const Thing = z.object({ id: z.number(), at: z.string(), parts: z.array(z.object({ name: z.string().min(2) })) });
  const made = buildDocument({
    ...options,
    routes: {
      'things.create': {
        method: 'POST',
        path: '/api/v1/things/:kind',
        access: 'session',
        encoding: 'json',
        params: z.object({ kind: z.enum(['new', 'old']) }),
        body: Thing.pick({ parts: true }).extend({ count: z.preprocess(Number, z.number().int().min(3)).default(5) }),
        output: z.union([Thing, z.null()]),
        summary: 'Makes a thing',
      },
    },
  });
  const { operation } = operationsOf(made).find((one) => one.operation.operationId === 'things.create')!;
  expect(made.tags.at(-1)).toMatchObject({ name: 'things', 'x-title': 'Things' });
  expect(operation.parameters).toMatchObject([{ name: 'kind', in: 'path', schema: { enum: ['new', 'old'] } }]);
  expect(operation.requestBody!.content).toMatchObject({
    'application/json': { schema: { required: ['parts'] }, example: { parts: [{ name: 'Name' }] } },
  });
  expect(Object.keys(operation.requestBody!.content)).toHaveLength(1);
});
