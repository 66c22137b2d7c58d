import { webhookEvents } from '@bellhop/contract';
import { sampleOf } from './sample.ts';
import type { JsonSchema, OpenApiDocument, Parameter } from './types.ts';

const header = (name: string, description: string, example: string, type = 'string'): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type },
  example: type === 'integer' ? Number(example) : example,
});

const headers = [
  header('Bellhop-Event', 'What happened.', 'conversation.created'),
  header(
    'Bellhop-Event-Id',
    'The same in every attempt and replay: do nothing when you know it already.',
    'evt_5210_mm8v3yqo',
  ),
  header('Bellhop-Timestamp', 'Seconds since 1970. Refuse what is older than a few minutes.', '1772442843', 'integer'),
  header(
    'Bellhop-Signature',
    '`v1=` and the HMAC-SHA256 in hex of `<timestamp>.<body>` with the secret of the webhook. After a change of the secret two, with a comma between: one of them must match.',
    'v1=6b1e…',
  ),
];

/** What the desk sends to the addresses that administrators enter. */
export function describeWebhooks(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
): NonNullable<OpenApiDocument['webhooks']> {
  const sample = sampleOf(schema, { components, isRequest: false }) as { data: Record<string, unknown> };
  const dataOf = (event: string) => {
    const wanted = event.startsWith('contact.')
      ? ['contact']
      : event.startsWith('message.')
        ? ['conversation', 'message']
        : ['conversation'];
    return Object.fromEntries(wanted.map((name) => [name, sample.data[name]]));
  };
  return Object.fromEntries(
    webhookEvents.map((event) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`,
          tags: ['webhooks'],
          summary: `Sent on ${event}`,
          description:
            'Answer any status from 200 to 299 within 10 seconds. Other answers are tried again, later and later, for 24 hours.',
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema, example: { ...sample, event, data: dataOf(event) } } },
          },
          responses: { 200: { description: 'You have it.' } },
        },
      },
    ]),
  );
}
