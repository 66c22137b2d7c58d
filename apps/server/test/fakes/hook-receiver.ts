import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { WebhookBody } from '@bellhop/contract';
import { createSelfSigned } from '../self-signed.ts';

/** One call as it came. */
export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: WebhookBody;
}

export type Behaviour = (call: ReceivedCall, answer: ServerResponse) => void;

/** A real server that webhooks are sent to; it answers 200 unless told otherwise. */
export interface HookReceiver {
  url: string;
  port: number;
  /** Every call so far, whatever was answered. */
  calls: ReceivedCall[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** Starts one on 127.0.0.1; `tls` with a certificate that nobody trusts. */
export async function startHookReceiver({ tls = false } = {}): Promise<HookReceiver> {
  let behaviour: Behaviour = answers(200);
  const calls: ReceivedCall[] = [];
  const server: Server = tls ? createTlsServer(createSelfSigned()) : createServer();
  server.on('request', async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const call: ReceivedCall = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text,
      body: JSON.parse(text) as WebhookBody,
    };
    calls.push(call);
    behaviour(call, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    port,
    calls,
    behave(next) {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers each call with a status and a text. */
export function answers(status: number, text = '', headers: Record<string, string> = {}): Behaviour {
  return (_call, answer) => answer.writeHead(status, headers).end(text);
}
