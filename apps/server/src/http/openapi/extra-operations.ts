import type { JsonSchema, Operation, PathItem } from './types.ts';

const plain = (description: string) => ({ 200: { description } });
const text: JsonSchema = { type: 'string' };

/** Addresses outside the contract's routes that a program or a browser may call. Each answers what it says, without the envelope. */
export const extraPaths: Readonly<Record<string, PathItem>> = {
  '/api/v1/openapi.json': {
    get: {
      operationId: 'api.document',
      tags: ['api'],
      summary: 'This document',
      description:
        'Needs no sign-in. Send `If-None-Match` with the `ETag` of your copy: 304 says that it is still good.',
      security: [],
      responses: {
        200: {
          description: 'An OpenAPI 3.1 document.',
          headers: { ETag: { description: 'Names this state of the document.', schema: text } },
          content: { 'application/json': { schema: { type: 'object' }, example: { openapi: '3.1.1' } } },
        },
        304: { description: 'Your copy is still good.' },
      },
    },
  },
  '/health': {
    get: {
      operationId: 'system.health',
      tags: ['system'],
      summary: 'Whether the product works: its database answers',
      description: 'Needs no sign-in.',
      security: [],
      responses: {
        200: {
          description: 'It does.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { status: { const: 'success' }, data: { const: true } },
                required: ['status', 'data'],
              },
              example: { status: 'success', data: true },
            },
          },
        },
        503: { $ref: '#/components/responses/Unexpected' },
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'system.metrics',
      tags: ['system'],
      summary: 'Figures for Prometheus',
      description:
        'For the machine itself, or with `Authorization: Bearer <BELLHOP_METRICS_TOKEN>` where the operator has set that token. API keys are not looked at.',
      security: [],
      responses: {
        200: {
          description: 'The figures.',
          content: { 'text/plain': { schema: text, example: '# HELP bellhop_up …' } },
        },
        403: { $ref: '#/components/responses/Unexpected' },
      },
    },
  },
  '/uploads/{name}': {
    get: {
      operationId: 'media.download',
      tags: ['media'],
      summary: 'The bytes of a file, by the `url` of an attachment or upload',
      description:
        'Needs `messages:read` and a look at the conversation that the file belongs to. Takes byte ranges and `If-None-Match`. Put `thumb_` before the uuid for a small picture.',
      'x-permission': ['messages:read'],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'Uuid of the file.',
          schema: text,
          example: '9d3f6a52-0c1e-4b7a-8f25-6e4d1b0a7c93',
        },
        {
          name: 'download',
          in: 'query',
          description: '`1`: to be saved as a file.',
          schema: { type: 'string', enum: ['1'] },
        },
      ],
      responses: {
        ...plain('The file.'),
        206: { description: 'The range that was asked for.' },
        304: { description: 'Your copy is still good.' },
        401: { $ref: '#/components/responses/Unexpected' },
        403: { $ref: '#/components/responses/Unexpected' },
        404: { $ref: '#/components/responses/Unexpected' },
        416: { description: 'There is no such range.' },
      },
    },
  },
  '/logout': {
    get: {
      operationId: 'auth.logout',
      tags: ['auth'],
      summary: 'Ends the session and leads to the login page',
      description: 'For browsers. API keys are not affected.',
      security: [],
      responses: { 302: { description: 'To the login page.' } },
    },
  },
  '/ws': {
    get: {
      operationId: 'realtime.connect',
      tags: ['realtime'],
      summary: 'Opens a websocket that tells what changes',
      description:
        'For browsers with a session. See “Websocket” in the introduction for its frames. `since` asks for what followed a change that you saw.',
      security: [{ session: [] }],
      parameters: [
        {
          name: 'since',
          in: 'query',
          description: 'The last `seq` that you saw.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      responses: {
        101: { description: 'The connection is a websocket now.' },
        401: { $ref: '#/components/responses/Unexpected' },
        403: { $ref: '#/components/responses/Unexpected' },
      },
    },
  },
};

/** The operations of one feature among them. */
export function isExtra(operation: Operation): boolean {
  return Object.values(extraPaths).some((item) => item.get?.operationId === operation.operationId);
}
