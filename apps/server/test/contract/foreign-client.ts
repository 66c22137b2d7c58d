import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { WebSocket } from 'ws';
import { testPassword } from '../harness.ts';

/** What came back, byte for byte; `json` throws when it is none. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json<T = unknown>(): Envelope<T>;
  /** `data` of the envelope. */
  data<T>(): T;
}

/** The envelope as the stock client reads it (wire A 2). */
export interface Envelope<T = unknown> {
  status: string;
  data: T;
  message?: string;
  error_type?: string;
  code?: string;
}

/** A frame as it came over the socket. */
export interface Frame {
  type: string;
  data: Record<string, unknown>;
  seq?: number;
}

/** An open socket with everything it heard. */
export interface ForeignSocket {
  /** JSON frames in order. */
  frames: Frame[];
  /** Bare texts, `pong` among them. */
  texts: string[];
  send(text: string | Buffer): void;
  /** Waits until a probe of what was heard answers something. */
  until<T>(probe: () => T | undefined | false, what: string): Promise<T>;
  /** Resolves with the close code. */
  closed: Promise<number>;
  close(): Promise<void>;
}

type FormValue = string | number | boolean | null | undefined | readonly (string | number)[];

/**
 * Speaks as the stock web client does, byte by byte (wire A 1.2, 3.2): its own encoders, no knowledge of Bellhop's route list, the
 * CSRF cookie copied raw into the header of every request.
 */
export class ForeignClient {
  readonly address: string;
  /** Raw cookie texts by name. */
  readonly cookies = new Map<string, string>();

  constructor(address: string) {
    this.address = address;
  }

  static async signedIn(address: string, email: string, password = testPassword): Promise<ForeignClient> {
    const client = new ForeignClient(address);
    const answer = await client.post('/api/v1/login', { email, password });
    if (answer.status !== 200) throw new Error(`login of ${email} answered ${answer.status}: ${answer.text}`);
    return client;
  }

  get(path: string, params: Record<string, string | number | undefined> = {}): Promise<RawAnswer> {
    const query = queryText(params);
    return this.send('GET', query ? `${path}?${query}` : path);
  }

  delete(path: string): Promise<RawAnswer> {
    return this.send('DELETE', path);
  }

  /** The default encoding; without data an empty body with the form's content type. */
  post(path: string, form: Record<string, FormValue> = {}): Promise<RawAnswer> {
    return this.send('POST', path, { type: formType, body: formText(form) });
  }

  put(path: string, form: Record<string, FormValue> = {}): Promise<RawAnswer> {
    return this.send('PUT', path, { type: formType, body: formText(form) });
  }

  sendJson(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown): Promise<RawAnswer> {
    return this.send(method, path, { type: 'application/json', body: JSON.stringify(body) });
  }

  /** Multipart out of a plain object: null and undefined are dropped, booleans and numbers become text. */
  postMultipart(
    path: string,
    parts: Record<string, FormValue | { filename: string; type: string; bytes: Buffer }>,
  ): Promise<RawAnswer> {
    const boundary = '----geckoformboundary5d1c8e0d7f2a4b6c';
    return this.send('POST', path, {
      type: `multipart/form-data; boundary=${boundary}`,
      body: multipartBody(boundary, parts),
    });
  }

  /** Any request, `path` as it stands on the request line. A header of null is left out. */
  async send(
    method: string,
    path: string,
    options: { type?: string; body?: string | Buffer; headers?: Record<string, string | null> } = {},
  ): Promise<RawAnswer> {
    const headers: Record<string, string> = {
      accept: 'application/json, text/plain, */*',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    };
    if (this.cookies.size > 0) headers.cookie = this.cookieText();
    const csrf = this.cookies.get('csrf_token');
    if (csrf) headers['x-csrftoken'] = csrf;
    if (options.type !== undefined) headers['content-type'] = options.type;
    const body = options.body === undefined ? undefined : Buffer.from(options.body as string);
    if (body) headers['content-length'] = String(body.byteLength);
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      if (value === null) delete headers[name];
      else headers[name] = value;
    }
    const url = new URL(this.address);
    const answer = await new Promise<RawAnswer>((resolve, reject) => {
      const outgoing = httpRequest(
        { host: url.hostname, port: url.port, method, path, headers, agent: false },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const json = <T>() => JSON.parse(text) as Envelope<T>;
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              json,
              data: <T>() => json<T>().data,
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    for (const cookie of answer.headers['set-cookie'] ?? []) this.#keep(cookie);
    return answer;
  }

  cookieText(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens `/ws` as the page does: cookies and Origin, nothing else. */
  async open(path = '/ws', headers: Record<string, string> = {}): Promise<ForeignSocket> {
    const socket = new WebSocket(this.address.replace(/^http/, 'ws') + path, {
      headers: { cookie: this.cookieText(), origin: this.address, ...headers },
    });
    const frames: Frame[] = [];
    const texts: string[] = [];
    let heard = () => {};
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('{')) frames.push(JSON.parse(text) as Frame);
      else texts.push(text);
      heard();
    });
    const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return {
      frames,
      texts,
      closed,
      send: (text) => socket.send(text),
      until(probe, what) {
        return new Promise((resolve, reject) => {
          const timer = setTimeout(() => {
            reject(new Error(`waited in vain for ${what}; heard ${JSON.stringify({ frames, texts })}`));
          }, 15_000);
          heard = () => {
            const found = probe();
            if (found === undefined || found === false) return;
            clearTimeout(timer);
            heard = () => {};
            resolve(found as Exclude<typeof found, false | undefined>);
          };
          heard();
        });
      },
      async close() {
        socket.close();
        await closed;
      },
    };
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1)];
    if (value === '' || attributes.some((one) => /^\s*max-age=0$/i.test(one))) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const formType = 'application/x-www-form-urlencoded';

/** Strict percent encoding; blanks are %20, arrays carry indexed and encoded brackets, null is an empty value. */
export function formText(form: Record<string, FormValue>): string {
  const pairs: string[] = [];
  const strict = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  for (const [key, value] of Object.entries(form)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      value.forEach((one, index) => {
        pairs.push(`${strict(`${key}[${index}]`)}=${strict(String(one))}`);
      });
    } else pairs.push(`${strict(key)}=${value === null ? '' : strict(String(value))}`);
  }
  return pairs.join('&');
}

/** Blanks are `+`; `[ ] : , $` travel raw; undefined is dropped, an empty text kept. */
export function queryText(params: Record<string, string | number | undefined>): string {
  const raw = (text: string) =>
    encodeURIComponent(text)
      .replaceAll('%3A', ':')
      .replaceAll('%24', '$')
      .replaceAll('%2C', ',')
      .replaceAll('%20', '+')
      .replaceAll('%5B', '[')
      .replaceAll('%5D', ']');
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${raw(key)}=${raw(String(value))}`)
    .join('&');
}

function multipartBody(
  boundary: string,
  parts: Record<string, FormValue | { filename: string; type: string; bytes: Buffer }>,
): Buffer {
  const chunks: Buffer[] = [];
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'object' && 'bytes' in value) {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${value.filename}"\r\nContent-Type: ${value.type}\r\n\r\n`;
      chunks.push(Buffer.from(head), value.bytes, Buffer.from('\r\n'));
    } else {
      chunks.push(
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
      );
    }
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return Buffer.concat(chunks);
}
