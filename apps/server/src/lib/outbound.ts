import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are nobody's on the internet: loopback, private, link-local, shared, documentation, multicast, reserved. */
const innerNetworks: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  // Those that hold an IPv4 address of the sender's choice: translated, Teredo, 6to4. Mapped ones count as what they hold.
  ['64:ff9b::', 32],
  ['2001::', 23],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
];
const inner = new BlockList();
for (const [network, prefix] of innerNetworks) {
  inner.addSubnet(network, prefix, isIP(network) === 4 ? 'ipv4' : 'ipv6');
}

/** Whether an IP address leads to this machine or a network that is not the internet. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || inner.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the host of an address says by itself that it is of a private network; other names are judged when the connection is made. */
export function isPlainlyPrivate(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/i.test(host) : isPrivateAddress(host);
}

/** The host of an address, an IPv6 one without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Why nothing came of a request that an administrator's address asked for. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly kind: 'private_address' | 'too_large' | 'unreachable';
  constructor(kind: OutboundError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export interface OutboundOptions {
  /** Lets requests reach private networks and this machine, for whoever runs what they ask for in their own house. */
  allow_private: boolean;
  /** The largest answer that is read. */
  most_bytes: number;
  /** Answers with the first `most_bytes` of what is larger, instead of failing. */
  cut?: boolean;
  /** Turns names into addresses; by default the system's way. */
  lookup?: LookupFunction;
}

export interface OutboundRequest {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  /** Its reason is what the request fails with. */
  signal?: AbortSignal | undefined;
}

/**
 * Asks an address that an administrator entered, and reads the whole answer. The address that the connection really goes to is checked,
 * so that a name can't lead elsewhere between a check and its use. Redirects are answers like others and are not followed. Throws
 * OutboundError, or the signal's reason.
 */
export async function outboundFetch(
  address: string,
  options: OutboundOptions,
  init: OutboundRequest = {},
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  ask(address, options, init, reject, ({ answer, request, fail, host }) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(asResponse(answer, parts.length === 0 ? null : Buffer.concat(parts)));
    answer.on('data', (part: Buffer) => {
      size += part.length;
      parts.push(part.subarray(0, Math.max(0, options.most_bytes - (size - part.length))));
      if (size <= options.most_bytes) return;
      if (options.cut) finish();
      else reject(tooLarge(host, options));
      request.destroy();
    });
    answer.on('error', fail);
    answer.on('end', finish);
  });
  return promise;
}

/**
 * As `outboundFetch`, answered as soon as the head has come; the body is read as fast as somebody takes it. It fails with OutboundError beyond
 * `most_bytes`, when the connection breaks, and with the signal's reason. Whoever stops reading ends the request.
 */
export async function outboundStream(
  address: string,
  options: OutboundOptions,
  init: OutboundRequest = {},
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  ask(address, options, init, reject, ({ answer, request, host, reasonOf }) => {
    let size = 0;
    const parts = (answer as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = await parts.next().catch((error) => {
          throw reasonOf(error);
        });
        if (next.done) return controller.close();
        size += next.value.length;
        if (size > options.most_bytes) {
          request.destroy();
          throw tooLarge(host, options);
        }
        controller.enqueue(new Uint8Array(next.value));
      },
      cancel() {
        request.destroy();
      },
    });
    resolve(asResponse(answer, body));
  });
  return promise;
}

/** An answer whose head has come. */
interface Begun {
  answer: IncomingMessage;
  request: ClientRequest;
  host: string;
  /** What is told of an error on the connection. */
  reasonOf(error: unknown): unknown;
  fail(error: unknown): void;
}

/** Sends a request; `reject` hears why no answer began. Throws what forbids it to leave. */
function ask(
  address: string,
  options: OutboundOptions,
  init: OutboundRequest,
  reject: (reason: unknown) => void,
  begin: (begun: Begun) => void,
): void {
  const url = new URL(address);
  const host = hostOf(url);
  if (!options.allow_private && isIP(host) !== 0 && isPrivateAddress(host)) throw privateAddress(host);
  init.signal?.throwIfAborted();
  const { lookup: resolveName = lookup } = options;
  const reasonOf = (error: unknown) => (init.signal?.aborted ? init.signal.reason : readable(error, host));
  const fail = (error: unknown) => reject(reasonOf(error));
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: init.method ?? 'GET',
    headers: { 'accept-encoding': 'identity', ...init.headers },
    lookup: options.allow_private ? resolveName : guarded(resolveName),
    // A kept connection would have been made under other rules.
    agent: false,
    signal: init.signal,
  });
  request.on('error', fail);
  request.on('response', (answer) => {
    const status = answer.statusCode!;
    if (isStatus(status)) return begin({ answer, request, host, reasonOf, fail });
    reject(new OutboundError('unreachable', `${host} answers with status ${status}, which there is not`));
    request.destroy();
  });
  // Without this the library drops the connection and says nothing.
  request.on('upgrade', (_answer, socket) => {
    reject(new OutboundError('unreachable', `${host} answers in another protocol`));
    socket.destroy();
  });
  request.end(init.body);
}

/** What a Response takes; others, which some servers send, would be thrown where nobody catches them. */
function isStatus(status: number): boolean {
  return status >= 200 && status < 600;
}

function tooLarge(host: string, { most_bytes }: OutboundOptions): OutboundError {
  return new OutboundError('too_large', `${host} answers with more than ${most_bytes} bytes`);
}

function asResponse(
  answer: IncomingMessage,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
): Response {
  const status = answer.statusCode!;
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? body : null, { status, headers });
}

/** The lookup of a connection that is about to be made: one address that is private refuses them all. */
function guarded(resolveName: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as LookupAddress[];
      if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(privateAddress(hostname), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first!.address, first!.family);
    });
  };
}

function privateAddress(host: string): OutboundError {
  return new OutboundError('private_address', `${host} is an address of a private network`);
}

function readable(error: unknown, host: string): Error {
  if (error instanceof OutboundError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'its name could not be looked up',
    ECONNREFUSED: 'it refuses the connection',
    ECONNRESET: 'it broke off the connection',
    EHOSTUNREACH: 'there is no way to it',
    ENETUNREACH: 'there is no way to it',
    ETIMEDOUT: 'it does not answer',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
    SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an unknown authority',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an unknown authority',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  };
  return new OutboundError('unreachable', `${host}: ${(code && reasons[code]) || message}`, { cause: error });
}
