import type { RouteName } from '@bellhop/contract';
import { type ApiRequest, preparedCall, signInAgain } from './api.ts';
import { errorFromResponse, noResponse } from './api-error.ts';

/**
 * Calls a route whose answer comes bit by bit, as server-sent events: hands each on as it comes, and resolves with the last one's
 * end. Rejects with an ApiError, with the signal's reason when that ends it. A 401 asks for the password in place.
 */
export async function streamCall<N extends RouteName, E>(
  name: N,
  request: ApiRequest<N>,
  { signal, onEvent }: { signal: AbortSignal; onEvent: (event: E) => void },
): Promise<void> {
  try {
    let response = await open(name, request, signal);
    const isOut = response.status === 401 && signInAgain();
    if (isOut) {
      await isOut;
      response = await open(name, request, signal);
    }
    if (!response.ok || !response.body) throw errorFromResponse(response.status, await response.text());
    for await (const line of linesOf(response.body)) {
      if (line.startsWith('data:')) onEvent(JSON.parse(line.slice('data:'.length)) as E);
    }
  } catch (cause) {
    signal.throwIfAborted();
    // What the browser throws when the line breaks is a TypeError.
    throw cause instanceof TypeError ? noResponse() : cause;
  }
}

async function open<N extends RouteName>(name: N, request: ApiRequest<N>, signal: AbortSignal): Promise<Response> {
  const { url, body, ...init } = await preparedCall(name, request);
  return fetch(url, { ...init, body: body ?? null, credentials: 'same-origin', signal });
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield line.trimEnd();
    }
    if (rest) yield rest.trimEnd();
  } finally {
    // Whoever stops reading wants no more of it.
    reader.cancel().catch(() => undefined);
  }
}
