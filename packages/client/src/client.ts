import { type Api, type CallOptions, calls } from './api.gen.ts';
import { BellhopError, retryAfter } from './error.ts';

export interface ClientOptions {
  /** Where the desk is, such as `https://desk.example`. */
  baseUrl: string;
  /** `key:secret`, as it was shown when the key was made. Without one, only what needs no sign-in can be called. */
  apiKey?: string;
  /** How often a call is tried again that met a limit (429), or, if it only reads, a server or network that is away. Default: 3. */
  retries?: number;
  /** No longer than so many seconds is waited for a limit; then the error is thrown. Default: 60. */
  longestWait?: number;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** The calls by feature and name: `client.tags.list()`. */
export type BellhopClient = Api;

type Input = Record<string, unknown>;

/** A client of one desk. It holds no connection and no state. */
export function createClient(options: ClientOptions): BellhopClient {
  const client: Record<string, Record<string, unknown>> = {};
  for (const id of Object.keys(calls)) {
    const [feature, name] = id.split('.') as [string, string];
    const takesInput = needsInput(id);
    client[feature] ??= {};
    client[feature][name] = (first?: Input, second?: CallOptions) =>
      // A call without input has its options first.
      takesInput ? call(options, id, first ?? {}, second) : call(options, id, {}, first as CallOptions | undefined);
  }
  return client as unknown as BellhopClient;
}

function needsInput(id: string): boolean {
  return calls[id]!.includes('input');
}

async function call(options: ClientOptions, id: string, input: Input, { signal }: CallOptions = {}): Promise<unknown> {
  const [method, path, ...special] = calls[id]!;
  const request: RequestInit = { method, headers: headersOf(options, input, special) };
  if (input.body !== undefined)
    request.body = special.includes('multipart') ? formOf(input.body) : JSON.stringify(input.body);
  if (signal) request.signal = signal;
  const response = await send(options, addressOf(options.baseUrl, path, input), request);
  if (!response.ok) throw new BellhopError(response, await errorBody(response));
  if (special.includes('file')) return response.blob();
  const body = (await response.json()) as { data?: unknown };
  return special.includes('bare') ? body : body.data;
}

/** Fills the path's places; what is left beside `body` is the query. */
function addressOf(baseUrl: string, path: string, { body: _, ...members }: Input): string {
  const rest = new Map(Object.entries(members));
  const place = path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of rest) if (value !== undefined && value !== null) query.set(name, String(value));
  return `${baseUrl.replace(/\/+$/, '')}${place}${query.size > 0 ? `?${query}` : ''}`;
}

function headersOf({ apiKey }: ClientOptions, { body }: Input, special: readonly string[]): Record<string, string> {
  return {
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...(body !== undefined && !special.includes('multipart') && { 'content-type': 'application/json' }),
  };
}

/** A body with files: Blobs as they are (a File brings its name), the rest as text. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Input)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined) form.set(name, value === null ? '' : String(value));
  }
  return form;
}

async function send(options: ClientOptions, address: string, request: RequestInit): Promise<Response> {
  const { retries = 3, longestWait = 60 } = options;
  const isReading = request.method === 'GET';
  for (let tried = 0; ; tried++) {
    const isLast = tried >= retries;
    try {
      const response = await (options.fetch ?? fetch)(address, request);
      // What met a limit was not done; whether something else was cannot be known.
      const mayTryAgain = response.status === 429 || (isReading && [502, 503, 504].includes(response.status));
      const seconds = retryAfter(response) ?? 2 ** tried;
      if (!mayTryAgain || isLast || seconds > longestWait) return response;
      await response.body?.cancel();
      await pause(seconds, request.signal);
    } catch (error) {
      if (!isReading || isLast || request.signal?.aborted) throw error;
      await pause(2 ** tried, request.signal);
    }
  }
}

function pause(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

async function errorBody(response: Response) {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  // A proxy's page is no envelope.
  return isJson ? response.json().catch(() => null) : null;
}
