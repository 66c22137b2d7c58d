import { type ErrorCode, errorCodes, type RouteSpec, WebhookBody, warningCodes } from '@bellhop/contract';
import { extraPaths } from './extra-operations.ts';
import { guide } from './guide.ts';
import { createSchemaBook } from './json-schemas.ts';
import { features } from './notes.ts';
import { describeOperation, openApiPath, readSecurity, schemasOf } from './operations.ts';
import { type JsonSchema, type Method, type OpenApiDocument, operationsOf, type ResponseObject } from './types.ts';
import { describeWebhooks } from './webhooks.ts';

export interface DocumentOptions {
  routes: Readonly<Record<string, RouteSpec>>;
  /** Where the desk is, as `app.root_url` says. */
  rootUrl: string;
  version: string;
}

/** Describes every route of the contract, and the few addresses beside it, as an OpenAPI document. Pure: the same in, the same out. */
export function buildDocument({ routes, rootUrl, version }: DocumentOptions): OpenApiDocument {
  const draft = createSchemaBook(sharedSchemas());
  for (const { params, query, body, output } of Object.values(routes)) {
    for (const schema of [params, query, body, output]) if (schema) draft.add(schema);
  }
  const book = draft.close();
  const webhookBody = book.schema(WebhookBody, 'output');
  const described = Object.entries(routes).map(([name, route]) => schemasOf(name, route, book));
  const { schemas, asRequest } = book.components();
  const paths: OpenApiDocument['paths'] = {};
  for (const one of described) {
    const path = openApiPath(one.route.path);
    const operation = describeOperation(one, { components: schemas, asRequest });
    paths[path] = { ...paths[path], [one.route.method.toLowerCase() as Method]: operation };
  }
  for (const [path, item] of Object.entries(extraPaths)) paths[path] = { ...paths[path], ...item };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bellhop',
      version,
      summary: 'The HTTP API of this desk',
      description: guide(rootUrl)
        .map(({ title, text }) => `## ${title}\n${text}`)
        .join('\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: rootUrl, description: 'This desk' }],
    tags: tagsOf(paths),
    security: readSecurity,
    paths,
    webhooks: describeWebhooks(webhookBody, schemas),
    components: { schemas, responses: sharedResponses(), securitySchemes },
  };
}

/** The features that have operations, in the order of the page; one that nobody has described yet comes last, by its name. */
function tagsOf(paths: OpenApiDocument['paths']): OpenApiDocument['tags'] {
  const present = new Set(operationsOf({ paths }).flatMap(({ operation }) => operation.tags));
  const known = Object.keys(features).filter((name) => present.delete(name));
  return [...known, ...present].map((name) => {
    const words = name.replaceAll('_', ' ');
    const { title, description } = features[name] ?? {
      title: words[0]!.toUpperCase() + words.slice(1),
      description: '',
    };
    return { name, description, 'x-title': title };
  });
}

const text: JsonSchema = { type: 'string' };

function sharedSchemas(): Record<string, JsonSchema> {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  return {
    Error: {
      description: 'What every failed call answers.',
      type: 'object',
      properties: {
        status: { const: 'error' },
        message: { type: 'string', description: 'For people, in the language of the desk.' },
        data: { description: 'More about it, by code; with `input.invalid` the wrong members and why.' },
        error_type: { type: 'string', enum: [...new Set(codes.map((code) => errorCodes[code].error_type))] },
        code: { $ref: '#/components/schemas/ErrorCode' },
      },
      required: ['status', 'message', 'data', 'error_type'],
      examples: [
        {
          status: 'error',
          message: 'name: it must not be empty',
          data: { name: 'it must not be empty' },
          error_type: 'InputException',
          code: 'input.invalid',
        },
      ],
    },
    ErrorCode: { description: 'What went wrong, in a word that does not change.', type: 'string', enum: codes },
    Warnings: {
      description: 'What went through, yet may not be what was meant.',
      type: 'array',
      items: {
        type: 'object',
        properties: { code: { type: 'string', enum: [...warningCodes] }, message: text },
        required: ['code', 'message'],
      },
    },
  };
}

function sharedResponses(): Record<string, ResponseObject> {
  return {
    Unexpected: {
      description:
        'Any other failure: 500 `general.internal`, whose message holds the number that the server wrote into its log, or 503 `general.unavailable` while the database is away, `general.storage_unavailable` while the storage of files is.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'key:secret',
    description: 'An API key of an agent: `Authorization: Bearer key:secret`.',
  },
  apiKeyToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The same in another spelling: `Authorization: token key:secret`.',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'bellhop_session', description: 'The session of a browser.' },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFTOKEN',
    description: 'The value of the cookie `csrf_token`; calls that are not a GET need it beside the session.',
  },
};
