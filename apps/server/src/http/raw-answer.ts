import type { ErrorEnvelope } from '@bellhop/contract';
import { dataHeaders } from './security-headers.ts';

/** A whole error answer as it goes over the line, for where there is no request yet or none any more; the connection ends with it. */
export function rawAnswer(
  statusLine: string,
  envelope: ErrorEnvelope,
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify(envelope);
  const head = [
    `HTTP/1.1 ${statusLine}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    'cache-control: no-store',
    ...Object.entries({ ...dataHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
