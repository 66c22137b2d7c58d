import { type RouteRow, routes } from 'virtual:contract';
import type { RouteData, RouteInput, RouteName, RouteRequest, RouteSpec, Routes } from '@bellhop/contract';
import { encodeForm, encodeMultipart, encodeQuery, type Fields, fillPath } from './api-encode.ts';
import { errorFromResponse, errorFromSetup, noResponse } from './api-error.ts';
import { noteServerTime } from './server-time.ts';

export { ApiError, toApiError } from './api-error.ts';

/** Time-out of every call (specification 9). An upload may take longer as long as bytes are moving. */
export const timeoutMs = 10_000;

/** What a route takes: `params`, `query` and `body` as far as it has them, and `files` where it is multipart. */
export type ApiRequest<N extends RouteName> = Part<N, 'params'> &
  Partial<Part<N, 'query'>> &
  Part<N, 'body'> &
  (Routes[N] extends { encoding: 'multipart' } ? { files: readonly File[] } : unknown);

/** `data` of the answer. */
export type ApiData<N extends RouteName> = RouteData<Routes[N]>;

export interface ApiOptions {
  /** Ends the call; it then rejects with the signal's reason, as fetch does. */
  signal?: AbortSignal | undefined;
  /** Part of an upload that has left, 0 to 1. */
  onProgress?: (part: number) => void;
  /** Leave a 401 to the caller instead of asking for the password in place. */
  allowUnauthorized?: boolean;
}

/**
 * Calls a route by its name: `api('conversations.get', { params: { uuid } })`. Answers `data` of the envelope, rejects
 * with an ApiError. A 401 asks for the password in place and then repeats the call (settled question 5).
 */
export async function api<N extends RouteName>(
  name: N,
  ...[request, options = {}]: object extends ApiRequest<N>
    ? [request?: ApiRequest<N>, options?: ApiOptions]
    : [request: ApiRequest<N>, options?: ApiOptions]
): Promise<ApiData<N>> {
  const parts = (request ?? {}) as LooseRequest;
  const row = routes[name] ?? (await laterRow(name));
  let answer = await send(row, parts, options);
  if (answer.status === 401 && askForPassword && !options.allowUnauthorized) {
    await askForPassword();
    answer = await send(row, parts, options);
  }
  // The call that renews the agent must not ask for itself.
  if (answer.status === 403 && name !== 'agents.me') tellForbidden?.();
  return read(row, answer) as ApiData<N>;
}

/** A call as it is sent, for answers that come bit by bit (lib/api-stream.ts). */
export async function preparedCall(name: RouteName, request: object): Promise<Prepared> {
  return prepare(routes[name] ?? (await laterRow(name)), request);
}

/** Asks for the password when a session has ended; resolves once somebody is signed in again. */
export const signInAgain = (): Promise<void> | undefined => askForPassword?.();

let tellWarning: ((message: string) => void) | undefined;

/** Says who shows what the server has to remark on a call that went through. */
export function onWarning(tell: (message: string) => void): void {
  tellWarning = tell;
}

let tellForbidden: (() => void) | undefined;

/** Says who is told that the server has refused a call: what the agent may do has perhaps changed. */
export function onForbidden(tell: () => void): void {
  tellForbidden = tell;
}

let askForPassword: (() => Promise<void>) | undefined;

/** Says who asks for the password when a session has ended; the promise resolves once somebody is signed in again. */
export function onSessionEnded(ask: () => Promise<void>): void {
  askForPassword = ask;
}

type Part<N extends RouteName, K extends 'params' | 'query' | 'body'> = [RouteRequest<Routes[N]>[K]] extends [undefined]
  ? unknown
  : Record<K, Sendable<RouteRequest<Routes[N]>[K], RouteInput<Routes[N]>[K]>>;

/** What may be sent. Where the schema coerces (its input is unknown), the parsed type is asked for, or text. */
type Sendable<In, Out> = {
  [K in keyof In]: unknown extends In[K] ? (K extends keyof Out ? Out[K] | string : never) : In[K];
};

interface LooseRequest {
  params?: Fields;
  query?: Fields;
  body?: Fields;
  files?: readonly File[];
}

interface Answer {
  status: number;
  text: string;
}

/** The routes that no first screen calls come with the first call of one. */
async function laterRow(name: RouteName): Promise<RouteRow> {
  try {
    const { routes: more } = await import('virtual:contract-later');
    return more[name]!;
  } catch {
    throw noResponse();
  }
}

function read([, , , isBare]: RouteRow, answer: Answer): unknown {
  if (answer.status < 200 || answer.status > 299) throw errorFromResponse(answer.status, answer.text);
  try {
    const body = JSON.parse(answer.text);
    if (!isBare && Array.isArray(body.warnings)) for (const { message } of body.warnings) tellWarning?.(message);
    return isBare ? body : body.data;
  } catch {
    throw errorFromResponse(answer.status, answer.text);
  }
}

async function send(row: RouteRow, request: LooseRequest, options: ApiOptions): Promise<Answer> {
  let prepared: Prepared;
  try {
    prepared = prepare(row, request);
  } catch (cause) {
    throw errorFromSetup(cause);
  }
  return options.onProgress ? upload(prepared, options) : ask(prepared, options.signal);
}

interface Prepared {
  method: RouteSpec['method'];
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

function prepare([method, path, encoding]: RouteRow, request: LooseRequest): Prepared {
  const headers: Record<string, string> = { Accept: 'application/json, text/plain, */*' };
  const token = csrfToken();
  if (token) headers['X-CSRFTOKEN'] = token;
  let body: string | FormData | undefined;
  if (encoding === 'multipart') {
    body = encodeMultipart(request.body, request.files);
  } else if (encoding === 'json') {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(request.body ?? {});
  } else if (encoding === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded';
    body = encodeForm(request.body);
  }
  return { method, url: fillPath(path, request.params) + encodeQuery(request.query), headers, body };
}

/** The cookie's raw text: the server compares it with the header as it is (wire A 3.2). */
function csrfToken(): string | undefined {
  return /(?:^|;\s*)csrf_token=([^;]*)/.exec(document.cookie)?.[1];
}

async function ask({ url, ...init }: Prepared, signal?: AbortSignal): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...init,
      body: init.body ?? null,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    noteServerTime(response.headers.get('Date'));
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw noResponse();
  }
}

/** XMLHttpRequest, because fetch does not tell how much has left. Ends after 10 s in which nothing moved. */
function upload(prepared: Prepared, { signal, onProgress }: ApiOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let idle: ReturnType<typeof setTimeout>;
    const keepAlive = () => {
      clearTimeout(idle);
      idle = setTimeout(() => request.abort(), timeoutMs);
    };
    const fail = () => reject(signal?.aborted ? signal.reason : noResponse());
    request.open(prepared.method, prepared.url);
    for (const [header, value] of Object.entries(prepared.headers)) request.setRequestHeader(header, value);
    request.upload.addEventListener('progress', (event) => {
      keepAlive();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => clearTimeout(idle));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    keepAlive();
    request.send(prepared.body);
  });
}
