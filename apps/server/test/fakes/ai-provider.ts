import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One question as it came. */
export interface ProviderCall {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    model: string;
    stream?: boolean;
    max_tokens: number;
    temperature: number;
    messages: { role: string; content: string }[];
  };
  /** Bytes of the answer that were written so far. */
  written: number;
  /** Resolves when the answer is over: true when the asker took it all, false when the connection ended before. */
  over: Promise<boolean>;
}

export type ProviderBehaviour = (call: ProviderCall, answer: ServerResponse) => void | Promise<void>;

/** A real server that speaks the protocol of OpenAI's chat completions, as Ollama and many others do. */
export interface FakeAiProvider {
  base_url: string;
  calls: ProviderCall[];
  /** Connections that were ever made to it. */
  connections: number;
  behave(behaviour: ProviderBehaviour): void;
  /** The next call, once it has come. */
  next(): Promise<ProviderCall>;
  close(): Promise<void>;
}

export async function startAiProvider(): Promise<FakeAiProvider> {
  let behaviour: ProviderBehaviour = says('Hello');
  const waiting: ((call: ProviderCall) => void)[] = [];
  const server = createServer(async (request, answer) => {
    answer.on('error', () => {});
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const over = once(answer, 'close').then(() => answer.writableFinished);
    const { url: path = '', headers } = request;
    const call: ProviderCall = { path, headers, text, body: JSON.parse(text), written: 0, over };
    fake.calls.push(call);
    waiting.shift()?.(call);
    await behaviour(call, answer);
  });
  server.on('connection', () => {
    fake.connections++;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeAiProvider = {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: [],
    connections: 0,
    behave(next) {
      behaviour = next;
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const streamHead = { 'content-type': 'text/event-stream' };

/** One event of a stream. */
export function chunk(content: string | null, finish_reason: string | null = null): string {
  return event({ choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason }] });
}

/** One in which a model thinks aloud. */
export function thought(text: string): string {
  return event({ choices: [{ index: 0, delta: { reasoning_content: text }, finish_reason: null }] });
}

/** One that says what the answer took so far. */
export const figuresSoFar = (figures: object): string => event({ choices: [], usage: figures });

function event(members: object): string {
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', ...members })}\n\n`;
}

/** Answers with a text, of a stream in these pieces. */
export const says = (...pieces: string[]): ProviderBehaviour => saysFor(usage, ...pieces);

/** As `says`, with these figures of what it took. */
export function saysFor(figures: object, ...pieces: string[]): ProviderBehaviour {
  return (call, answer) => {
    if (!call.body.stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content: pieces.join('') }, finish_reason: 'stop' }];
      answer.writeHead(200, { 'content-type': 'application/json' });
      return void answer.end(JSON.stringify({ id: 'c1', object: 'chat.completion', choices, usage: figures }));
    }
    answer.writeHead(200, streamHead);
    for (const piece of pieces) answer.write(chunk(piece));
    answer.write(chunk(null, 'stop'));
    answer.end(`${figuresSoFar(figures)}data: [DONE]\n\n`);
  };
}

/** A model that thinks first: it refuses the usual bound, and behaves so when it gets its own. */
export function thinks(behaviour: ProviderBehaviour): ProviderBehaviour {
  return (call, answer) => {
    if (!('max_tokens' in call.body)) return behaviour(call, answer);
    const error = { message: 'Unsupported parameter', code: 'unsupported_parameter', param: 'max_tokens' };
    answer.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };
}

/** Repeats what it was asked last. */
export const echoes: ProviderBehaviour = (call, answer) =>
  says(...call.body.messages.at(-1)!.content.match(/[\s\S]{1,3}/g)!)(call, answer);

/** Answers with a status, and words that nobody is to see. */
export function refuses(status: number, headers: Record<string, string> = {}): ProviderBehaviour {
  return (call, answer) =>
    void answer
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: `no: ${call.body.messages.at(-1)?.content}`, type: 'x' } }));
}

/** Takes the question and says nothing. */
export const hangs: ProviderBehaviour = () => {};

/** Says these pieces and then nothing any more. */
export function stopsAfter(...pieces: string[]): ProviderBehaviour {
  return (_call, answer) => {
    answer.writeHead(200, streamHead);
    for (const piece of pieces) answer.write(chunk(piece));
  };
}

/** Says these pieces and breaks the connection, or ends the answer as if it were whole. */
export function breaksOff(how: 'connection' | 'answer', ...pieces: string[]): ProviderBehaviour {
  return (_call, answer) => {
    answer.writeHead(200, streamHead);
    for (const piece of pieces) answer.write(chunk(piece));
    if (how === 'answer') answer.end();
    else setImmediate(() => answer.socket!.destroy());
  };
}

/**
 * Says these events and ends, before a word has come. Ends the answer and not the connection: what a reader has not taken up yet goes
 * lost with a connection, and how long it takes for that nobody knows.
 */
export function breaksOffAfter(...events: string[]): ProviderBehaviour {
  return (_call, answer) => void answer.writeHead(200, streamHead).end(events.join(''));
}

/** Answers with bytes that are no answer. */
export function babbles(text: string, type = 'application/json'): ProviderBehaviour {
  return (_call, answer) => void answer.writeHead(200, { 'content-type': type }).end(text);
}

/** Repeats a text for as long as somebody takes it. */
export function floods(text: string, type = 'text/event-stream', head = ''): ProviderBehaviour {
  return async (call, answer) => {
    answer.writeHead(200, { 'content-type': type });
    answer.write(head);
    while (!answer.destroyed) {
      call.written += text.length;
      if (!answer.write(text)) await Promise.race([once(answer, 'drain'), call.over]);
    }
  };
}
