import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { S3Settings } from '../src/lib/config.ts';
import { freePort } from './machine.ts';

/** What a server does to a request before it does what was asked; `pass` does nothing. */
export type Mood =
  | 'pass'
  /** Takes the request and never says a word. */
  | 'hang'
  /** Answers with a status and a code of S3. */
  | { status: number; code: string }
  /** Breaks the connection off after so many bytes of the answer. */
  | { cutAfter: number };

export interface S3Server {
  settings: S3Settings;
  /** As environment of a process. */
  env: Record<string, string>;
  /** `GET /bucket/key`, in the order of their coming. */
  asked: string[];
  /** Decides about each request; told its method and path. */
  mood: (what: string) => Mood;
  /** Refuses connections from now on. */
  die(): Promise<void>;
  /** Takes them again, with what it holds. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

const secret = 'sesame/open+please';
const region = 'eu-test-1';

/**
 * An S3 server from npm, s3rver, which knows of version 4 signatures no more than their form. So a door stands before it that computes each
 * signature from the secret and the request by its own means, compares the payload with its hash, and can have moods.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-s3-'));
  const store = new S3rver({
    port: await freePort(),
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'desk', configs: [] }],
  });
  const behind = (await store.run()).port;
  const door = createServer((incoming, answer) => {
    handle(incoming, answer, behind, it).catch(() => incoming.destroy());
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'desk',
    region,
    // The only one that it knows.
    access_key_id: 'S3RVER',
    secret_access_key: secret,
  };
  const die = async () => {
    if (!door.listening) return;
    door.close();
    door.closeAllConnections();
    await once(door, 'close');
  };
  const it: S3Server = {
    settings,
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.access_key_id,
      S3_SECRET_ACCESS_KEY: settings.secret_access_key,
    },
    asked: [],
    mood: () => 'pass',
    die,
    async revive() {
      door.listen(port, '127.0.0.1');
      await once(door, 'listening');
    },
    async close() {
      await die();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return it;
}

async function handle(incoming: IncomingMessage, answer: ServerResponse, behind: number, it: S3Server): Promise<void> {
  const url = new URL(incoming.url!, 'http://door');
  const what = `${incoming.method} ${decodeURIComponent(url.pathname)}`;
  it.asked.push(what);
  const mood = it.mood(what);
  if (mood === 'hang') return;
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  if (typeof mood === 'object' && 'status' in mood) return refuse(answer, mood.status, mood.code);
  if (hash(body) !== incoming.headers['x-amz-content-sha256']) return refuse(answer, 400, 'XAmzContentSHA256Mismatch');
  if (!isSignedRight(incoming, url)) return refuse(answer, 403, 'SignatureDoesNotMatch');
  const isList = url.searchParams.has('list-type');
  const path = isList ? asFirstVersion(url) : incoming.url;
  const ask = (method: string) =>
    request({ port: behind, host: '127.0.0.1', method, path, headers: incoming.headers, agent: false });
  const { range } = incoming.headers;
  if (range) {
    // A part of an object without bytes makes it fall silent.
    delete incoming.headers.range;
    const [head] = (await once(ask('HEAD').end(), 'response')) as [IncomingMessage];
    incoming.headers.range = range;
    if (head.statusCode === 200 && head.headers['content-length'] === '0') return refuse(answer, 416, 'InvalidRange');
  }
  const forwarded = ask(incoming.method!);
  answer.on('close', () => forwarded.destroy());
  forwarded.on('error', () => answer.destroy());
  forwarded.on('response', (response) => {
    if (isList) return void answerList(response, answer);
    answer.writeHead(response.statusCode!, response.headers);
    if (typeof mood !== 'object') return response.pipe(answer);
    let left = mood.cutAfter;
    response.on('data', (part: Buffer) => {
      if (left <= 0) return;
      const piece = part.subarray(0, left);
      left -= part.length;
      answer.write(piece, () => left <= 0 && answer.destroy());
    });
    return response.on('end', () => left > 0 && answer.end());
  });
  forwarded.end(body);
}

/** Its tokens of the second version are made with functions that Node no longer has. A page is small, as a server may well decide. */
function asFirstVersion(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete('list-type');
  query.set('max-keys', '10');
  const token = query.get('continuation-token');
  query.delete('continuation-token');
  if (token !== null) query.set('marker', token);
  return `${url.pathname}?${query}`;
}

async function answerList(response: IncomingMessage, answer: ServerResponse): Promise<void> {
  const text = (await buffer(response)).toString().replaceAll('NextMarker>', 'NextContinuationToken>');
  answer.writeHead(response.statusCode!, { 'content-type': 'application/xml' }).end(text);
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

/** As "Signature Version 4 signing process" of the S3 reference has it. */
function isSignedRight({ headers, method }: IncomingMessage, url: URL): boolean {
  const parsed = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  const time = String(headers['x-amz-date']);
  if (!parsed || !/^\d{8}T\d{6}Z$/.test(time)) return false;
  const [, credential, signedHeaders, signature] = parsed;
  const day = time.slice(0, 8);
  const scope = [day, region, 's3', 'aws4_request'];
  if (credential !== ['S3RVER', ...scope].join('/')) return false;
  const names = signedHeaders!.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.reduce<Buffer | string>((derived, part) => hmac(derived, part), `AWS4${secret}`);
  return (
    hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), hash(canonical)].join('\n')).toString('hex') === signature
  );
}

function hash(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
