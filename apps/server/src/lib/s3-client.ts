import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from './config.ts';
import { StorageUnavailableError } from './storage.ts';

/** How patient a client is. Times in milliseconds. */
export interface Patience {
  /** No byte has moved for so long: the server is taken for dead. */
  idleMs: number;
  /** So often a request is made in all. */
  tries: number;
  /** Before the second try; doubled before each further one. */
  pauseMs: number;
  /** After this time no further try begins. */
  giveUpMs: number;
}
export const usualPatience: Patience = { idleMs: 10_000, tries: 4, pauseMs: 200, giveUpMs: 15_000 };

export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Empty: the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Opened anew for each try. */
  body?: { size: number; sha256: string; open: () => Readable };
}

/** What a server says instead of doing something. */
interface Refusal {
  status: number;
  /** Of the answer's XML, `NoSuchKey` for example; empty when there is none. */
  code: string;
}

/** Asks a bucket; one request and its further tries are one call. */
export interface S3Client {
  /**
   * Answers what succeeded, its body still to be read or destroyed. Throws an error with the code ENOENT where there is no such key, ERANGE
   * where there are no such bytes, and StorageUnavailableError for all else.
   */
  send(request: S3Request): Promise<IncomingMessage>;
  /** The next part of a body; null at its end. Throws when nothing comes. */
  read(parts: AsyncIterator<Buffer>): Promise<Buffer | null>;
  /** What is wrong, in the words of an operator. */
  unavailable(reason: string, cause?: unknown): StorageUnavailableError;
  patience: Patience;
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Bytes of an answer that says what is wrong. */
const mostExplanation = 8_192;
/** The server, or what is before it, may do better next time. */
const passingStatuses = [408, 429, 500, 502, 503, 504];
const passingCodes = ['RequestTimeout', 'SlowDown', 'BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody'];
const reasons: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'this key may not do that',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is unknown there',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is wrong',
  AuthorizationHeaderMalformed: 'S3_REGION is wrong',
  PermanentRedirect: 'the bucket is at another S3_ENDPOINT or in another S3_REGION',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  ECONNREFUSED: 'it refuses the connection',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'it broke off the connection',
};

/** Opens a client for one bucket, addressed by path; connections are made with the first request and kept. */
export function createS3Client(settings: S3Settings, patience: Patience = usualPatience): S3Client {
  const { endpoint, bucket, region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = settings;
  const isSecure = endpoint.startsWith('https:');
  // As many as are needed: those who read slowly hold theirs for minutes, and whoever waits for one has no time limit.
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const host = new URL(endpoint).host;
  const unavailable = (reason: string, cause?: unknown) =>
    new StorageUnavailableError(`Object storage (bucket ${bucket} at ${host}): ${reasons[reason] ?? reason}`, {
      cause,
    });

  const sign = async ({ method, key = '', query = {}, headers = {}, body }: S3Request) => {
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}${key && `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    return { url: signed.url, headers: Object.fromEntries(signed.headers) };
  };

  /** One try. The body is no part of it. */
  const ask = async (asked: S3Request): Promise<IncomingMessage> => {
    const { url, headers } = await sign(asked);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: asked.method,
      headers: { ...headers, ...(asked.method === 'PUT' && { 'content-length': asked.body?.size ?? 0 }) },
      agent,
    });
    request.setTimeout(patience.idleMs, () => request.destroy(new Error('it does not answer')));
    request.on('error', reject);
    request.on('response', (answer) => {
      // Who reads slowly makes the connection silent, too.
      request.setTimeout(0);
      resolve(answer);
    });
    const source = asked.body?.open();
    if (source) {
      source.on('error', (error) => request.destroy(error));
      request.on('close', () => source.destroy());
      source.pipe(request);
    } else request.end();
    return promise;
  };

  const read: S3Client['read'] = async (parts) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('it stopped answering')), patience.idleMs);
    try {
      const next = await Promise.race([parts.next(), promise]);
      return next.done ? null : next.value;
    } finally {
      clearTimeout(timer);
    }
  };

  const explain = async (answer: IncomingMessage): Promise<Refusal> => {
    const parts: Buffer[] = [];
    let size = 0;
    const iterator = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (let part = await read(iterator); part && size < mostExplanation; part = await read(iterator)) {
        size += part.length;
        parts.push(part);
      }
    } catch {
      // The status says enough.
    }
    answer.destroy();
    const code = /<Code>\s*([A-Za-z0-9]{1,64})\s*<\/Code>/.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? '';
    return { status: answer.statusCode!, code };
  };

  return {
    patience,
    unavailable,
    read,
    async send(asked) {
      const begun = performance.now();
      for (let turn = 1; ; turn++) {
        let problem: Error;
        try {
          const answer = await ask(asked);
          if (answer.statusCode! >= 200 && answer.statusCode! < 300) return answer;
          const refusal = await explain(answer);
          if (refusal.status === 404 && refusal.code === 'NoSuchKey') throw missing(asked.key);
          if (refusal.status === 416) throw Object.assign(new Error('there are no such bytes'), { code: 'ERANGE' });
          problem = unavailable(refusal.code || `it answers with status ${refusal.status}`);
          if (!passingStatuses.includes(refusal.status) && !passingCodes.includes(refusal.code)) throw problem;
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          if (error instanceof StorageUnavailableError || code === 'ENOENT' || code === 'ERANGE') throw error;
          problem = unavailable(code && code in reasons ? code : message, error);
        }
        if (turn >= patience.tries || performance.now() - begun > patience.giveUpMs) throw problem;
        await pause(patience.pauseMs * 2 ** (turn - 1) * (0.5 + Math.random() / 2));
      }
    },
  };
}

function missing(key: string | undefined): NodeJS.ErrnoException {
  return Object.assign(new Error(`there is no ${key ?? ''} in the bucket`), { code: 'ENOENT' });
}
